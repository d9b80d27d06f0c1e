#pragma once

/// How a product is cut into tiles: the grid, its limits, and the tile size.

#include "base/tiling.hpp"

#include <cstdint>

namespace tangram::apps {

/// A task's tile of C (m x n) and depth k, in elements.
struct TileShape {
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;

    [[nodiscard]] double flops() const {
        return 2.0 * static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    }

    bool operator==(const TileShape&) const = default;
};

/// C in rows x columns tiles, each the sum of `depth` tasks.
struct TileGrid {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t depth = 0;

    [[nodiscard]] std::int64_t tasks() const { return rows * columns * depth; }
};

/// Limits that keep StarPU's own memory (some 10 kB a tile, 1 kB a task) bounded.
inline constexpr std::int64_t max_tiles = 200'000;
inline constexpr std::int64_t max_tasks = 4'000'000;

/// Throws InvalidInput for a tile size below 1, or above what fits BLAS's int.
void check_tile_size(std::int64_t tile);

/// The grid of an m x n x k product. Throws InvalidInput as check_tile_size, and for
/// more than max_tiles or max_tasks, and tiles of 2^32 elements or more, which
/// StarPU cannot count.
TileGrid tile_grid(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t tile);

/// Whether such tiles, and their tasks, are as few as tile_grid takes.
bool tiles_are_few(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t tile);

/// Kernels are slow with smaller tiles.
inline constexpr std::int64_t smallest_good_tile = 128;

/// The tile size when none is asked for: 1024, halved until C has eight tiles for
/// each worker, but not below smallest_good_tile; doubled where that would be more tiles or tasks
/// than the limits. Large tiles run faster and are fewer; small ones balance better.
std::int64_t choose_tile(std::int64_t m, std::int64_t n, std::int64_t k, unsigned workers);

} // namespace tangram::apps
