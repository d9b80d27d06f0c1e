#pragma once

/// Rounded: from zones to tiles by rounding coordinates
/// (Eyraud-Dubois and Lambert 2018, section 3.3).

#include "partition/base/allocation.hpp"
#include "partition/base/zones.hpp"

namespace tangram::partition {

/// Tiles of a grid laid over the partition's domain: each coordinate goes to
/// the nearest grid line, halves up. Keeps the shape of the
/// zones and with it the traffic; the load is off by up to half a tile along
/// each edge, and a small processor may get no tile at all.
///
/// Throws InvalidInput for a grid without tiles or too large for memory, or of
/// several layers for a two-dimensional partition, and std::logic_error when
/// the zones overlap, leave gaps or leave the domain. O(tiles).
[[nodiscard]] Allocation rounded(const Partition& partition, const Grid& grid);

} // namespace tangram::partition
