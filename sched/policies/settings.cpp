#include "sched/policies/settings.hpp"

#include "base/error.hpp"
#include "base/parsed_number.hpp"
#include "base/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <string_view>

namespace tangram::sched {

const std::vector<Setting>& settings() {
    static const std::vector<Setting> all{mode_setting,    window_setting,   cpu_groups_setting, order_setting,
                                          commute_setting, c_factor_setting, beta_setting,       seed_setting,
                                          verbose_setting, report_setting};
    return all;
}

bool is_set(const Setting& setting) {
    const char* value = std::getenv(std::string(setting.variable).c_str());
    return value != nullptr && *value != '\0';
}

std::string value_of(const Setting& setting) {
    return is_set(setting) ? std::getenv(std::string(setting.variable).c_str()) : std::string(setting.fallback);
}

namespace {

/// value_of as an integer within [lowest, highest].
int integer_value_of(const Setting& setting, int lowest, int highest) {
    const std::string text = value_of(setting);
    const std::optional<int> value = parsed<int>(text);
    if (!value || *value < lowest || *value > highest) {
        throw InvalidInput(fmt::format("{} is '{}': expected a whole number from {} to {}", setting.variable,
                                       excerpt(text), lowest, highest));
    }
    return *value;
}

/// value_of as a number within [lowest, highest]. otherwise: what the error says is allowed besides.
double number_value_of(const Setting& setting, double lowest, double highest, std::string_view otherwise = "") {
    const std::string text = value_of(setting);
    const std::optional<double> value = parsed<double>(text);
    if (!value || !(*value >= lowest) || !(*value <= highest)) {
        throw InvalidInput(fmt::format("{} is '{}': expected {}a number from {} to {}", setting.variable, excerpt(text),
                                       otherwise, lowest, highest));
    }
    return *value;
}

/// value_of as one of `allowed`.
std::string choice_of(const Setting& setting, const std::vector<std::string>& allowed) {
    std::string value = value_of(setting);
    if (std::find(allowed.begin(), allowed.end(), value) == allowed.end()) {
        throw InvalidInput(
            fmt::format("{} is '{}': expected {}", setting.variable, excerpt(value), fmt::join(allowed, " or ")));
    }
    return value;
}

Mode chosen_mode() {
    return choice_of(mode_setting, {"tangram", "paper"}) == "paper" ? Mode::paper : Mode::tangram;
}

/// As in the paper nodes know no order of zones.
Order chosen_order(Mode mode) {
    const bool follows_zones = choice_of(order_setting, {"zone", "submission"}) == "zone";
    if (mode == Mode::tangram) {
        return follows_zones ? Order::zone : Order::submission;
    }
    if (follows_zones && is_set(order_setting)) {
        throw InvalidInput(fmt::format("{} is 'zone': with {}=paper tasks go in the order of submission",
                                       order_setting.variable, mode_setting.variable));
    }
    return Order::submission;
}

std::optional<double> chosen_beta() {
    return value_of(beta_setting) == "auto" ? std::nullopt
                                            : std::optional(number_value_of(beta_setting, 0, 100, "auto or "));
}

} // namespace

Settings Settings::from_environment() {
    const Mode mode = chosen_mode();
    return {.mode = mode,
            .window = static_cast<std::size_t>(integer_value_of(window_setting, 0, 1000)),
            .cpu_groups = value_of(cpu_groups_setting),
            .order = chosen_order(mode),
            .commutes = integer_value_of(commute_setting, 0, 1) == 1,
            .c_factor = number_value_of(c_factor_setting, 0.01, 100),
            .beta = chosen_beta(),
            .seed = static_cast<std::uint64_t>(integer_value_of(seed_setting, 0, INT_MAX)),
            .verbose = integer_value_of(verbose_setting, 0, 1) == 1,
            .report = value_of(report_setting)};
}

} // namespace tangram::sched
