#pragma once

/// What partitions and allocations cost; bounds.hpp says what none can cost less than.

#include "partition/base/allocation.hpp"
#include "partition/base/problem.hpp"
#include "partition/base/zones.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tangram::partition {

/// Sum of the sizes of the zone's projections on the two axes of C, in the unit
/// of its coordinates (Eyraud-Dubois and Lambert 2018, section 3.1). O(b log b) for b boxes.
[[nodiscard]] double half_perimeter(const Zone& zone);

/// Sum of the areas of the zone's projections on the faces A (x, z), B (y, z)
/// and C (x, y), the last counted `c_factor` times (Eyraud-Dubois and Lambert
/// 2018, section 3.1: half the surface of a cuboid). O(b log b) for b boxes.
[[nodiscard]] double half_surface(const Zone& zone, double c_factor = 1);

/// half_perimeter() (2D) or half_surface() (3D) of each zone, in their order.
[[nodiscard]] std::vector<double> zone_sizes(const Partition& partition, double c_factor = 1);

/// The objective of the partitioners: half-perimeters (2D: PERI-SUM) or
/// surfaces (3D: MSCubeP) of all zones, each times its processor's weight.
/// Throws InvalidInput as require_valid() does, or when the problem has another
/// number of processors.
[[nodiscard]] double cost(const Partition& partition, const Problem& problem);

/// The same of zones of these zone_sizes().
[[nodiscard]] double cost(std::span<const double> sizes, const Problem& problem);

/// The objective after discretisation, in tiles: rows and columns (one layer)
/// or tiles of A, B and, c_factor times, of C (several layers) that each
/// processor touches, times its weight. Throws InvalidInput as require_valid()
/// does, or when the problem has another number of processors. O(tiles).
[[nodiscard]] double tile_cost(const Allocation& allocation, const Problem& problem);

/// Largest number of tiles by what the speeds ask for: 1 is perfect balance,
/// 1.1 a makespan 10% above it.
/// Throws InvalidInput unless there is one count per speed, not all of them 0. O(k).
[[nodiscard]] double max_load_ratio(std::span<const std::size_t> tile_counts, std::span<const double> speeds);

} // namespace tangram::partition
