#pragma once

/// NRRP: dissection of a rectangle into one zone per processor, each a
/// rectangle or an L, with a small sum of half-perimeters.

#include "partition/zones.hpp"

#include <span>

namespace tangram::partition {

/// Non-rectangular recursive partitioning, the static allocation of seed 003
/// (section 3.2). The seed omits the algorithm; this is a reconstruction with
/// the published guarantee (specs/partition.md, section 2), not the authors'
/// code: zones may differ from theirs.
///
/// \param speeds  one per processor (memory node), in any unit and any order
/// \param height  side of the domain along the rows, in any unit
/// \param width   side of the domain along the columns, same unit
/// \return zones in the order of `speeds`, with areas in proportion to them.
///   Neighbouring boxes share their edges as identical doubles and no box
///   leaves the domain.
///
/// On domains of aspect at most 5/2 the sum of half-perimeters is at most
/// 2/sqrt(3) = 1.1547 times the lower bound 2 * sum of sqrt(area). Longer
/// domains are first cut into shorter ones, without that guarantee.
///
/// Throws InvalidInput when there are no speeds, or when a speed or a side is
/// not a positive finite number. O(k log k) for k processors.
[[nodiscard]] Partition nrrp(std::span<const double> speeds, double height = 1, double width = 1);

} // namespace tangram::partition
