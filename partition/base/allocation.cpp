#include "partition/base/allocation.hpp"

#include "base/ceil_divided.hpp"
#include "base/error.hpp"
#include "partition/base/touched.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace tangram::partition {

namespace {

/// A grid side in text: every `stride`-th of its tiles.
struct Thinned {
    std::size_t tiles;
    std::size_t stride;
};

Thinned thinned(std::size_t tiles, std::size_t most) {
    return {tiles, std::max<std::size_t>(1, ceil_divided(tiles, most))};
}

void append_layer(std::string& text, const Allocation& allocation, Thinned rows, Thinned columns, std::size_t k) {
    constexpr std::string_view symbols = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (std::size_t i = 0; i < rows.tiles; i += rows.stride) {
        for (std::size_t j = 0; j < columns.tiles; j += columns.stride) {
            const std::size_t p = allocation.owner(i, j, k);
            text += p < symbols.size() ? symbols[p] : '?';
        }
        text += '\n';
    }
}

} // namespace

void require_valid(const Grid& grid) {
    if (grid.rows == 0 || grid.columns == 0 || grid.layers == 0) {
        throw InvalidInput(fmt::format("grid of {} x {} x {} tiles: all sides must be positive", grid.rows,
                                       grid.columns, grid.layers));
    }
    const std::size_t most = std::vector<std::size_t>().max_size();
    if (grid.rows > most / grid.columns || grid.rows * grid.columns > most / grid.layers) {
        throw InvalidInput(
            fmt::format("grid of {} x {} x {} tiles does not fit in memory", grid.rows, grid.columns, grid.layers));
    }
}

void require_same_dimensions(const Partition& partition, const Grid& grid) {
    if (!partition.is_3d() && grid.layers > 1) {
        throw InvalidInput(fmt::format("{} layers of tiles for the two-dimensional partition {}: it has one",
                                       grid.layers, partition.algorithm));
    }
}

std::vector<std::size_t> Allocation::tile_counts() const {
    std::vector<std::size_t> counts(processors, 0);
    for (std::size_t p : owners) {
        ++counts[p];
    }
    return counts;
}

std::vector<Footprint> Allocation::footprints() const {
    std::vector<Footprint> result(processors);
    for_each_touched(
        *this, [&](std::size_t p, std::size_t) { ++result[p].a; }, [&](std::size_t p, std::size_t) { ++result[p].b; },
        [&](std::size_t p, std::size_t) { ++result[p].c; });
    return result;
}

std::size_t Allocation::cost() const {
    std::size_t sum = 0;
    for (const Footprint& touched : footprints()) {
        sum += touched.a + touched.b + (is_3d() ? touched.c : 0);
    }
    return sum;
}

std::string to_text(const Allocation& allocation) {
    const Thinned rows = thinned(allocation.rows, 64);
    const Thinned columns = thinned(allocation.columns, 64);
    const Thinned layers = thinned(allocation.layers, 8);

    std::string text;
    for (std::size_t k = 0; k < layers.tiles; k += layers.stride) {
        if (allocation.is_3d()) {
            text += fmt::format("k = {}\n", k);
        }
        append_layer(text, allocation, rows, columns, k);
    }
    if (rows.stride > 1 || columns.stride > 1) {
        text += fmt::format("({} x {} tiles; shown: 1 row in {}, 1 column in {})\n", rows.tiles, columns.tiles,
                            rows.stride, columns.stride);
    }
    if (layers.stride > 1) {
        text += fmt::format("({} layers; shown: 1 in {})\n", layers.tiles, layers.stride);
    }
    return text;
}

Allocation transposed(const Allocation& allocation) {
    Allocation result = allocation;
    std::swap(result.rows, result.columns);
    for (std::size_t i = 0; i < result.rows; ++i) {
        for (std::size_t j = 0; j < result.columns; ++j) {
            for (std::size_t k = 0; k < result.layers; ++k) {
                result.owners[result.index(i, j, k)] = allocation.owner(j, i, k);
            }
        }
    }
    return result;
}

} // namespace tangram::partition
