#include "apps/gemm/matrix/tile_grid.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>

namespace tangram::apps {

namespace {

TileGrid cut(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t tile) {
    return {Tiling{m, tile}.count(), Tiling{n, tile}.count(), Tiling{k, tile}.count()};
}

/// In floating point, as the products of hostile sizes overflow.
struct Size {
    double tasks;
    double tiles;

    [[nodiscard]] bool too_large() const {
        return tasks > static_cast<double>(max_tasks) || tiles > static_cast<double>(max_tiles);
    }
};

Size size_of(const TileGrid& grid) {
    const auto rows = static_cast<double>(grid.rows);
    const auto columns = static_cast<double>(grid.columns);
    const auto depth = static_cast<double>(grid.depth);
    return {rows * columns * depth, rows * columns + rows * depth + depth * columns};
}

/// StarPU multiplies a tile's sides in 32 bits (starpu_matrix_data_register).
void check_elements(std::int64_t tile, std::int64_t side, std::int64_t other_side) {
    const auto elements = static_cast<double>(std::min(tile, side)) * static_cast<double>(std::min(tile, other_side));
    if (elements > static_cast<double>(UINT_MAX)) {
        throw InvalidInput(
            fmt::format("tile size {} makes tiles of {:.3g} elements: at most {}", tile, elements, UINT_MAX));
    }
}

} // namespace

void check_tile_size(std::int64_t tile) {
    if (tile < 1 || tile > INT_MAX) {
        throw InvalidInput(fmt::format("tile size {}: expected 1 to {}, or 0 to have it chosen", tile, INT_MAX));
    }
}

TileGrid tile_grid(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t tile) {
    check_tile_size(tile);
    const TileGrid grid = cut(m, n, k, tile);
    if (const Size size = size_of(grid); size.too_large()) {
        throw InvalidInput(fmt::format("tile size {} cuts {} x {} x {} into {:.3g} tasks on {:.3g} tiles: at most {} "
                                       "tasks and {} tiles; choose larger tiles",
                                       tile, m, n, k, size.tasks, size.tiles, max_tasks, max_tiles));
    }
    check_elements(tile, m, n);
    check_elements(tile, m, k);
    check_elements(tile, k, n);
    return grid;
}

bool tiles_are_few(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t tile) {
    return !size_of(cut(m, n, k, tile)).too_large();
}

std::int64_t choose_tile(std::int64_t m, std::int64_t n, std::int64_t k, unsigned workers) {
    constexpr std::int64_t largest = 1024;
    const auto tiles_of_c = [m, n](std::int64_t tile) {
        const TileGrid grid = cut(m, n, 1, tile);
        return static_cast<double>(grid.rows) * static_cast<double>(grid.columns);
    };
    std::int64_t tile = largest;
    while (tile > smallest_good_tile && tiles_of_c(tile) < 8.0 * workers) {
        tile /= 2;
    }
    while (tile < INT_MAX / 2 && !tiles_are_few(m, n, k, tile)) {
        tile *= 2;
    }
    return tile;
}

} // namespace tangram::apps
