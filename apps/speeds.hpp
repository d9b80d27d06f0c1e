#pragma once

/// The speed of each memory node for GEMM tiles of one shape: the sum of its
/// workers' speeds from StarPU's performance models, which are calibrated first
/// where they know too little.

#include "apps/matrix.hpp"
#include "apps/runtime.hpp"
#include "sched/zone_blocks.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tangram::apps {

/// A task's tile of C (m x n) and depth k, in elements.
struct TileShape {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;

    [[nodiscard]] double flops() const {
        return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    }

    bool operator==(const TileShape&) const = default;
};

/// Of the tiles of A, B and C of a task of this shape.
sched::TileBytes tile_bytes(const TileShape& shape, Precision precision);

struct Speeds {
    std::vector<double> flops_per_second; ///< per node of Runtime::nodes()
    std::vector<double> task_seconds;     ///< of a full tile, per worker
    bool calibrated_now = false;
    std::uint32_t footprint = 0; ///< of the full tile in the history model
};

/// Speeds for tiles of `shape`. Where a model lacks samples, runs the kernel on
/// every worker at once (the speeds wanted are those under load) and says so
/// through `notify`, if given. Throws Unavailable if a simulated machine has no
/// model for this tile.
Speeds node_speeds(Runtime& runtime, Precision precision, TileShape shape, const Notify& notify = {});

/// Runs of a kernel on each worker that make a model, with the one that warms it up.
inline constexpr int calibration_runs = 11;

/// Sizes of square tiles that all kinds of workers have models of, ascending.
std::vector<std::int64_t> tiles_with_models(Precision precision, unsigned cores_per_cpu_worker);

} // namespace tangram::apps
