#pragma once

/// Every TANGRAM_* variable: its name, default and meaning in one place, shown
/// by `tangram policies`.

#include <string>
#include <string_view>
#include <vector>

namespace tangram::sched {

struct Setting {
    std::string_view variable;
    std::string_view fallback; ///< the value when the variable is not set
    std::string_view description;
};

/// Tasks that a worker's node holds in advance, their tiles being fetched (seed
/// 003, section 4.3.1: "two tasks in advance to each worker").
inline constexpr Setting window_setting{
    "TANGRAM_WINDOW", "2", "tasks held in advance for each worker while their tiles are fetched; 0 to 1000"};

/// How CPU cores become workers (seed 003, section 4.3.2: one worker per socket).
inline constexpr Setting cpu_groups_setting{
    "TANGRAM_CPU_GROUPS", "core",
    "CPU workers: core (one for each core), socket (one for each socket, using its cores) or their number"};

const std::vector<Setting>& settings();

/// The variable's value, or its default if it is not set or empty.
std::string value_of(const Setting& setting);

/// value_of as an integer within [lowest, highest]. Throws InvalidInput naming
/// the variable, what it holds and what is allowed.
int integer_value_of(const Setting& setting, int lowest, int highest);

/// Tasks held in advance for each worker.
int window();

} // namespace tangram::sched
