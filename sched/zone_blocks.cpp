#include "sched/zone_blocks.hpp"

#include "partition/ceil_divided.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tangram::sched {

namespace {

constexpr double products_at_a_time = 2;

/// Of the places where a row and a column of a zone cross, those that are the zone's.
double share_of_c(const partition::Footprint& zone) {
    return static_cast<double>(zone.c) / (static_cast<double>(zone.a) * static_cast<double>(zone.b));
}

} // namespace

double input_bytes(const partition::Footprint& zone, std::size_t depth, const TileBytes& tile) {
    return (static_cast<double>(zone.a) * tile.a + static_cast<double>(zone.b) * tile.b) * static_cast<double>(depth);
}

BlockSides block_sides(std::size_t rows, std::size_t columns, double memory, const TileBytes& tile) {
    BlockSides best{1, 1};
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t down = 1; down <= rows; ++down) { // blocks, one below the other
        const auto height = static_cast<double>(ceil_divided(rows, down));
        const double widest = std::floor((memory - products_at_a_time * height * tile.a) /
                                         (height * tile.c + products_at_a_time * tile.b));
        if (widest < 1) {
            continue;
        }
        const auto width = static_cast<std::size_t>(std::min(widest, static_cast<double>(columns)));
        const std::size_t across = ceil_divided(columns, width);
        const double read = static_cast<double>(rows * across) * tile.a + static_cast<double>(columns * down) * tile.b;
        if (read < least) {
            least = read;
            best = {static_cast<std::uint32_t>(height), static_cast<std::uint32_t>(ceil_divided(columns, across))};
        }
    }
    return best;
}

std::vector<BlockSides> zone_blocks(const partition::Allocation& allocation, std::size_t depth, const TileBytes& tile,
                                    const std::vector<double>& memory) {
    const std::vector<partition::Footprint> zones = allocation.footprints();
    std::vector<BlockSides> blocks(zones.size(), whole_grid(allocation.rows, allocation.columns));
    bool all_fit = true;
    for (std::size_t node = 0; node < zones.size(); ++node) {
        const partition::Footprint& zone = zones[node];
        const double bytes = input_bytes(zone, depth, tile) + static_cast<double>(zone.c) * tile.c;
        if (bytes > memory.at(node)) {
            const TileBytes of_block{tile.a, tile.b, tile.c * share_of_c(zone)};
            blocks[node] = block_sides(zone.a, zone.b, memory[node], of_block);
            all_fit = false;
        }
    }
    return all_fit ? std::vector<BlockSides>{} : blocks;
}

} // namespace tangram::sched
