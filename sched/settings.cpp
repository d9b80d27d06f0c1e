#include "sched/settings.hpp"

#include "partition/error.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>

namespace tangram::sched {

const std::vector<Setting>& settings() {
    static const std::vector<Setting> all{window_setting, cpu_groups_setting};
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

int window() {
    return integer_value_of(window_setting, 0, 1000);
}

} // namespace tangram::sched
