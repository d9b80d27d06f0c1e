#include "sched/plan/balanced_tiles.hpp"

#include "sched/plan/node_load.hpp"
#include "sched/plan/squares.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace tangram::sched {

namespace {

/// Returns by node the tiles that are done after so many seconds.
std::vector<double> tiles_in_time(const PlannedProduct& product, double seconds) {
    const double of_side = bytes_of_side(product);
    const double of_tile = product.reads_c ? product.tile_bytes.c : 0;
    const double work = product.tile_seconds_at_speed_1();
    std::vector<double> tiles;
    std::vector<std::size_t> devices;
    for (std::size_t node = 0; node < product.nodes.size(); ++node) {
        tiles.push_back(seconds * product.problem.speeds[node] / work);
        if (!product.nodes[node].is_home) {
            const double bytes = seconds * bandwidth_from_ram(product.links, product.nodes[node]);
            tiles[node] =
                std::min({tiles[node], tiles_of_square(of_side, of_tile, bytes), bytes / product.tile_bytes.c});
            devices.push_back(node);
        }
    }
    std::sort(devices.begin(), devices.end(), [&](std::size_t a, std::size_t b) { return tiles[a] > tiles[b]; });
    double from_ram = seconds * product.ram_bandwidth;
    for (const std::size_t node : devices) {
        tiles[node] = std::min(tiles[node], tiles_of_square(of_side, of_tile, from_ram));
        from_ram = std::max(0.0, from_ram - of_side * std::sqrt(tiles[node]) - of_tile * tiles[node]);
    }
    return tiles;
}

double sum(const std::vector<double>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

} // namespace

std::vector<double> balanced_tiles(const PlannedProduct& product) {
    const auto all = static_cast<double>(product.rows * product.columns);
    double too_short = 0;
    double enough = product.seconds_bound;
    while (sum(tiles_in_time(product, enough)) < all) {
        too_short = enough;
        enough *= 2;
    }
    constexpr int halvings = 40;
    for (int step = 0; step < halvings; ++step) {
        const double between = (too_short + enough) / 2;
        (sum(tiles_in_time(product, between)) < all ? too_short : enough) = between;
    }
    return tiles_in_time(product, enough);
}

std::optional<LimitedShares> shares_that_links_limit(const PlannedProduct& product) {
    constexpr double clearly = 0.95;
    const std::vector<double> tiles = balanced_tiles(product);
    LimitedShares limited;
    bool are_limited = false;
    for (std::size_t node = 0; node < tiles.size(); ++node) {
        const double by_speed =
            static_cast<double>(product.rows * product.columns) * product.problem.speeds[node] / product.speed();
        are_limited = are_limited || tiles[node] < clearly * by_speed;
        if (tiles[node] >= std::min(1.0, by_speed)) {
            limited.nodes.push_back(node);
            limited.tiles.push_back(tiles[node]);
        }
    }
    return are_limited && !limited.nodes.empty() ? std::optional(limited) : std::nullopt;
}

} // namespace tangram::sched
