#include "sched/plan/balanced_tiles.hpp"

#include "sched/plan/node_load.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace tangram::sched {

namespace {

/// What squares of C need.
class Squares {
  public:
    explicit Squares(const PlannedProduct& product)
        : inputs_(2 * static_cast<double>(product.depth) * std::sqrt(product.tile_bytes.a * product.tile_bytes.b)),
          of_c_(product.reads_c ? product.tile_bytes.c : 0) {}

    /// Bytes that a square of so many tiles fetches.
    [[nodiscard]] double bytes(double tiles) const { return inputs_ * std::sqrt(tiles) + of_c_ * tiles; }

    /// The tiles of a square that fetches so many bytes.
    [[nodiscard]] double tiles(double bytes) const {
        const double side = 2 * bytes / (inputs_ + std::sqrt(inputs_ * inputs_ + 4 * of_c_ * bytes));
        return side * side;
    }

  private:
    double inputs_; ///< for each tile of a square's side
    double of_c_;   ///< for each tile
};

/// Returns by node the tiles that are done after so many seconds.
std::vector<double> tiles_in_time(const PlannedProduct& product, double seconds) {
    const Squares squares(product);
    const double work = product.seconds_bound * product.speed() / static_cast<double>(product.rows * product.columns);
    std::vector<double> tiles;
    std::vector<std::size_t> devices;
    for (std::size_t node = 0; node < product.nodes.size(); ++node) {
        tiles.push_back(seconds * product.problem.speeds[node] / work);
        if (!product.nodes[node].is_home) {
            const double bytes = seconds * bandwidth_from_ram(product.links, product.nodes[node]);
            tiles[node] = std::min({tiles[node], squares.tiles(bytes), bytes / product.tile_bytes.c});
            devices.push_back(node);
        }
    }
    std::sort(devices.begin(), devices.end(), [&](std::size_t a, std::size_t b) { return tiles[a] > tiles[b]; });
    double from_ram = seconds * product.ram_bandwidth;
    for (const std::size_t node : devices) {
        tiles[node] = std::min(tiles[node], squares.tiles(from_ram));
        from_ram = std::max(0.0, from_ram - squares.bytes(tiles[node]));
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
