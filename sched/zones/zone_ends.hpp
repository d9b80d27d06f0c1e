#pragma once

/// How many products of each tile a node leaves for the end of its zone, when it goes on rank
/// by rank (ZoneOrder).
///
/// Accelerators leave an eighth: measured on the simulated machines, where with half of them small
/// products wait for tiles, and with none C goes home at the end. Fast ones leave as many products as
/// they compute while one tile of C travels, else copies still queue when the work is done:
/// simulated, a GPU of 60 TFlop/s behind 50 GB/s has a product of 16384 with tiles of 2048 home after
/// 1.06 times its work instead of 1.20.
///
/// At home, where all tiles are there from the start, nothing waits: the longer its end, the
/// more products a thief finds in a tile (TileHolders), and the fewer tiles move. But they
/// run one after the other, and home's workers are slow: a tile that is begun last must not
/// take long.
///
/// Not in Eyraud-Dubois and Lambert (2018). Thresholds: docs/algorithms.md, The order of a zone.

#include "partition/base/allocation.hpp"
#include "sched/base/node_speed.hpp"
#include "sched/base/task.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched {

/// Of fewer than eight products none.
inline std::uint32_t zone_end(std::uint32_t depth) {
    return depth / 8;
}

/// By node, at most depth each, of accelerators at most half of it. speeds: by node; empty: unknown, then an eighth.
/// home: empty if nobody steals from it; its end is then as the others'. reads_c: tiles of C come, too; then
/// accelerators leave at most a quarter where RAM limits the product, as longer ends need more of A and B.
std::vector<std::uint32_t> zone_ends(const partition::Allocation& allocation, std::uint32_t depth,
                                     const std::vector<NodeSpeed>& speeds, std::optional<Node> home,
                                     bool reads_c = false);

} // namespace tangram::sched
