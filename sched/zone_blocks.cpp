#include "sched/zone_blocks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tangram::sched {

namespace {

constexpr double products_at_a_time = 2;

std::size_t rounded_up(std::size_t side, std::size_t parts) {
    return (side + parts - 1) / parts;
}

} // namespace

BlockSides block_sides(std::size_t rows, std::size_t columns, double memory, const TileBytes& tile) {
    BlockSides best{1, 1};
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t down = 1; down <= rows; ++down) { // blocks, one below the other
        const auto height = static_cast<double>(rounded_up(rows, down));
        const double widest = std::floor((memory - products_at_a_time * height * tile.a) /
                                         (height * tile.c + products_at_a_time * tile.b));
        if (widest < 1) {
            continue;
        }
        const auto width = static_cast<std::size_t>(std::min(widest, static_cast<double>(columns)));
        const std::size_t across = rounded_up(columns, width);
        const double read = static_cast<double>(rows * across) * tile.a + static_cast<double>(columns * down) * tile.b;
        if (read < least) {
            least = read;
            best = {static_cast<std::uint32_t>(height), static_cast<std::uint32_t>(rounded_up(columns, across))};
        }
    }
    return best;
}

} // namespace tangram::sched
