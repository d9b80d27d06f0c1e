#include "sched/zones/zone_starts.hpp"

#include <algorithm>
#include <cmath>

namespace tangram::sched {

namespace {

/// For how many products of each tile the node is least late.
double least_late(const NodeSpeed& speed) {
    const double allocations = speed.allocation_seconds * speed.products_per_second; // in the time of a product
    const double tile = speed.tile_seconds * speed.products_per_second;
    return tile > 0 ? std::min(2 * allocations, 4 * std::pow(allocations, 3) / (tile * tile)) : 2 * allocations;
}

} // namespace

std::vector<std::uint32_t> zone_starts(std::uint32_t depth, const std::vector<NodeSpeed>& speeds) {
    const double most = std::max(1U, depth / 4);
    std::vector<std::uint32_t> starts;
    starts.reserve(speeds.size());
    for (const NodeSpeed& speed : speeds) {
        starts.push_back(static_cast<std::uint32_t>(std::clamp(std::round(least_late(speed)), 1.0, most)));
    }
    return starts;
}

} // namespace tangram::sched
