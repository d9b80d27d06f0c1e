#pragma once

/// From the name of a policy, Tangram's or StarPU's, to what StarPU is given.

#include "sched/policies/strategies.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tangram::sched::starpu {

/// Names of the policies that StarPU brings along.
std::vector<std::string> starpu_policies();

/// Our strategy of this name (any spelling), nothing if it is one of StarPU's policies. Throws InvalidInput if it is
/// neither, with a guess, and all there are: `ours`, in one line, and StarPU's.
std::optional<Strategy> selected_strategy(const std::string& name, const std::string& ours = strategy_names());

} // namespace tangram::sched::starpu
