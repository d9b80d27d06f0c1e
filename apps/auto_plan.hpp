#pragma once

/// The plan of the strategy `auto`: of the allocations that may do, the one whose fullest
/// node or busiest link takes the least time. A search for tiles (nrrp-refined) takes
/// tenths of a second, so that short products get none.

#include "apps/runtime.hpp"
#include "partition/allocation.hpp"
#include "partition/problem.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tangram::apps {

struct PlannedProduct {
    partition::Problem problem; ///< speeds in flops per second
    std::size_t rows = 0;       ///< tiles of C
    std::size_t columns = 0;
    std::size_t depth = 0;         ///< tiles along k
    double tile_bytes = 0;         ///< of a full tile
    bool reads_c = false;          ///< beta is not 0
    double seconds_bound = 0;      ///< the work by the sum of the speeds
    std::vector<MemoryNode> nodes; ///< by processor of the problem
    std::vector<Link> links;
};

struct AutoPlan {
    partition::Allocation allocation;
    std::string reason; ///< one line, for people
};

/// Seconds of the product's fullest node or busiest link if transfers and work overlap
/// and no two links share anything: what a plan takes at least. O(tiles).
double estimated_seconds(const partition::Allocation& allocation, const PlannedProduct& product);

/// Throws InvalidInput as the partitioners do.
AutoPlan auto_plan(const PlannedProduct& product);

} // namespace tangram::apps
