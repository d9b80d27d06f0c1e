#include "sched/zones/zone_ends.hpp"

#include <algorithm>
#include <cmath>

namespace tangram::sched {

namespace {

/// Of the whole time. Measured on the simulated machines: 0.6 to 0.85% save a fiftieth of the
/// traffic, 2% and more cost 1% of the time.
constexpr double longest_end = 0.0075;

/// Tiles are lines of a matrix, which travel slower than what StarPU measures links with: tiles of 2048 went home from
/// an H200 at 35 GB/s, where one block does at 55, and with ends for 55 a twentieth of the time was spent on them
/// alone.
constexpr double tile_by_block = 1.5;

} // namespace

std::vector<std::uint32_t> zone_ends(const partition::Allocation& allocation, std::uint32_t depth,
                                     const std::vector<NodeSpeed>& speeds, std::optional<Node> home, bool reads_c) {
    std::vector<std::uint32_t> ends(allocation.processors, zone_end(depth));
    for (std::size_t node = 0; node < speeds.size(); ++node) {
        const double products = std::ceil(tile_by_block * speeds[node].seconds_home * speeds[node].products_per_second);
        const std::uint32_t longest = reads_c && speeds[node].ram_seconds > 0 ? depth / 4 : depth / 2;
        ends[node] = static_cast<std::uint32_t>(
            std::clamp<double>(products, zone_end(depth), std::max(zone_end(depth), longest)));
    }
    if (!home || speeds.empty()) {
        return ends;
    }
    const double seconds = static_cast<double>(allocation.rows * allocation.columns * depth) / total_rate(speeds);
    const double products = longest_end * seconds * speeds[*home].of_one_worker();
    ends[*home] = static_cast<std::uint32_t>(std::clamp<double>(products, zone_end(depth), depth));
    return ends;
}

} // namespace tangram::sched
