#pragma once

/// A zone that does not fit a node's memory is worked off in blocks of tiles of C that do: the tiles
/// of a block stay while those of A and B pass by, a column and a row for each product along k.
/// In a memory of S tiles a block of s x s, s^2 + 4 s <= S, reads 2 s tiles for s^2 products, 2 / s for
/// each, where no order can do with less than some 2 / sqrt(S) (Hong and Kung 1981; Irony, Toledo and
/// Tiskin 2004).
///
/// Beyond seed 003, whose zones fit.

#include "partition/allocation.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tangram::sched {

/// Of full tiles, each of its own shape.
struct TileBytes {
    double a = 0;
    double b = 0;
    double c = 0;

    bool operator==(const TileBytes&) const = default;
};

/// Sides in tiles.
struct BlockSides {
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;

    bool operator==(const BlockSides&) const = default;
};

/// For a zone that fits: one block, whatever its rows and columns are.
inline BlockSides whole_grid(std::size_t rows, std::size_t columns) {
    return {static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(columns)};
}

/// The blocks of a zone of rows x columns tiles, some of each, that read least: as equal as may
/// be, and so large that `memory` bytes hold one beside two products' tiles of A and B, as those of
/// the next product arrive while the last ones are used. The whole zone if it fits so, a tile at
/// least. O(rows).
BlockSides block_sides(std::size_t rows, std::size_t columns, double memory, const TileBytes& tile);

/// Bytes of the tiles of A and B, along all `depth` products, of a zone in two dimensions.
double input_bytes(const partition::Footprint& zone, std::size_t depth, const TileBytes& tile);

/// The blocks of each zone of an allocation in two dimensions (ZonePlan): empty if `memory`, bytes by
/// node, holds all tiles of A, B and C of all of them, whether or not C is read.
std::vector<BlockSides> zone_blocks(const partition::Allocation& allocation, std::size_t depth, const TileBytes& tile,
                                    const std::vector<double>& memory);

} // namespace tangram::sched
