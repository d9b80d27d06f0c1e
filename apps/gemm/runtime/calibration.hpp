#pragma once

/// Measures the GEMM kernel on all workers and enters what it took into StarPU's performance model.
///
/// StarPU's own calibration takes the mean, throws away what is far from it, and everything where that is much: on a
/// machine with other work it may never end. Here the middle half of the times counts, and how far they are apart is
/// told, not a reason to fail.

#include "apps/gemm/kernels/codelets.hpp"
#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/matrix/tile_grid.hpp"
#include "apps/gemm/support/middle.hpp"

#include <optional>
#include <vector>

#include <starpu.h>

namespace tangram::apps {

/// Whether a model knows a time: StarPU says NaN, in simulation 0, where it does not.
bool is_known_time(double microseconds);

/// Runs the kernel on every worker at once, as often as StarPU wants (10 times on the slowest, or for a second where
/// that is less often), and up to four times as often where its times vary. What it took (microseconds) becomes the
/// codelets' model of `probe`, a task of that shape, for workers without a known time in `expected`; the result is per
/// worker, nothing where the time was known. Workers that share a model (all CPU workers) share their runs. Throws
/// RunFailure if a kernel fails.
std::vector<std::optional<Middle>> calibrate(TileShape shape, Precision precision, GemmCodelets& codelets,
                                             GemmTaskArguments& arguments, starpu_task* probe,
                                             const std::vector<double>& expected);

} // namespace tangram::apps
