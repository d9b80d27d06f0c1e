#pragma once

/// An Allocation says which processor (memory node) computes each task: plain
/// data that can be printed, drawn, saved and tested without a GEMM.

#include "partition/base/zones.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tangram::partition {

/// Tiles of A, B and C that a processor touches: the projections of its tasks
/// on the three faces of the grid. With one layer these are the rows and the
/// columns that hold one of its tiles, and the number of its tiles.
struct Footprint {
    std::size_t a = 0; ///< distinct (i, k)
    std::size_t b = 0; ///< distinct (k, j)
    std::size_t c = 0; ///< distinct (i, j)

    bool operator==(const Footprint&) const = default;
};

/// Sides of a grid of tiles: rows x columns of C, in layers along the products k.
struct Grid {
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t layers = 1;

    [[nodiscard]] std::size_t tiles() const { return rows * columns * layers; }
};

/// Throws InvalidInput for a grid without tiles or too large for memory.
void require_valid(const Grid& grid);

/// Throws InvalidInput for a two-dimensional partition on several layers of tiles.
void require_same_dimensions(const Partition& partition, const Grid& grid);

/// Where a tile is in its grid.
struct Coordinates {
    std::size_t i = 0; ///< row
    std::size_t j = 0; ///< column
    std::size_t k = 0; ///< layer

    bool operator==(const Coordinates&) const = default;
};

/// A grid of rows x columns tiles of C, in layers along the products k. With
/// one layer (a 2D allocation) the owner of a tile computes it for all k.
struct Allocation {
    std::string name; ///< partitioner and discretisation, e.g. "nrrp-rounded"
    std::size_t rows = 0;
    std::size_t columns = 0;
    std::size_t processors = 0;
    std::vector<std::size_t> owners; ///< rows x columns x layers, row-major, each < processors
    std::size_t layers = 1;

    [[nodiscard]] bool is_3d() const { return layers > 1; }

    [[nodiscard]] std::size_t index(std::size_t i, std::size_t j, std::size_t k = 0) const {
        return (i * columns + j) * layers + k;
    }
    /// Of the tile with this index.
    [[nodiscard]] Coordinates coordinates(std::size_t index) const {
        return {index / layers / columns, index / layers % columns, index % layers};
    }
    [[nodiscard]] std::size_t owner(std::size_t i, std::size_t j, std::size_t k = 0) const {
        return owners[index(i, j, k)];
    }
    /// Of the k-th product of C(i,j): in two dimensions the tile's, whatever k is.
    [[nodiscard]] std::size_t index_of_product(std::size_t i, std::size_t j, std::size_t k) const {
        return index(i, j, is_3d() ? k : 0);
    }
    [[nodiscard]] std::size_t owner_of_product(std::size_t i, std::size_t j, std::size_t k) const {
        return owners[index_of_product(i, j, k)];
    }

    /// Products that each tile stands for, of `depth` along k: in two dimensions all.
    [[nodiscard]] std::size_t products_of_tile(std::size_t depth) const { return is_3d() ? 1 : depth; }

    /// Tiles of the grid per processor. O(tiles).
    [[nodiscard]] std::vector<std::size_t> tile_counts() const;

    /// Per processor. O(tiles).
    [[nodiscard]] std::vector<Footprint> footprints() const;

    /// Sum over processors of the number of distinct rows and of distinct
    /// columns that hold one of its tiles: the half-perimeter of the zones
    /// after discretisation, in tiles (docs/algorithms.md, Refined). With more
    /// than one layer, the sum of all three projections. O(tiles).
    [[nodiscard]] std::size_t cost() const;

    bool operator==(const Allocation&) const = default;
};

/// The grid as text, one line per row of tiles and one character per tile:
/// 0-9, a-z, A-Z for processors 0 to 61, '?' for the others; layer by layer,
/// each under its number, if there are several. A side of more than 64 tiles
/// is thinned out to at most 64 characters, layers to at most 8; a last line
/// then says so. Ends with a newline.
[[nodiscard]] std::string to_text(const Allocation& allocation);

/// The allocation of the transpose of C. O(tiles).
[[nodiscard]] Allocation transposed(const Allocation& allocation);

} // namespace tangram::partition
