#pragma once

/// Every TANGRAM_* variable: its name, default and meaning in one place, shown
/// by `tangram policies`.

#include "sched/workload.hpp"

#include <cstdint>
#include <optional>
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

/// In which order a node executes its own tasks (Order).
inline constexpr Setting order_setting{
    "TANGRAM_ORDER", "zone",
    "order of a node's own tasks: zone (slices of a growing zone; tiles of C come late, thieves wait for the end "
    "of their own zone) or submission (row by row, as in the paper)"};

/// Without a reduction, tasks on one tile of C wait for each other; whether in the
/// order of k (seed 003, section 4.3.2) or in any (StarPU's STARPU_COMMUTE).
inline constexpr Setting commute_setting{
    "TANGRAM_COMMUTE", "0",
    "1: tasks that add to one tile of C run in any order, one at a time; 0: in the order of submission"};

/// Problem::c_factor of plans in three dimensions. Seed 003 (section 6) proposes a higher
/// cost on the axis of C, as what a reduction moves is no part of the model.
inline constexpr Setting c_factor_setting{
    "TANGRAM_C_FACTOR", "1",
    "what a tile of C costs by one of A or B, in plans in three dimensions: 1 where auxiliary tiles are copied from "
    "device to device, 2 where they go through RAM; 0.01 to 100"};

/// When strategies in two phases change (seed 000, section 3.3).
inline constexpr Setting beta_setting{
    "TANGRAM_BETA", "auto",
    "...-2phases: the second phase starts when exp(-beta) of the tasks are left; 0 to 100, or auto: as the analysis "
    "advises for the nodes' speeds"};

inline constexpr Setting seed_setting{
    "TANGRAM_SEED", "1",
    "seed of random choices (rand-steal; effective-steal where no task has a tile; ...-outer, ...-matrix); 0 to "
    "2147483647"};

const std::vector<Setting>& settings();

/// The variable's value, or its default if it is not set or empty.
std::string value_of(const Setting& setting);

/// value_of as an integer within [lowest, highest]. Throws InvalidInput naming
/// the variable, what it holds and what is allowed.
int integer_value_of(const Setting& setting, int lowest, int highest);

/// value_of as a number within [lowest, highest]. Throws InvalidInput as integer_value_of does;
/// otherwise: what it says is allowed besides.
double number_value_of(const Setting& setting, double lowest, double highest, std::string_view otherwise = "");

/// The variable as one of `allowed`. Throws InvalidInput as integer_value_of does.
std::string choice_of(const Setting& setting, const std::vector<std::string>& allowed);

/// Tasks held in advance for each worker.
int window();

/// TANGRAM_ORDER, TANGRAM_COMMUTE, TANGRAM_C_FACTOR, TANGRAM_BETA (nothing: auto), TANGRAM_SEED.
Order order();
bool commutes();
double c_factor();
std::optional<double> beta();
std::uint64_t seed();

/// Throws InvalidInput if a variable holds something that is not allowed: called
/// before StarPU starts, since nothing may be thrown from its callbacks.
void check_settings();

} // namespace tangram::sched
