#pragma once

/// Runs a kernel on all workers at once and says how long it takes there: the speeds that plans need are those of
/// workers that all work, share memory and, on emulated nodes, cores.

#include <cstddef>
#include <functional>
#include <vector>

#include <starpu.h>

namespace tangram::apps {

/// Makes the next task for a worker, not yet submitted. Called on any thread.
using MakeTask = std::function<starpu_task*(unsigned worker)>;

/// What is enough of a kernel that takes long: two runs, if they take so many seconds together.
inline constexpr double seconds_of_enough_runs = 1;

/// Microseconds of each run, per worker. Every worker runs until the slowest has run `runs` times, or often enough
/// (seconds_of_enough_runs), so that none is measured while others idle. Tasks without a performance model leave no
/// trace in StarPU's. Needs StarPU's profiling to be on. Throws RunFailure if StarPU refuses a task.
std::vector<std::vector<double>> kernel_times(const MakeTask& make_task, std::size_t runs);

} // namespace tangram::apps
