#include "partition/refine/searches.hpp"

#include "base/error.hpp"
#include "partition/algorithms/nrrp.hpp"
#include "partition/base/costs.hpp"
#include "partition/base/targets.hpp"
#include "partition/discretise/precise.hpp"
#include "partition/discretise/rounded.hpp"
#include "tests/partition/random_allocations.hpp"
#include "tests/partition/speed_families.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace tangram::partition {

using ::testing::ElementsAre;
using testing::random_allocation;
using testing::random_blocks;
using testing::random_speeds;

namespace {

const std::vector<double> five_processors{1.09, 1.09, 1.09, 1.09, 0.5};

/// Two of the four fast processors share a slab, half each; the third has half
/// of the rest, the fourth what the slow one on top of it leaves.
Partition five_cuboids() {
    const double fast = 1.09 / 4.86;
    const double slab = 2 * fast;
    const double half = fast / (1 - slab);
    const double top = fast / ((1 - slab) * (1 - half));
    return {"by hand",
            1,
            1,
            {{0, {{0, slab, 0, 0.5, 0, 1}}},
             {1, {{0, slab, 0.5, 1, 0, 1}}},
             {2, {{slab, 1, 0, half, 0, 1}}},
             {3, {{slab, 1, half, 1, 0, top}}},
             {4, {{slab, 1, half, 1, top, 1}}}},
            1.0};
}

/// Counts that sum to the grid's tiles, and a window around them.
Window random_window(const Grid& grid, std::size_t processors, std::mt19937_64& random) {
    const std::vector<std::size_t> counts =
        partial_sum_targets(random_speeds(testing::Family::uniform, processors, random()), grid.tiles());
    return window_around(counts, random() % 3);
}

} // namespace

TEST(Rebalanced, MovesTheTaskThatAddsLeast) {
    // One tile of processor 0 shall go: the one whose column 1 owns already.
    const Allocation start{"by hand", 2, 3, 2, {0, 0, 0, 0, 0, 1}};
    const Allocation result = rebalanced(start, {{1, 1}}, exact_window(std::vector<std::size_t>{4, 2}));
    EXPECT_THAT(result.owners, ElementsAre(0, 0, 1, 0, 0, 1));
}

TEST(Rebalanced, WeighsWhatMovesCost) {
    // Processor 1 shall take over a tile next to its own in the last row: from 0,
    // who then has no tile in that row, or from 2, who has no tile at all.
    const Allocation start{"by hand", 3, 3, 3, {0, 0, 0, 0, 0, 0, 0, 1, 2}};
    const Window window{{0, 2, 0}, {9, 2, 9}};
    Problem problem{{1, 1, 1}};
    EXPECT_THAT(rebalanced(start, problem, window).owners, ElementsAre(0, 0, 0, 0, 0, 0, 0, 1, 1));
    problem.weights = {5, 1, 0.1};
    EXPECT_THAT(rebalanced(start, problem, window).owners, ElementsAre(0, 0, 0, 0, 0, 0, 1, 1, 2));
}

TEST(Rebalanced, LeavesAloneWhatIsInTheWindow) {
    std::mt19937_64 random(1);
    const Allocation start = random_allocation({4, 3, 5}, 3, random);
    EXPECT_EQ(rebalanced(start, {{1, 1, 1}}, exact_window(start.tile_counts())), start);
}

TEST(Rebalanced, CountsLieInTheWindow) {
    std::mt19937_64 random(2);
    for (std::size_t round = 0; round < 200; ++round) {
        SCOPED_TRACE(fmt::format("round {}", round));
        const Grid grid{1 + random() % 7, 1 + random() % 7, 1 + random() % 7};
        const std::size_t processors = 1 + random() % 9;
        const Allocation start = random_blocks(grid, processors, 1 + random() % 4, random);
        const Window window = random_window(grid, processors, random);
        const Allocation result = rebalanced(start, {std::vector(processors, 1.0)}, window);
        ASSERT_TRUE(window.contains(result.tile_counts()));
        const Allocation by_zones = rebalanced_by_zones(start, {std::vector(processors, 1.0)}, window);
        ASSERT_TRUE(window.contains(by_zones.tile_counts()));
    }
}

TEST(RebalancedByZones, PassesTilesThroughTheZoneBetween) {
    // Two tiles go from 0 to 2: the one between gives a column for the one it gets.
    const Allocation start{"by hand", 2, 4, 3, {0, 0, 1, 2, 0, 0, 1, 2}};
    const Allocation result = rebalanced_by_zones(start, {{1, 1, 1}}, exact_window(std::vector<std::size_t>{2, 2, 4}));
    EXPECT_THAT(result.owners, ElementsAre(0, 1, 2, 2, 0, 1, 2, 2));
}

TEST(RebalancedByZones, NotWorseThanTheHeapOnZones) {
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const Problem problem{random_speeds(testing::Family::uniform, 40, seed)};
        const Grid grid{90, 90};
        const Window window = exact_window(partial_sum_targets(problem.speeds, grid.tiles()));
        const Allocation start = rounded(nrrp(problem), grid);
        const Allocation result = rebalanced_by_zones(start, problem, window);
        EXPECT_TRUE(window.contains(result.tile_counts()));
        EXPECT_LE(tile_cost(result, problem), 1.02 * tile_cost(rebalanced(start, problem, window), problem));
    }
}

TEST(Rebalanced, BringsInProcessorsThatHadNothing) {
    const std::vector<double> speeds = random_speeds(testing::Family::near_equal, 300, 1);
    const Allocation start{"one owner", 6, 6, 300, std::vector<std::size_t>(216, 7), 6};
    const std::vector<std::size_t> targets = partial_sum_targets(speeds, 216);
    EXPECT_EQ(rebalanced(start, {speeds}, exact_window(targets)).tile_counts(), targets);
}

TEST(Rebalanced, RejectsWindowsThatCannotBeMet) {
    const Allocation start{"by hand", 1, 4, 2, {0, 0, 0, 1}};
    EXPECT_THROW((void)rebalanced(start, {{1, 1}}, {{0, 0}, {1, 1}}), InvalidInput);
    EXPECT_THROW((void)rebalanced(start, {{1, 1}}, {{3, 3}, {4, 4}}), InvalidInput);
}

TEST(Rebalanced, RejectsBadInput) {
    const Allocation start{"by hand", 1, 4, 2, {0, 0, 0, 1}};
    EXPECT_THROW((void)rebalanced(start, {{1, 1}}, {{2}, {2}}), InvalidInput);
    EXPECT_THROW((void)rebalanced(start, {{1, 1, 1}}, {{2, 1, 1}, {2, 1, 1}}), InvalidInput);
}

TEST(SearchLines, RejectsBadInput) {
    const Allocation start{"by hand", 1, 4, 2, {0, 0, 0, 1}};
    EXPECT_THROW((void)search_lines(start, {{1, 1}}, {{2}, {2}}, {}), InvalidInput);
    EXPECT_THROW((void)search_lines(start, {{1, 1, 1}}, {{3, 1, 0}, {3, 1, 0}}, {}), InvalidInput);
    EXPECT_THROW((void)search_lines(start, {{1, 1}}, {{2, 2}, {2, 2}}, {}), InvalidInput);
}

/// docs/algorithms.md, Measured ratios.
TEST(Rebalanced, CostsAtMostAsRecorded) {
    const std::size_t exact[] = {370, 1437, 3143, 5527};
    const std::size_t with_slack[] = {365, 1395, 3077, 5485};
    for (std::size_t row = 0; row < 4; ++row) {
        const std::size_t side = 8 * (row + 1);
        SCOPED_TRACE(fmt::format("{} tiles a side", side));
        const Grid grid{side, side, side};
        const std::vector<std::size_t> targets = partial_sum_targets(five_processors, grid.tiles());
        const Allocation start = rounded(five_cuboids(), grid);
        EXPECT_LE(rebalanced(start, {five_processors}, exact_window(targets)).cost(), exact[row]);
        const Window slack = makespan_window(targets, five_processors, 0.02);
        EXPECT_LE(rebalanced(start, {five_processors}, slack).cost(), with_slack[row]);
    }
}

TEST(SearchLines, StaysInTheWindowAndNeverCostsMore) {
    std::mt19937_64 random(3);
    for (std::size_t round = 0; round < 12; ++round) {
        SCOPED_TRACE(fmt::format("round {}", round));
        const Grid grid{1 + random() % 4, 1 + random() % 4, 1 + random() % 4};
        const std::size_t processors = 1 + random() % 9;
        Problem problem{std::vector(processors, 1.0)};
        problem.c_factor = 1 + double(round % 2);
        for (std::size_t p = 0; round % 3 == 0 && p < processors; ++p) {
            problem.weights.push_back(double(p % 3) / 2);
        }
        const Window window = random_window(grid, processors, random);
        const Allocation start = rebalanced(random_blocks(grid, processors, 2, random), problem, window);
        const Allocation result = search_lines(start, problem, window, {round});
        EXPECT_TRUE(window.contains(result.tile_counts()));
        EXPECT_LE(tile_cost(result, problem), tile_cost(start, problem) + 1e-9);
        EXPECT_EQ(search_lines(start, problem, window, {round}), result) << "same seed, same result";
    }
}

TEST(SearchLines, PutsTwoScatteredProcessorsInOrder) {
    // A chequered board: 4 rows and 4 columns for both. Halves cost 4 + 2 + 4 + 2.
    Allocation board{"chequered", 4, 4, 2, {}};
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            board.owners.push_back((i + j) % 2);
        }
    }
    EXPECT_EQ(search_lines(board, {{1, 1}}, exact_window(board.tile_counts()), {1}).cost(), 12u);
}

TEST(SearchLines, CostsAtMostAsRecorded) {
    // 363: 359 after seconds; runs of this length end between 354 and 365.
    const std::size_t with_search[] = {363, 1413, 3143, 5525};
    for (std::size_t row : {0u, 1u, 3u}) {
        const std::size_t side = 8 * (row + 1);
        SCOPED_TRACE(fmt::format("{} tiles a side", side));
        const Grid grid{side, side, side};
        const Window window = exact_window(partial_sum_targets(five_processors, grid.tiles()));
        const Allocation start = rebalanced(rounded(five_cuboids(), grid), {five_processors}, window);
        const Allocation result = search_lines(start, {five_processors}, window, {1});
        EXPECT_LE(result.cost(), with_search[row]);
    }
}

} // namespace tangram::partition
