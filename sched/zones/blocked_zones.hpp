#pragma once

/// Zones of nodes whose memory does not hold them. A zone of any shape can be cut in blocks that fit
/// (zone_blocks), but what it reads depends on how they look, and three blocks of a square are far from
/// squares. So the blocks are made first: a node whose zone takes q of them takes part in the partition
/// as q processors of a q-th of its speed, and their zones are its blocks.
///
///     a zone in three blocks        three zones of a node
///     +--+-----+                    +---+  +---+  +---+
///     |  |     |                    |   |  |   |  |   |
///     |  +-----+                    +---+  +---+  +---+
///     |  |     |                    wherever the partitioner puts them, as each block reads
///     +--+-----+                    all of its rows and columns anew anyway
///
/// Of both the one that moves less is taken, thefts of what zones have too much included; never one by which a
/// node takes 10% longer than it should, unless the zones in strips are as far off.
///
/// Both are made with room for slices by growing rows and columns, and for slices row by row or column by column
/// (SliceRoom), which take less memory but more time: those are taken if they move at least 1% less. Blocks that
/// need no such slices keep growing ones. In Eyraud-Dubois and Lambert (2018) zones fit.

#include "partition/base/problem.hpp"
#include "sched/zones/allocations.hpp"
#include "sched/zones/block_footprints.hpp"
#include "sched/zones/tile_bytes.hpp"

#include <cstddef>
#include <vector>

namespace tangram::sched {

/// The kind's allocation for the problem's nodes, rows x columns tiles of C, in blocks where `memory`,
/// bytes by node, does not hold a zone with all its tiles of A, B and C. In three dimensions zones are cut:
/// there a block reads as much of A and B as its zone is deep.
///
/// Blocks that are zones of their own come from best_partitioner() and the kind's discretisation. If one
/// does not fit after that its node gets one more, twice; what still does not fit is cut.
///
/// Throws InvalidInput as the partitioners do. If all zones fit it takes what kind.allocate() does, else up to
/// six partitions more of so many processors as there are blocks: some milliseconds with Rounded, a search for
/// tiles each with Refined. Each search spends at most half of what the options' budget has left, so that it lasts
/// for those that follow.
BlockedZones blocked_zones(const AllocationKind& kind, const partition::Problem& problem, std::size_t rows,
                           std::size_t columns, std::size_t depth, const TileBytes& tile,
                           const std::vector<double>& memory, const partition::TileOptions& options = {});

} // namespace tangram::sched
