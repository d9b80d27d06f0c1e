#include "sched/plan/misfit.hpp"

#include "partition/base/targets.hpp"
#include "sched/plan/balanced_tiles.hpp"

#include <algorithm>
#include <cstddef>

namespace tangram::sched {

namespace {

/// Whole tiles by node.
std::vector<std::size_t> fitting_tiles(const PlannedProduct& product, std::size_t tiles) {
    const std::optional<LimitedShares> limited = shares_that_links_limit(product);
    if (!limited) {
        return partition::apportioned_targets(product.problem.speeds, tiles);
    }
    const std::vector<std::size_t> targets = partition::apportioned_targets(limited->tiles, tiles);
    std::vector<std::size_t> fitting(product.nodes.size(), 0);
    for (std::size_t n = 0; n < targets.size(); ++n) {
        fitting[limited->nodes[n]] = targets[n];
    }
    return fitting;
}

/// Until the slowest node has done its tiles, by speeds alone, in some unit.
double time_of(const std::vector<std::size_t>& tiles, const std::vector<double>& speeds) {
    double longest = 0;
    for (std::size_t node = 0; node < tiles.size(); ++node) {
        longest = std::max(longest, static_cast<double>(tiles[node]) / speeds[node]);
    }
    return longest;
}

std::vector<double> shares_of(const std::vector<std::size_t>& tiles, std::size_t all) {
    std::vector<double> shares;
    shares.reserve(tiles.size());
    for (const std::size_t count : tiles) {
        shares.push_back(static_cast<double>(count) / static_cast<double>(all));
    }
    return shares;
}

} // namespace

std::optional<Misfit> misfit(const partition::Allocation& allocation, const PlannedProduct& product) {
    constexpr double tolerated = 1.25;
    const std::size_t all = allocation.owners.size();
    const std::vector<std::size_t> given = allocation.tile_counts();
    const std::vector<std::size_t> fitting = fitting_tiles(product, all);
    const double times = time_of(given, product.problem.speeds) / time_of(fitting, product.problem.speeds);
    if (times <= tolerated) {
        return std::nullopt;
    }
    return Misfit{times, shares_of(given, all), shares_of(fitting, all)};
}

} // namespace tangram::sched
