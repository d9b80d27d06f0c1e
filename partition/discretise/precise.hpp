#pragma once

/// Precise: from zones to tiles with exact numbers of tiles
/// (Eyraud-Dubois and Lambert 2018, section 3.3).

#include "partition/base/allocation.hpp"
#include "partition/base/zones.hpp"

#include <cstddef>
#include <span>

namespace tangram::partition {

/// The Precise routine (Eyraud-Dubois and Lambert 2018, Algorithm 1) for two and
/// three dimensions: each processor gets the tiles that lie wholly inside one of
/// its boxes, and the others go, in row-major order, to the neighbour with the
/// fewest tiles left to get, or else to whoever has the fewest left. The paper
/// leaves ties open: here the lowest index (docs/algorithms.md, Precise).
///
/// Every processor gets exactly its target - partial_sum_targets(), or any
/// other numbers that sum to the grid's tiles; with targets below the number of
/// tiles inside a processor's boxes, some of those go to its neighbours too.
///
/// Throws InvalidInput for a grid without tiles or too large for memory, of
/// several layers for a two-dimensional partition, or when there is not one
/// target per zone or they do not sum to the grid's tiles; std::logic_error
/// when the zones overlap or leave the domain. O(tiles * log k) for k
/// processors, at worst.
[[nodiscard]] Allocation precise(const Partition& partition, std::span<const std::size_t> targets, const Grid& grid);

} // namespace tangram::partition
