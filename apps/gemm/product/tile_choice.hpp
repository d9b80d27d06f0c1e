#pragma once

/// GemmOptions::measures_tile: the tile size with which a product is done first, by an estimate from kernels that are
/// measured with each candidate (node_speeds) and from the links.
///
///     node: max(its work, its transfers) + first tiles + waits for more + last tile of C home
///     all:  max(slowest node + the others' wait for the last task, submission of all tasks)
///
/// Large tiles run faster and are fewer; small ones let work start sooner, and let slow workers, whose
/// last task all wait for, take part. A GPU wants large ones, a CPU group small ones: the estimate is the
/// least over the fastest nodes, for the best number of them, as nobody waits for one that is too slow.
///
/// What it does not see: links that share a bus, and how whole tiles are shared out. Checked by simulation
/// (tests/apps/command/command_simulated_test.cpp): where that decides, in short products, its choice is up to 28%
/// slower than the best one.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/runtime/speeds.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tangram::apps {

/// A product cut into tiles of one size, and what is known of the machine.
struct TiledEstimate {
    TileShape product; ///< m, n, k of all of it
    TileShape tile;    ///< a full one
    std::size_t element_bytes = 8;
    bool reads_c = false;          ///< beta is not 0
    std::vector<MemoryNode> nodes; ///< in the order of the speeds
    std::vector<double> speeds;    ///< flops per second, by node
    std::vector<Link> links;       ///< those from RAM count

    /// Until the last task is done and C is home. O(nodes log nodes).
    [[nodiscard]] double seconds() const;
};

struct TileChoice {
    std::int64_t tile = 0;
    std::string reason; ///< one line for people
    bool calibrated_now = false;
};

/// Tries ever larger tiles until they take clearly longer, cannot be measured (devices' memory, say), or would take
/// over 10 seconds to calibrate, which the reason says. In simulation: the tiles that the platform has models of.
/// Throws InvalidInput for a simulated machine whose kernels are as fast with any tile (synthetic ones),
/// Unavailable if there is none to try (no models; a product so large that all are too many), and what
/// node_speeds throws.
TileChoice choose_measured_tile(Runtime& runtime, TileShape product, Precision precision, bool reads_c,
                                const Notify& notify);

} // namespace tangram::apps
