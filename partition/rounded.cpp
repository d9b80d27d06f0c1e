#include "partition/rounded.hpp"

#include "partition/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace tangram::partition {

namespace {

constexpr std::size_t nobody = std::numeric_limits<std::size_t>::max();

/// The grid line nearest to `coordinate` of [0, length], halves up. The guard
/// makes a half that rounding errors pushed down a half again.
std::size_t grid_line(double coordinate, double length, std::size_t tiles) {
    const double line = std::floor(coordinate / length * static_cast<double>(tiles) + 0.5 + 1e-9);
    if (!(line >= 0 && line <= static_cast<double>(tiles)))
        throw std::logic_error(fmt::format("zone reaches {}, outside of the domain [0, {}]", coordinate, length));
    return static_cast<std::size_t>(line);
}

void require_grid(std::size_t rows, std::size_t columns) {
    if (rows == 0 || columns == 0)
        throw InvalidInput(fmt::format("grid of {} x {} tiles: both must be positive", rows, columns));
    if (rows > std::vector<std::size_t>().max_size() / columns)
        throw InvalidInput(fmt::format("grid of {} x {} tiles does not fit in memory", rows, columns));
}

} // namespace

Allocation rounded(const Partition& partition, std::size_t rows, std::size_t columns) {
    require_grid(rows, columns);
    Allocation result{partition.algorithm + "-rounded", rows, columns, partition.zones.size(),
                      std::vector<std::size_t>(rows * columns, nobody)};
    const auto paint = [&](std::size_t processor, const Rectangle& box) {
        const std::size_t begin = grid_line(box.y0, partition.width, columns);
        const std::size_t end = grid_line(box.y1, partition.width, columns);
        for (std::size_t i = grid_line(box.x0, partition.height, rows); i < grid_line(box.x1, partition.height, rows);
             ++i)
            for (std::size_t j = begin; j < end; ++j)
                if (std::exchange(result.owners[i * columns + j], processor) != nobody)
                    throw std::logic_error(fmt::format("zones overlap at tile ({}, {})", i, j));
    };
    for (const Zone& zone : partition.zones)
        for (const Rectangle& box : zone.boxes)
            paint(zone.processor, box);
    if (std::find(result.owners.begin(), result.owners.end(), nobody) != result.owners.end())
        throw std::logic_error("zones leave a gap: a tile has no owner");
    return result;
}

} // namespace tangram::partition
