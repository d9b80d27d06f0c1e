#pragma once

/// Tiles of C that a zone reserves for thieves. A plan of whole rectangles gives some nodes
/// more tiles than they can do in time and others fewer (Eyraud-Dubois and Lambert
/// 2018, section 3.3: Rounded):
/// who will steal, and how much, is known before the first task.
///
///     tiles_n > rate_n T: node n has floor(tiles_n - rate_n T) too many   (T: all done at once),
///                         at most tiles_n - workers_n, as its workers begin the others at once
///     tiles_n < rate_n T: node n is a thief, and wants so many, if its workers are fast
///
/// A zone's surplus is reserved: it stays whole until the zone's end (ZoneOrder), so that thieves take all
/// products of a tile one after the other, and C once; and it lies in rows and columns that
/// the thieves work on anyway. Where thieves take single products of tiles that are nearly
/// done instead, they need two or three tiles for each product, just when C goes home.
/// Not in Eyraud-Dubois and Lambert (2018). Thresholds: docs/algorithms.md, Spare tiles.

#include "partition/base/allocation.hpp"
#include "sched/base/node_speed.hpp"
#include "sched/base/task.hpp"

#include <optional>
#include <vector>

namespace tangram::sched {

/// The thief for which each tile of an allocation in two dimensions is reserved, if there is one,
/// row-major. speeds: by node, one for each of the allocation's processors; those without a
/// rate neither steal nor reserve anything. Empty in three dimensions.
/// O(nodes x tiles) for each row or column that a thief gets, of which there are a few.
std::vector<std::optional<Node>> spare_tiles(const partition::Allocation& allocation,
                                             const std::vector<NodeSpeed>& speeds);

} // namespace tangram::sched
