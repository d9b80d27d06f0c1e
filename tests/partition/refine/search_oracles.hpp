#pragma once

/// What the results of the searches are held against.

#include "partition/algorithms/nrrp.hpp"
#include "partition/base/allocation.hpp"
#include "partition/base/costs.hpp"
#include "partition/base/targets.hpp"
#include "partition/discretise/precise.hpp"
#include "partition/discretise/rounded.hpp"
#include "partition/refine/window.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace tangram::partition::testing {

/// A problem on a grid of tiles, with its Precise allocation at the targets of partial sums.
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
    for (std::size_t p = 0; p < counts.size(); ++p) {
        each.owners.insert(each.owners.end(), counts[p], p);
    }
    double least = std::numeric_limits<double>::infinity();
    do {
        least = std::min(least, tile_cost(each, problem));
    } while (std::next_permutation(each.owners.begin(), each.owners.end()));
    return least;
}

/// Least number of lines of a processor with this many tiles, by how many of
/// them lie where `rows` rows and `columns` columns of the grid cross. With a of
/// those rows and b others, c of those columns and d others, at most a c of them
/// do, and at most (a + b)(c + d) - a c do not.
inline std::vector<std::size_t> least_lines(std::size_t tiles, std::size_t rows, std::size_t columns, const Grid& grid,
                                            std::size_t most_inside) {
    std::vector<std::size_t> least(std::min(tiles, most_inside) + 1, grid.rows + grid.columns);
    for (std::size_t a = 0; a <= std::min(rows, tiles); ++a) {
        for (std::size_t b = 0; b <= std::min(grid.rows - rows, tiles - a); ++b) {
            for (std::size_t c = 0; c <= std::min(columns, tiles); ++c) {
                for (std::size_t d = 0; d <= std::min(grid.columns - columns, tiles - c); ++d) {
                    const std::size_t outside = (a + b) * (c + d) - a * c;
                    for (std::size_t i = tiles - std::min(tiles, outside); i < std::min(least.size(), a * c + 1); ++i) {
                        least[i] = std::min(least[i], a + b + c + d);
                    }
                }
            }
        }
    }
    return least;
}

/// What no allocation of all the grid's tiles in these numbers can cost less
/// than. If the first processor is on r rows and c columns, the others own all
/// tiles where these cross but its own: the bound is the least cost of any r, c
/// and any way to share out those tiles, each processor on its least_lines().
/// At least tile_bound(), and more where the first is a giant that leaves the
/// others only narrow arms of the grid.
inline std::size_t bound_beside_first(const std::vector<std::size_t>& counts, const Grid& grid) {
    std::size_t bound = counts.size() * (grid.rows + grid.columns);
    for (std::size_t r = 1; r <= grid.rows; ++r) {
        for (std::size_t c = (counts[0] + r - 1) / r; c <= grid.columns; ++c) {
            const std::size_t inside = r * c - counts[0];
            std::vector<std::size_t> costs(inside + 1, bound); // by tiles shared out so far
            costs[0] = r + c;
            for (std::size_t p = 1; p < counts.size(); ++p) {
                const std::vector<std::size_t> least = least_lines(counts[p], r, c, grid, inside);
                const std::vector<std::size_t> before = std::exchange(costs, std::vector(inside + 1, bound));
                for (std::size_t i = 0; i <= inside; ++i) {
                    for (std::size_t own = 0; own < std::min(least.size(), i + 1); ++own) {
                        costs[i] = std::min(costs[i], before[i - own] + least[own]);
                    }
                }
            }
            bound = std::min(bound, costs[inside]);
        }
    }
    return bound;
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
