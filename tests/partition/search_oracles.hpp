#pragma once

/// What the results of the searches are held against.

#include "partition/allocation.hpp"
#include "partition/costs.hpp"
#include "partition/nrrp.hpp"
#include "partition/precise.hpp"
#include "partition/refine/window.hpp"
#include "partition/rounded.hpp"
#include "partition/targets.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace tangram::partition::testing {

/// A problem on a grid of tiles, with its Precise allocation at the paper's targets.
struct Instance {
    Problem problem;
    Grid grid;
    std::vector<std::size_t> targets = partial_sum_targets(problem.speeds, grid.tiles());
    Partition partition = nrrp(problem);
    Allocation start = precise(partition, targets, grid);
    Window window = exact_window(targets);
};

/// Least cost of all allocations with these numbers of tiles, one after the other.
inline double least_cost(const Grid& grid, std::vector<std::size_t> counts, const Problem& problem) {
    Allocation each{"", grid.rows, grid.columns, counts.size(), {}};
    for (std::size_t p = 0; p < counts.size(); ++p)
        each.owners.insert(each.owners.end(), counts[p], p);
    double least = std::numeric_limits<double>::infinity();
    do
        least = std::min(least, tile_cost(each, problem));
    while (std::next_permutation(each.owners.begin(), each.owners.end()));
    return least;
}

/// The grid and the counts asked for, at no higher cost than the start.
inline void expect_refined(const Allocation& refined, const Instance& instance) {
    ASSERT_EQ(refined.rows, instance.grid.rows);
    ASSERT_EQ(refined.columns, instance.grid.columns);
    ASSERT_EQ(refined.processors, instance.problem.speeds.size());
    ASSERT_EQ(refined.owners.size(), instance.grid.tiles());
    ASSERT_THAT(refined.owners, ::testing::Each(::testing::Lt(refined.processors)));
    EXPECT_TRUE(instance.window.contains(refined.tile_counts()));
    EXPECT_LE(tile_cost(refined, instance.problem), tile_cost(instance.start, instance.problem));
}

} // namespace tangram::partition::testing
