#include "sched/zones/late_c.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace tangram::sched {

/// Tiles are needed in the order in which they are started, evenly over their products.
LateC::LateC(const partition::Allocation& allocation, std::size_t depth, ZoneOrder order,
             const std::vector<bool>& in_time)
    : order_(std::move(order)), columns_(allocation.columns), apart_(allocation.rows * allocation.columns) {
    const auto start = [&](std::size_t tile) {
        const auto i = static_cast<std::uint32_t>(tile / columns_);
        const auto j = static_cast<std::uint32_t>(tile % columns_);
        return order_.shell({i, j, order_.first_k(i, j)});
    };
    std::vector<std::size_t> tiles(apart_.size());
    std::iota(tiles.begin(), tiles.end(), std::size_t{0});
    std::stable_sort(tiles.begin(), tiles.end(), [&](std::size_t x, std::size_t y) { return start(x) < start(y); });

    const std::vector<std::size_t> counts = allocation.tile_counts();
    std::vector<std::size_t> started(allocation.processors);
    for (const std::size_t tile : tiles) {
        const Node owner = allocation.owners[tile];
        if (!in_time[owner] && depth > 1) {
            apart_[tile] = static_cast<std::uint32_t>(1 + started[owner]++ * (depth - 1) / counts[owner]);
        }
    }
}

} // namespace tangram::sched
