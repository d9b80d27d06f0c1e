#pragma once

/// Tangram as a scheduling policy of StarPU: the table of callbacks, which pass each call on to the Adapter of its
/// scheduling context.

#include "sched/policies/settings.hpp"
#include "sched/policies/strategies.hpp"

#include <starpu.h>

namespace tangram::sched::starpu {

/// StarPU's description of the strategy, for starpu_conf::sched_policy. Lives
/// until the program ends. settings: for tasks that are not of Tangram's library.
starpu_sched_policy* policy_of(const Strategy& strategy, const Settings& settings);

} // namespace tangram::sched::starpu
