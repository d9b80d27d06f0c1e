#pragma once

/// Ranks of the rows and columns of a set of tiles, a zone or a block of one: those with more tiles come
/// first, so that a zone with holes grows where it is full.

#include "partition/base/allocation.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tangram::sched {

/// Positions by falling count, equal counts in their order. O(n log n).
std::vector<std::uint32_t> by_falling_count(const std::vector<std::size_t>& counts);

/// By position, where it is among them. O(n log n).
std::vector<std::uint32_t> ranks_by_count(const std::vector<std::size_t>& counts);

/// How many positions have any.
std::uint32_t used(const std::vector<std::size_t>& counts);

struct ZoneRanks {
    std::vector<std::uint32_t> rows; ///< by row of the grid; those without a tile come last
    std::vector<std::uint32_t> columns;
    std::uint32_t rows_used = 0; ///< with a tile
    std::uint32_t columns_used = 0;
};

/// tiles: indices into the allocation's owners. O(tiles + sides log sides).
ZoneRanks zone_ranks(const partition::Allocation& allocation, const std::vector<std::size_t>& tiles);

/// For each number, the indices at which it is; numbers below `count`. O(numbers + count).
std::vector<std::vector<std::size_t>> places_of(const std::vector<std::size_t>& numbers, std::size_t count);

} // namespace tangram::sched
