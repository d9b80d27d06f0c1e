#pragma once

/// Calls of CLBlast from the threads of several workers; for builds with OpenCL.

#include "apps/gemm/kernels/clblast_shape.hpp"

#include <functional>

#include <clblast_c.h>

namespace tangram::apps {

/// Enqueues a routine's kernels, by a function that returns CLBlast's status; on a CPU's device it also
/// waits for their end. Throws RunFailure with the status, naming the routine. Safe from several threads.
///
/// CLBlast 1.5 fills its table of tuning parameters in the first call of all, without a lock (its issue
/// 486: status -2039 or a crash): that call is made alone. So is, among those on CPUs' devices, the first
/// one for each shape (OpenclCpuCalls), which may wait for calls of other workers: the time of such a task
/// says little.
void call_clblast(const ClblastShape& shape, cl_command_queue queue, const std::function<CLBlastStatusCode()>& enqueue);

} // namespace tangram::apps
