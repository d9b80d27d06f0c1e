#include "sched/plan/balanced_tiles.hpp"

#include "sched/plan/node_load.hpp"
#include "sched/plan/squares.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <utility>

namespace tangram::sched {

namespace {

/// So often a row or column passes RAM where devices copy from each other: the middle of 1.1 to 1.4 (simulated).
constexpr double passes = 1.25;

/// Of RAM's bandwidth, where devices copy from each other: it idles while the first products wait for their tiles, and
/// while the last ones run. Chosen, not measured by itself.
constexpr double usable = 0.9;

/// Copies between devices are more than so many times as fast as those from RAM: then devices share what they fetch.
/// Simulated: with links 1.25 times as fast that is sooner, with links 1.1 times as fast later.
constexpr double nearer = 1.2;

/// Relative: what differs by less is equal but for rounding.
constexpr double rounding = 1e-9;

double sum(const std::vector<double>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0);
}

/// Bytes of A and B for each tile of a square's side, and those of each of its tiles of C.
struct SquareBytes {
    double of_side;
    double of_tile;
};

/// What passes RAM, in both directions.
SquareBytes bytes_through_ram(const PlannedProduct& product) {
    return {bytes_of_side(product), (product.reads_c ? 2 : 1) * product.tile_bytes.c};
}

/// Returns by node the tiles that it computes, fetches and sends in so many seconds, if its link shares nothing.
std::vector<double> tiles_of_links(const PlannedProduct& product, double seconds) {
    const double of_side = bytes_of_side(product);
    const double of_tile = product.reads_c ? product.tile_bytes.c : 0;
    const double work = product.tile_seconds_at_speed_1();
    std::vector<double> tiles;
    for (std::size_t node = 0; node < product.nodes.size(); ++node) {
        tiles.push_back(seconds * product.problem.speeds[node] / work);
        if (!product.nodes[node].is_home) {
            const double bytes = seconds * bandwidth_from_ram(product.links, product.nodes[node]);
            tiles[node] =
                std::min({tiles[node], tiles_of_square(of_side, of_tile, bytes), bytes / product.tile_bytes.c});
        }
    }
    return tiles;
}

std::vector<std::size_t> devices_of(const PlannedProduct& product) {
    std::vector<std::size_t> devices;
    for (std::size_t node = 0; node < product.nodes.size(); ++node) {
        if (!product.nodes[node].is_home) {
            devices.push_back(node);
        }
    }
    return devices;
}

/// Returns the tiles if only these devices have any: each what it needs at most, and at most an equal part of what
/// those with less leave of `from_ram`. Devices: by falling tiles.
std::vector<double> in_fair_parts(std::vector<double> tiles, std::span<const std::size_t> devices,
                                  const SquareBytes& bytes, double from_ram) {
    for (std::size_t left = devices.size(); left > 0; --left) {
        double& of_device = tiles[devices[left - 1]];
        const double part = from_ram / static_cast<double>(left);
        of_device = std::min(of_device, tiles_of_square(bytes.of_side, bytes.of_tile, part));
        from_ram -= bytes.of_side * std::sqrt(of_device) + bytes.of_tile * of_device;
    }
    return tiles;
}

/// Devices that copy from RAM alone: as many of them have tiles as do most in all.
std::vector<double> tiles_apart(const PlannedProduct& product, const std::vector<double>& tiles, double from_ram) {
    std::vector<std::size_t> devices = devices_of(product);
    std::sort(devices.begin(), devices.end(), [&](std::size_t a, std::size_t b) { return tiles[a] > tiles[b]; });
    std::vector<double> some = tiles;
    for (const std::size_t device : devices) {
        some[device] = 0;
    }
    const SquareBytes bytes = bytes_through_ram(product);
    std::vector<double> best = some;
    for (std::size_t count = 1; count <= devices.size(); ++count) {
        some[devices[count - 1]] = tiles[devices[count - 1]];
        std::vector<double> shared = in_fair_parts(some, std::span(devices).first(count), bytes, from_ram);
        if (sum(shared) > (1 + rounding) * sum(best)) {
            best = std::move(shared);
        }
    }
    return best;
}

/// Devices that copy from each other: all their tiles are one square, for which rows and columns pass RAM once. They
/// pass it more than once, as several devices ask for them at once, and zones are no square.
std::vector<double> tiles_together(const PlannedProduct& product, std::vector<double> tiles, double from_ram) {
    const std::vector<std::size_t> devices = devices_of(product);
    const SquareBytes bytes = bytes_through_ram(product);
    double wanted = 0;
    for (const std::size_t device : devices) {
        wanted += tiles[device];
    }
    const double most = tiles_of_square(passes * bytes.of_side, bytes.of_tile, usable * from_ram);
    for (const std::size_t device : devices) {
        tiles[device] *= std::min(1.0, most / wanted);
    }
    return tiles;
}

/// Returns by node the tiles that are done after so many seconds.
std::vector<double> tiles_in_time(const PlannedProduct& product, double seconds) {
    std::vector<double> tiles = tiles_of_links(product, seconds);
    const double from_ram = seconds * product.ram_bandwidth;
    if (std::isinf(from_ram)) {
        return tiles;
    }
    return devices_are_nearer(product.links, nearer) ? tiles_together(product, std::move(tiles), from_ram)
                                                     : tiles_apart(product, tiles, from_ram);
}

double tiles_of_product(const PlannedProduct& product) {
    return static_cast<double>(product.rows * product.columns);
}

/// Seconds after which all tiles are done.
double seconds_of_all(const PlannedProduct& product) {
    const double all = tiles_of_product(product);
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
    return enough;
}

/// Whether it takes clearly longer than the work by the sum of the speeds because links share RAM's bandwidth.
bool ram_limits(const PlannedProduct& product) {
    constexpr double clearly = 1.05;
    const double seconds = clearly * product.seconds_bound;
    const double without = std::min(tiles_of_product(product), sum(tiles_of_links(product, seconds)));
    return sum(tiles_in_time(product, seconds)) < (1 - rounding) * without;
}

} // namespace

std::vector<double> balanced_tiles(const PlannedProduct& product) {
    return tiles_in_time(product, seconds_of_all(product));
}

double ram_seconds(const PlannedProduct& product) {
    if (!ram_limits(product)) {
        return 0;
    }
    const double seconds = seconds_of_all(product);
    const std::vector<double> tiles = tiles_in_time(product, seconds);
    double of_devices = 0;
    for (const std::size_t device : devices_of(product)) {
        of_devices += tiles[device];
    }
    return of_devices > 0 ? seconds / (of_devices * static_cast<double>(product.depth)) : 0;
}

std::optional<LimitedShares> shares_that_links_limit(const PlannedProduct& product) {
    constexpr double clearly = 0.95;
    const std::vector<double> tiles = balanced_tiles(product);
    LimitedShares limited;
    bool are_limited = false;
    for (std::size_t node = 0; node < tiles.size(); ++node) {
        const double by_speed = tiles_of_product(product) * product.problem.speeds[node] / product.speed();
        are_limited = are_limited || tiles[node] < clearly * by_speed;
        if (tiles[node] >= std::min(1.0, by_speed)) {
            limited.nodes.push_back(node);
            limited.tiles.push_back(tiles[node]);
        }
    }
    return are_limited && !limited.nodes.empty() ? std::optional(limited) : std::nullopt;
}

} // namespace tangram::sched
