#pragma once

/// From the name of a policy, Tangram's or StarPU's, to what StarPU is given.

#include "sched/policies/strategies.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tangram::sched::starpu {

/// Names of the policies that StarPU brings along.
std::vector<std::string> starpu_policies();

/// What a user may choose from.
struct StrategyNames {
    std::vector<std::string> names;
    std::string in_one_line; ///< for errors
};

/// All strategies.
StrategyNames all_strategy_names();

/// Our strategy of this name (any spelling), nothing if it is one of StarPU's policies. Throws InvalidInput if it is
/// neither, with a guess, and all that there is.
std::optional<Strategy> selected_strategy(const std::string& name, const StrategyNames& ours = all_strategy_names());

} // namespace tangram::sched::starpu
