#pragma once

/// How many products of each tile a node leaves for the end of its zone, when it goes on tile
/// by tile (ZoneOrder).
///
/// Of the accelerators' an eighth: measured on the simulated machines, where with half of
/// them small products wait for tiles, and with none C goes home at the end.
///
/// At home, where all tiles are there from the start, nothing waits: the longer its end, the
/// more products a thief finds in a tile (TileHolders), and the fewer tiles move. But they
/// run one after the other, and home's workers are slow: a tile that is begun last must not
/// take long.
///
/// Beyond seed 003.

#include "partition/allocation.hpp"
#include "sched/node_speed.hpp"
#include "sched/task.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched {

/// Of fewer than eight products none.
inline std::uint32_t zone_end(std::uint32_t depth) {
    return depth / 8;
}

/// By node, at most depth each. speeds: by node; empty: unknown, then home is as the others.
std::vector<std::uint32_t> zone_ends(const partition::Allocation& allocation, std::uint32_t depth,
                                     const std::vector<NodeSpeed>& speeds, std::optional<Node> home);

} // namespace tangram::sched
