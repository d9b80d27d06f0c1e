#pragma once

/// A lower bound on the time of a program's tasks, whatever their order.

#include "sched/graph/machine_view.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace tangram::sched::graph {

/// No schedule is shorter than these seconds: the least time if each task could be divided among all workers, without
/// dependencies and transfers (the area bound). For any prices of a second of each kind's workers, whose sum over the
/// workers is 1, a schedule lasts at least as long as the cheapest execution of all tasks costs; multiplicative weights
/// find prices within some thousandths of the best (Plotkin, Shmoys and Tardos 1995). tasks: how many of each kind of
/// task; workers: how many of each kind. O(kinds of workers times kinds of tasks).
double area_bound(const std::vector<std::pair<const Seconds*, double>>& tasks, const std::vector<std::size_t>& workers);

} // namespace tangram::sched::graph
