#include "partition/discretise/rounded.hpp"

#include "partition/discretise/tile_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tangram::partition {

namespace {

/// The grid line nearest to `coordinate` of [0, length], halves up. The guard
/// makes a half that rounding errors pushed down a half again.
std::size_t grid_line(double coordinate, double length, std::size_t tiles) {
    const double line = std::floor(coordinate / length * static_cast<double>(tiles) + 0.5 + 1e-9);
    if (!(line >= 0 && line <= static_cast<double>(tiles))) {
        throw std::logic_error(fmt::format("zone reaches {}, outside of the domain [0, {}]", coordinate, length));
    }
    return static_cast<std::size_t>(line);
}

TileRange grid_range(double low, double high, double length, std::size_t tiles) {
    return {grid_line(low, length, tiles), grid_line(high, length, tiles)};
}

} // namespace

Allocation rounded(const Partition& partition, const Grid& grid) {
    require_valid(grid);
    require_same_dimensions(partition, grid);
    Allocation result{partition.algorithm + "-rounded",  grid.rows,  grid.columns, partition.zones.size(),
                      std::vector(grid.tiles(), nobody), grid.layers};
    const auto paint = [&](std::size_t processor, const Box& box) {
        const TileRange rows = grid_range(box.x0, box.x1, partition.height, grid.rows);
        const TileRange columns = grid_range(box.y0, box.y1, partition.width, grid.columns);
        const TileRange layers = grid_range(box.z0, box.z1, partition.depth.value_or(1), grid.layers);
        for (std::size_t i = rows.begin; i < rows.end; ++i) {
            for (std::size_t j = columns.begin; j < columns.end; ++j) {
                for (std::size_t k = layers.begin; k < layers.end; ++k) {
                    if (std::exchange(result.owners[result.index(i, j, k)], processor) != nobody) {
                        throw std::logic_error(fmt::format("zones overlap at tile ({}, {}, {})", i, j, k));
                    }
                }
            }
        }
    };
    for (const Zone& zone : partition.zones) {
        for (const Box& box : zone.boxes) {
            paint(zone.processor, box);
        }
    }
    if (std::find(result.owners.begin(), result.owners.end(), nobody) != result.owners.end()) {
        throw std::logic_error("zones leave a gap: a tile has no owner");
    }
    return result;
}

} // namespace tangram::partition
