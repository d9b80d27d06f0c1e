#include "partition/discretise/refined.hpp"

#include "base/error.hpp"
#include "partition/algorithms/nrrp.hpp"
#include "partition/algorithms/nrrp_3d_plus.hpp"
#include "partition/base/bounds.hpp"
#include "partition/base/costs.hpp"
#include "partition/base/targets.hpp"
#include "partition/discretise/precise.hpp"
#include "partition/discretise/rounded.hpp"
#include "partition/refine/window.hpp"
#include "tests/partition/refine/search_oracles.hpp"
#include "tests/partition/speed_families.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <random>

namespace tangram::partition {

using testing::random_speeds;

namespace {

const std::vector<double> five_processors{1.09, 1.09, 1.09, 1.09, 0.5};

/// A tenth of the steps: for properties of any result.
const TileOptions quick{.effort = 0.1};

/// Speeds 1/u of uniform u.
Problem power_law_problem(std::size_t processors, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    Problem problem;
    for (std::size_t p = 0; p < processors; ++p) {
        problem.speeds.push_back(1 / std::uniform_real_distribution(0.001, 1.0)(random));
    }
    return problem;
}

} // namespace

/// docs/algorithms.md, Measured ratios, as the next ones.
TEST(Refined, CostsAtMostAsRecordedWithExactCounts) {
    const std::size_t costs[] = {38, 75, 112, 148};
    for (std::size_t row = 0; row < 4; ++row) {
        const std::size_t side = 8 * (row + 1);
        SCOPED_TRACE(fmt::format("{} tiles a side", side));
        const Allocation allocation = refined(nrrp({five_processors}), {five_processors}, {side, side});
        EXPECT_EQ(allocation.name, "nrrp-refined");
        EXPECT_EQ(allocation.tile_counts(), partial_sum_targets(five_processors, side * side));
        EXPECT_LE(allocation.cost(), costs[row]);
    }
}

TEST(Refined, CostsAtMostAsRecordedWithSlack) {
    TileOptions options;
    options.slack = 0.05;
    const std::size_t costs[] = {36, 72, 108, 144};
    for (std::size_t row = 0; row < 4; ++row) {
        const std::size_t side = 8 * (row + 1);
        SCOPED_TRACE(fmt::format("{} tiles a side", side));
        const Allocation allocation = refined(nrrp({five_processors}), {five_processors}, {side, side}, options);
        EXPECT_LE(max_load_ratio(allocation.tile_counts(), five_processors), 1.05);
        EXPECT_LE(allocation.cost(), costs[row]);
    }
}

TEST(Refined, NoSlackIsAWindowToo) {
    TileOptions options;
    options.tolerance = 8;
    options.effort = 0.05;
    const Partition partition = nrrp({five_processors});
    const double balanced = max_load_ratio(partial_sum_targets(five_processors, 256), five_processors);
    const auto load = [&] {
        return max_load_ratio(refined(partition, {five_processors}, {16, 16}, options).tile_counts(), five_processors);
    };
    EXPECT_GT(load(), balanced);
    options.slack = 0;
    EXPECT_LE(load(), balanced);
}

TEST(Refined, CostsAtMostAsRecordedWithoutTheHomeNode) {
    const Problem problem{five_processors, 1, 1, 1, {1, 1, 1, 1, 0}};
    const double costs[] = {32, 64, 92, 124};
    for (std::size_t row = 0; row < 4; ++row) {
        const std::size_t side = 8 * (row + 1);
        SCOPED_TRACE(fmt::format("{} tiles a side", side));
        EXPECT_LE(tile_cost(refined(nrrp(problem), problem, {side, side}), problem), costs[row]);
    }
}

TEST(Refined, NeverCostsMoreThanRoundedOrPrecise) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const Grid grid{1 + seed * 5 % 12, 1 + seed * 3 % 11};
        Problem problem{random_speeds(testing::all_families[seed % testing::all_families.size()], 1 + seed * 2, seed)};
        for (std::size_t p = 0; seed % 2 == 1 && p < problem.speeds.size(); ++p) {
            problem.weights.push_back(static_cast<double>(p % 3));
        }
        TileOptions options;
        options.apportioned = seed % 3 == 0;
        options.tolerance = seed % 4;
        const Partition partition = nrrp(problem);
        const std::vector<std::size_t> targets = options.apportioned
                                                     ? apportioned_targets(problem.speeds, grid.tiles())
                                                     : partial_sum_targets(problem.speeds, grid.tiles());
        const Window window = window_around(targets, options.tolerance);
        const Allocation allocation = refined(partition, problem, grid, options);
        EXPECT_TRUE(window.contains(allocation.tile_counts()));
        const double cost = tile_cost(allocation, problem);
        EXPECT_LE(cost, tile_cost(precise(partition, targets, grid), problem) + 1e-9);
        const Allocation round = rounded(partition, grid);
        if (window.contains(round.tile_counts())) {
            EXPECT_LE(cost, tile_cost(round, problem) + 1e-9);
        }
    }
}

TEST(Refined, OneProcessorAndMoreProcessorsThanTiles) {
    EXPECT_EQ(refined(nrrp({{2.0}}), {{2.0}}, {3, 5}).cost(), 8u);
    const std::vector<double> speeds(8, 1.0);
    EXPECT_EQ(refined(nrrp({speeds}), {speeds}, {2, 3}).tile_counts(), partial_sum_targets(speeds, 6));
}

TEST(Refined, ThreeDimensions) {
    const std::vector<double> speeds{2, 1, 1};
    const Partition cuboids{
        "by hand", 1, 1, {{0, {{0, 0.5, 0, 1}}}, {1, {{0.5, 1, 0, 0.5}}}, {2, {{0.5, 1, 0.5, 1}}}}, 1.0};
    const Grid grid{5, 6, 7};
    const Allocation allocation = refined(cuboids, {speeds}, grid);
    const std::vector<std::size_t> targets = partial_sum_targets(speeds, grid.tiles());
    EXPECT_EQ(allocation.tile_counts(), targets);
    EXPECT_LT(allocation.cost(), precise(cuboids, targets, grid).cost());
}

TEST(Refined, NearTheBoundForManyProcessors) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const Problem problem = power_law_problem(32, seed);
        const Grid grid{32, 32};
        const std::vector<std::size_t> targets = partial_sum_targets(problem.speeds, grid.tiles());
        const Allocation allocation = refined(nrrp(problem), problem, grid);
        EXPECT_EQ(allocation.tile_counts(), targets);
        EXPECT_LE(tile_cost(allocation, problem), 1.04 * tile_bound(targets, grid, problem));
    }
}

TEST(Refined, NearTheBoundForManyProcessorsOfSteepSpeeds) {
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const Problem problem{random_speeds(testing::Family::power_law, 32, seed)};
        const Grid grid{32, 32};
        const Allocation allocation = refined(nrrp(problem), problem, grid);
        const double cost = tile_cost(allocation, problem);
        EXPECT_LE(cost, 1.04 * tile_bound(partial_sum_targets(problem.speeds, grid.tiles()), grid, problem));
        EXPECT_LE(cost, 1.04 * tile_bound(allocation.tile_counts(), grid, problem)); // rounded()'s, perhaps
    }
}

TEST(Refined, OptimalOrNearlyWhereAGiantKeepsAllAwayFromTheBound) {
    const Grid grid{32, 32};
    for (const auto& [seed, factor] : {std::pair(11u, 1.0), {13u, 1.02}}) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const Problem problem{random_speeds(testing::Family::power_law, 32, seed)};
        const std::vector<std::size_t> targets = partial_sum_targets(problem.speeds, grid.tiles());
        std::vector<std::size_t> descending = targets;
        std::ranges::sort(descending, std::greater());
        const auto bound = static_cast<double>(testing::bound_beside_first(descending, grid));
        EXPECT_GT(bound, 1.04 * tile_bound(targets, grid, problem));
        const Allocation allocation = refined(nrrp(problem), problem, grid);
        EXPECT_EQ(allocation.tile_counts(), targets);
        EXPECT_LE(tile_cost(allocation, problem), factor * bound);
    }
}

TEST(Refined, BoundBesideAGiantIsABound) {
    for (const std::vector<std::size_t>& counts :
         {std::vector<std::size_t>{10, 6}, {10, 5, 1}, {9, 4, 3}, {11, 3, 2}, {12, 2, 1, 1}, {3, 3, 10}}) {
        SCOPED_TRACE(fmt::format("{} tiles for the first", counts[0]));
        const Problem problem{std::vector<double>(counts.size(), 1.0)};
        const auto bound = static_cast<double>(testing::bound_beside_first(counts, {4, 4}));
        EXPECT_LE(bound, testing::least_cost({4, 4}, counts, problem));
        EXPECT_GE(bound, tile_bound(counts, {4, 4}, problem));
    }
}

TEST(Refined, CostsAtMostAsRecordedInThreeDimensions) {
    const Problem problem{five_processors};
    const Grid grid{32, 32, 32};
    const Allocation allocation = refined(nrrp_3d_plus(problem), problem, grid);
    EXPECT_EQ(allocation.tile_counts(), partial_sum_targets(five_processors, grid.tiles()));
    EXPECT_LE(allocation.cost(), 5530u);
}

TEST(Refined, NearRoundedOnLargeGridsWithManyProcessors) {
    const Problem problem = power_law_problem(1000, 1);
    const Grid grid{500, 500};
    const std::vector<std::size_t> targets = partial_sum_targets(problem.speeds, grid.tiles());
    const Partition partition = nrrp(problem);
    const Allocation allocation = refined(partition, problem, grid, quick);
    EXPECT_EQ(allocation.tile_counts(), targets);
    EXPECT_LE(tile_cost(allocation, problem), 1.08 * tile_cost(rounded(partition, grid), problem));
}

TEST(Refined, ExtremeNumbersOfProcessorsAndThinGrids) {
    for (const auto& [processors, grid] : {std::pair(std::size_t{3000}, Grid{100, 100}),
                                           {std::size_t{100'000}, Grid{8, 8}},
                                           {std::size_t{50}, Grid{1, 5000}},
                                           {std::size_t{50}, Grid{2, 1, 3000}}}) {
        SCOPED_TRACE(fmt::format("{} processors, {} x {} x {}", processors, grid.rows, grid.columns, grid.layers));
        const Problem problem{random_speeds(testing::Family::uniform, processors, 1)};
        const Allocation allocation =
            refined(grid.layers > 1 ? nrrp_3d_plus(problem) : nrrp(problem), problem, grid, quick);
        EXPECT_EQ(allocation.processors, processors);
        EXPECT_EQ(allocation.tile_counts(), partial_sum_targets(problem.speeds, grid.tiles()));
    }
}

TEST(Refined, ManyProcessorsWithoutWeight) {
    Problem problem{random_speeds(testing::Family::uniform, 300, 1)};
    const Grid grid{50, 50};
    for (double weight : {0.0, 1.0}) {
        problem.weights.assign(300, 0);
        problem.weights[7] = weight;
        const Allocation allocation = refined(nrrp(problem), problem, grid, quick);
        const std::vector<std::size_t> targets = partial_sum_targets(problem.speeds, grid.tiles());
        EXPECT_EQ(allocation.tile_counts(), targets);
        EXPECT_EQ(tile_cost(allocation, problem), tile_bound(targets, grid, problem));
    }
}

TEST(Refined, AnyToleranceAsIfOfAllTiles) {
    const Problem problem{five_processors};
    TileOptions options = quick;
    options.tolerance = std::numeric_limits<std::size_t>::max();
    const Allocation allocation = refined(nrrp(problem), problem, {6, 6}, options);
    options.tolerance = 36;
    EXPECT_EQ(refined(nrrp(problem), problem, {6, 6}, options), allocation);
    EXPECT_EQ(allocation.cost(), 12u); // one processor has all
}

TEST(Refined, RejectsBadInput) {
    const Partition partition = nrrp({{1.0, 1.0}});
    TileOptions negative;
    negative.slack = -0.1;
    EXPECT_THROW((void)refined(partition, {{1.0, 1.0}}, {4, 4}, negative), InvalidInput);
    EXPECT_THROW((void)refined(partition, {{1.0}}, {4, 4}), InvalidInput);
    EXPECT_THROW((void)refined(partition, {{1.0, 1.0}}, {4, 4, 2}), InvalidInput);
    EXPECT_THROW((void)refined(partition, {{1.0, 1.0}}, {0, 4}), InvalidInput);
}

/// A budget is kept to, whatever the search; its result is still no worse than that of precise().
TEST(Refined, KeepsToItsBudget) {
    for (std::size_t number = 0; number < 40; ++number) {
        const testing::Family family = testing::all_families[number % testing::all_families.size()];
        const std::size_t processors = 2 + number % 14;
        const Problem problem{random_speeds(family, processors, number)};
        const Grid grid{4 + number, 4 + 3 * number % 37};
        SCOPED_TRACE(fmt::format("{} processors, {} x {} tiles", processors, grid.rows, grid.columns));
        const Partition zones = nrrp(problem);
        for (const double most : {1e5, 1e6, 5e6}) {
            WorkBudget budget(most);
            const Allocation found = refined(zones, problem, grid, {.budget = &budget});
            EXPECT_LE(budget.spent(), most);
            EXPECT_LE(found.cost(), precise(zones, partial_sum_targets(problem.speeds, grid.tiles()), grid).cost());
            WorkBudget same(most);
            EXPECT_EQ(refined(zones, problem, grid, {.budget = &same}), found) << "same budget, same result";
        }
    }
}

/// What a budget pays for is spent, and pays: five milliseconds are close to the second that the search takes without.
TEST(Refined, SmallBudgetsFindMost) {
    for (const std::size_t side : {8, 16, 24, 32}) {
        SCOPED_TRACE(fmt::format("{} tiles a side", side));
        WorkBudget budget(5e6);
        const Allocation brief = refined(nrrp({five_processors}), {five_processors}, {side, side}, {.budget = &budget});
        EXPECT_LE(static_cast<double>(brief.cost()),
                  1.02 * static_cast<double>(refined(nrrp({five_processors}), {five_processors}, {side, side}).cost()));
    }
}

/// Two squares of 8 x 4 tiles each cost what any two zones must: no step is taken.
TEST(Refined, DoesNotSearchBelowTheBound) {
    WorkBudget budget;
    const Allocation halves = refined(nrrp({{1, 1}}), {{1, 1}}, {8, 8}, {.budget = &budget});
    EXPECT_EQ(tile_cost(halves, {{1, 1}}), tile_bound(halves.tile_counts(), {8, 8}, {{1, 1}}));
    EXPECT_LE(budget.spent(), least_refined_work({{1, 1}}, {8, 8}));
}

} // namespace tangram::partition
