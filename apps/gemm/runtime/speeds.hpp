#pragma once

/// The speed of each memory node for GEMM tiles of one shape: the sum of its
/// workers' speeds from StarPU's performance models, which are calibrated first
/// where they know too little.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/matrix/tile_grid.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "sched/base/task.hpp"
#include "sched/zones/tile_bytes.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace tangram::apps {

/// Of the tiles of A, B and C of a task of this shape.
sched::TileBytes tile_bytes(const TileShape& shape, Precision precision);

struct Speeds {
    std::vector<double> flops_per_second; ///< per node of Runtime::nodes()
    std::vector<double> task_seconds;     ///< of a full tile, per worker
    bool calibrated_now = false;
    std::uint32_t footprint = 0;          ///< of the full tile in the history model
    std::vector<double> corrections = {}; ///< per node, of the models' seconds, by measured tiles (MeasuredSpeeds)

    /// The node's seconds for a full tile by those of its models: 1 unless products have corrected them.
    [[nodiscard]] double correction(sched::Node node) const { return corrections.empty() ? 1 : corrections[node]; }
    [[nodiscard]] bool corrected() const {
        return std::any_of(corrections.begin(), corrections.end(), [](double factor) { return factor != 1; });
    }
};

/// Speeds for tiles of `shape`. Where a model lacks samples, runs the kernel on
/// every worker at once (the speeds wanted are those under load) and says so
/// through `notify`, if given. Throws Unavailable if a simulated machine has no
/// model for this tile, or if a task's tiles do not fit into a device's memory or, to
/// calibrate with, into the machine's.
Speeds node_speeds(Runtime& runtime, Precision precision, TileShape shape, const Notify& notify = {});

/// Seconds that it takes to make a model of a kernel that takes so many on the slowest worker.
double calibration_seconds(double task_seconds);

/// Sizes of square tiles that all kinds of workers have models of, ascending.
std::vector<std::int64_t> tiles_with_models(Precision precision, unsigned cores_per_cpu_worker);

} // namespace tangram::apps
