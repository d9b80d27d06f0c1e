#include "sched/policies/unknown_settings.hpp"

#include "base/nearest_name.hpp"
#include "sched/policies/settings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include <unistd.h>

namespace tangram::sched {

std::vector<std::string> unknown_settings() {
    constexpr std::string_view prefix = "TANGRAM_";
    std::vector<std::string> names;
    for (const Setting& setting : settings()) {
        names.emplace_back(setting.variable.substr(prefix.size()));
    }
    std::vector<std::string> warnings;
    for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const std::string_view variable = std::string_view(*entry).substr(0, std::string_view(*entry).find('='));
        if (!variable.starts_with(prefix)) {
            continue;
        }
        const std::string_view name = variable.substr(prefix.size());
        if (std::find(names.begin(), names.end(), name) != names.end()) {
            continue;
        }
        if (const std::string guessed = guess(name, names, {.prefix = prefix}); !guessed.empty()) {
            warnings.push_back(fmt::format("warning: {} is set, and is no setting of Tangram's{}", variable, guessed));
        }
    }
    return warnings;
}

} // namespace tangram::sched
