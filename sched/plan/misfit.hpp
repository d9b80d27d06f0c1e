#pragma once

/// Whether zones that a user gave suit the speeds of the nodes.

#include "partition/base/allocation.hpp"
#include "sched/plan/planned_product.hpp"

#include <optional>
#include <vector>

namespace tangram::sched {

struct Misfit {
    double times = 1;            ///< what the slowest node takes for its tiles, by what it takes with those that fit
    std::vector<double> given;   ///< by node, its share of all tiles
    std::vector<double> fitting; ///< by node, the share with which the slowest node is done first
};

/// Nothing where the slowest node needs, by its speed alone, at most a quarter longer than with as many whole tiles as
/// fit: rounding costs as much on coarse grids, and speeds are not known better. Those that fit are in proportion to
/// the speeds, or what links can bring where these limit. O(tiles), beside shares_that_links_limit().
std::optional<Misfit> misfit(const partition::Allocation& allocation, const PlannedProduct& product);

} // namespace tangram::sched
