#pragma once

/// A zone that does not fit a node's memory is worked off in blocks of tiles of C that do: the tiles
/// of a block stay while those of A and B pass by, a column and a row for each product along k.
/// In a memory of S tiles a block of s x s, s^2 + 2 s <= S, reads 2 s tiles for s^2 products, 2 / s for
/// each, where no order can do with less than some 2 / sqrt(S) (Hong and Kung 1981; Irony, Toledo and
/// Tiskin 2004). Row by row (SliceOrder) s^2 + s and a few are enough.
///
/// A zone is cut like a domain for equal processors, with few blocks and short perimeters: in strips,
/// which are cut across, as a grid of equal blocks needs up to a third more of them.
///
///     +--+-----+-----+     rows a + r columns b tiles for each product along k in a strip of r blocks,
///     |  |     |     |     of its columns only
///     |  +-----+-----+
///     |  |     |     |
///     +--+-----+-----+
///
/// In Eyraud-Dubois and Lambert (2018) zones fit. Thresholds: docs/algorithms.md, Zones that do not fit.

#include "partition/base/allocation.hpp"
#include "sched/zones/tile_bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tangram::sched {

/// How a block's tiles of C are visited in a slice, that is for one product along k.
enum class SliceOrder : std::uint8_t {
    growing, ///< rows and columns together: all tiles of A and B that the slice reads stay until it is done
    rows,   ///< row by row: those of B stay, of A a few at a time; the second row starts once a whole row of B is there
    columns ///< column by column: the other way around
};

/// How much room a block leaves for A and B beside its tiles of C: for slices by growing rows and columns, or for the
/// cheaper of rows and columns.
enum class SliceRoom { growing, lines };

/// Where the zone's rows from `row` on and its columns from `column` on cross, by rank (ZoneRanks).
struct Block {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;

    bool operator==(const Block&) const = default;
};

/// Of a zone, in the order in which they are worked off.
using Blocks = std::vector<Block>;

/// Bytes of a block's tiles of C and of those of A and B that it has with them in a slice. The footprint: for one
/// product.
double slice_bytes(const partition::Footprint& block, const TileBytes& tile, SliceOrder order);
double slice_bytes(const partition::Footprint& block, const TileBytes& tile, SliceRoom room);

/// Tiles of C, not a whole number, in the largest square block with slice_bytes() of at most `memory`.
double largest_square(double memory, const TileBytes& tile, SliceRoom room);

/// The blocks, of a zone of rows x columns tiles, that read least, in strips of equal ones: each has
/// slice_bytes() of at most `memory`. The whole zone if it fits so; single tiles if not even they do.
/// O(rows x columns).
Blocks blocks_that_fit(std::size_t rows, std::size_t columns, double memory, const TileBytes& tile, SliceRoom room);

/// By tile of the allocation: in which block of its owner's zone it is, from 0 in the order in which they
/// are worked off. Empty: each zone is one block, as all zones fit.
using BlockNumbers = std::vector<std::uint32_t>;

/// Blocks may fill all of a memory: to make room for tiles of A and B StarPU drops those that were
/// used longest ago, whose products are done. Measured on the simulated machines (experiments/memory.sh):
/// a tenth that is kept free costs up to 24% of traffic, where it takes one block more.
///
/// The zones of an allocation that `memory`, bytes by node, does not hold with all
/// their tiles of A, B and C, whether or not C is read, in blocks: one, if `memory` holds its
/// slice_bytes(). Else it is cut as if it had no holes, rows and columns with most tiles
/// first. A block of a zone with holes may hold fewer tiles than there is room for, or none. Empty if all
/// zones fit. O(tiles log tiles), and for each zone that is cut what blocks_that_fit() takes.
BlockNumbers zone_blocks(const partition::Allocation& allocation, std::size_t depth, const TileBytes& tile,
                         const std::vector<double>& memory, SliceRoom room);

} // namespace tangram::sched
