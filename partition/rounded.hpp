#pragma once

/// Rounded: from zones to tiles by rounding coordinates (seed 003, section 3.3).

#include "partition/allocation.hpp"
#include "partition/zones.hpp"

#include <cstddef>

namespace tangram::partition {

/// Tiles of a `rows` x `columns` grid laid over the partition's domain: each
/// coordinate goes to the nearest grid line, halves up. Keeps the shape of the
/// zones and with it the traffic; the load is off by up to half a tile along
/// each edge, and a small processor may get no tile at all.
///
/// Throws InvalidInput for a grid without tiles or too large for memory, and
/// std::logic_error when the zones overlap, leave gaps or leave the domain.
/// O(rows * columns).
[[nodiscard]] Allocation rounded(const Partition& partition, std::size_t rows, std::size_t columns);

} // namespace tangram::partition
