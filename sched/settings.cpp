#include "sched/settings.hpp"

#include "partition/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <climits>
#include <cstdlib>

namespace tangram::sched {

const std::vector<Setting>& settings() {
    static const std::vector<Setting> all{window_setting,   cpu_groups_setting, order_setting, commute_setting,
                                          c_factor_setting, beta_setting,       seed_setting};
    return all;
}

std::string value_of(const Setting& setting) {
    const char* value = std::getenv(std::string(setting.variable).c_str());
    return value != nullptr && *value != '\0' ? std::string(value) : std::string(setting.fallback);
}

int integer_value_of(const Setting& setting, int lowest, int highest) {
    const std::string text = value_of(setting);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < lowest || value > highest) {
        throw InvalidInput(
            fmt::format("{} is '{}': expected a whole number from {} to {}", setting.variable, text, lowest, highest));
    }
    return value;
}

double number_value_of(const Setting& setting, double lowest, double highest, std::string_view otherwise) {
    const std::string text = value_of(setting);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !(value >= lowest) || !(value <= highest)) {
        throw InvalidInput(fmt::format("{} is '{}': expected {}a number from {} to {}", setting.variable, text,
                                       otherwise, lowest, highest));
    }
    return value;
}

std::string choice_of(const Setting& setting, const std::vector<std::string>& allowed) {
    std::string value = value_of(setting);
    if (std::find(allowed.begin(), allowed.end(), value) == allowed.end()) {
        throw InvalidInput(fmt::format("{} is '{}': expected {}", setting.variable, value, fmt::join(allowed, " or ")));
    }
    return value;
}

int window() {
    return integer_value_of(window_setting, 0, 1000);
}

Order order() {
    return choice_of(order_setting, {"zone", "submission"}) == "zone" ? Order::zone : Order::submission;
}

bool commutes() {
    return integer_value_of(commute_setting, 0, 1) == 1;
}

double c_factor() {
    return number_value_of(c_factor_setting, 0.01, 100);
}

std::optional<double> beta() {
    return value_of(beta_setting) == "auto" ? std::nullopt
                                            : std::optional(number_value_of(beta_setting, 0, 100, "auto or "));
}

std::uint64_t seed() {
    return static_cast<std::uint64_t>(integer_value_of(seed_setting, 0, INT_MAX));
}

void check_settings() {
    window();
    order();
    commutes();
    c_factor();
    beta();
    seed();
}

} // namespace tangram::sched
