#pragma once

/// How long the plan of a product may take: little beside the product, which waits for it.

#include "partition/base/work_budget.hpp"
#include "sched/plan/planned_product.hpp"

#include <algorithm>

namespace tangram::sched {

/// Of PlannedProduct::planning_effort.
inline constexpr double most_planning_effort = partition::most_effort;

/// Returns nominal nanoseconds (partition::WorkBudget): 2% of the lower bound on the product's time, at most 0.3
/// seconds and at least 5 milliseconds, times PlannedProduct::planning_effort. It is work that is limited, and not a
/// time, so that equal products have equal plans on a busy machine, too.
inline double planning_limit(const PlannedProduct& product) {
    constexpr double part = 0.02;
    constexpr double least_seconds = 0.005;
    constexpr double most_seconds = 0.3;
    return product.planning_effort * partition::work_of_second *
           std::clamp(part * product.seconds_bound, least_seconds, most_seconds);
}

} // namespace tangram::sched
