#pragma once

/// How long a product takes with tiles of one size: an estimate from kernels that were measured with that size
/// (node_speeds) and from the links, before there are zones.
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

#include "apps/gemm/machines/machine.hpp"
#include "apps/gemm/matrix/tile_grid.hpp"

#include <cstddef>
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
    double bytes_of_line = 0;      ///< that copying a line of a tile costs besides its own

    /// Until the last task is done and C is home. O(nodes log nodes).
    [[nodiscard]] double seconds() const;

    /// Seconds of one task on one of the node's workers; a node's speed is shared equally by its workers.
    [[nodiscard]] double task_seconds(std::size_t node) const;
};

} // namespace tangram::apps
