#pragma once

/// What no partition, and no allocation, can cost less than.

#include "partition/base/allocation.hpp"
#include "partition/base/problem.hpp"

#include <cstddef>
#include <span>

namespace tangram::partition {

/// Least half-perimeter of any set of this area in a domain with this short side.
[[nodiscard]] double least_half_perimeter(double area, double short_side);

/// Lower bound on cost() over all two-dimensional partitions: a zone of area a
/// has a half-perimeter of at least 2 sqrt(a), a square's, or d + a/d where
/// that square would not fit the domain's short side d. Depth and C factor play
/// no part.
///
/// Throws InvalidInput as require_valid() does. O(k).
[[nodiscard]] double half_perimeter_bound(const Problem& problem);

/// Lower bound on cost() over all three-dimensional partitions: the product of
/// a zone's three projections is at least its volume squared (Loomis and
/// Whitney 1949), which makes 3 v^(2/3) for a C factor of 1, and more where no
/// such cube fits the domain: no projection exceeds a face of the domain, nor is
/// less than the volume by the domain's length along it.
///
/// Throws InvalidInput as require_valid() does. O(k).
[[nodiscard]] double half_surface_bound(const Problem& problem);

/// Lower bound on tile_cost() over all allocations with these numbers of tiles
/// per processor: with one layer the sum of weight times ceil(2 sqrt(n)), or
/// more where no such square fits the grid; with several as half_surface_bound().
///
/// Throws InvalidInput unless there is one count per speed, together not above
/// the grid's tiles. O(k).
[[nodiscard]] double tile_bound(std::span<const std::size_t> tile_counts, const Grid& grid, const Problem& problem);

} // namespace tangram::partition
