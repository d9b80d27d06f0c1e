#pragma once

/// Zones in blocks, and what each block touches and reads: estimates are made of it, whoever cut the zones
/// (blocked_zones.hpp).

#include "partition/base/allocation.hpp"
#include "sched/base/task.hpp"
#include "sched/zones/tile_bytes.hpp"
#include "sched/zones/zone_blocks.hpp"

#include <cstddef>
#include <vector>

namespace tangram::sched {

struct BlockedZones {
    partition::Allocation allocation;
    BlockNumbers blocks;
    std::vector<SliceOrder> slice_orders = {}; ///< by tile; empty: all blocks' slices are by growing rows and columns
};

/// The tiles that a node touches for one of its blocks.
struct BlockFootprint {
    Node node = 0;
    partition::Footprint tiles;
};

/// All nodes' blocks, numbered consecutively.
struct NumberedBlocks {
    std::vector<std::size_t> of_tiles; ///< by tile
    std::vector<BlockFootprint> footprints;
};

/// O(tiles log tiles).
NumberedBlocks numbered_blocks(const BlockedZones& zones);

/// Of all blocks, in no order. O(tiles log tiles).
std::vector<BlockFootprint> block_footprints(const BlockedZones& zones);

/// By node, bytes of the tiles of A and B that its blocks read along all `depth` products. O(tiles log tiles).
std::vector<double> input_bytes(const BlockedZones& zones, std::size_t depth, const TileBytes& tile);

} // namespace tangram::sched
