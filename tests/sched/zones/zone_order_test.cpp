#include "sched/zones/zone_order.hpp"

#include "tests/sched/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace tangram::sched {
namespace {

/// 3 x 4 tiles: node 0 has the first row and a tile of the last, node 1 the rest.
partition::Allocation scene() {
    return {"scene", 3, 4, 2, {0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 0, 1}};
}

TEST(ZoneOrder, NodesStartAtDifferentProducts) {
    const ZoneOrder order(scene(), 6);
    EXPECT_EQ(order.first_k(0, 0), 0U);
    EXPECT_EQ(order.first_k(1, 0), 3U);
    EXPECT_EQ(order.first_k(2, 2), 0U);
}

TEST(ZoneOrder, SlicesOneAfterTheOtherInEachRowsAndColumnsTogether) {
    const ZoneOrder order(scene(), 6); // all in slices, of 4 shells
    EXPECT_EQ(order.shells(), 32U);
    // Node 1: rows 1 (4 tiles), 2 (3); columns 0, 1, 3 (2 each), then 2; products from 3 on.
    EXPECT_EQ(order.shell({1, 0, 3}), 0U);
    EXPECT_EQ(order.shell({2, 0, 3}), 1U);
    EXPECT_EQ(order.shell({1, 3, 3}), 2U);
    EXPECT_EQ(order.shell({1, 2, 3}), 3U);
    EXPECT_EQ(order.shell({1, 0, 4}), 4U);
    EXPECT_EQ(order.shell({1, 0, 0}), 12U) << "cyclically";
    EXPECT_EQ(order.shell({2, 0, 2}), 21U);
    // Node 0: rows 0, 2; columns 2 (2 tiles), then 0, 1, 3.
    EXPECT_EQ(order.shell({0, 2, 0}), 0U);
    EXPECT_EQ(order.shell({0, 0, 0}), 1U);
    EXPECT_EQ(order.shell({2, 2, 0}), 1U);
    EXPECT_EQ(order.shell({0, 3, 1}), 7U);
}

TEST(ZoneOrder, TheLastEighthOfTheProductsTileByTile) {
    const ZoneOrder order(scene(), 16); // 14 slices
    EXPECT_EQ(order.shells(), 64U);
    EXPECT_EQ(order.step({1, 0, 5}), 13U);
    EXPECT_EQ(order.shell({1, 0, 5}), 52U);
    EXPECT_EQ(order.shell({2, 0, 5}), 53U);
    EXPECT_EQ(order.shell({1, 0, 6}), 56U);
    EXPECT_EQ(order.shell({1, 0, 7}), 56U) << "the same tile's last product";
    EXPECT_EQ(order.shell({2, 0, 6}), 57U);
    EXPECT_EQ(order.shell({1, 2, 7}), 59U);
}

TEST(ZoneOrder, EachNodeHasItsOwnEnd) {
    const ZoneOrder order(scene(), 16, {.ends = {12, 2}});
    EXPECT_LT(order.shell({0, 0, 3}), 56U);
    EXPECT_EQ(order.shell({0, 0, 4}), 57U) << "the fifth of 16";
    EXPECT_EQ(order.shell({0, 0, 15}), 57U);
    EXPECT_EQ(order.shell({1, 0, 5}), 52U) << "node 1 as ever";
}

TEST(ZoneOrder, EachNodeHasItsOwnStart) {
    const ZoneOrder order(scene(), 16, {.starts = {1, 3}});
    EXPECT_EQ(order.shell({1, 0, 8}), 0U);
    EXPECT_EQ(order.shell({1, 0, 10}), 0U) << "the third product of the first rank";
    EXPECT_EQ(order.shell({2, 0, 10}), 1U);
    EXPECT_EQ(order.shell({1, 0, 11}), 12U) << "a slice again, the fourth";
    EXPECT_EQ(order.shell({0, 2, 1}), 4U) << "node 0 as ever";
}

TEST(ZoneOrder, SpareTilesLastAndWhole) {
    partition::Allocation allocation = scene();
    std::vector<std::optional<Node>> spare(allocation.owners.size());
    spare[0] = 1; // C(0,0), the first one otherwise
    const ZoneOrder order(allocation, 16, {.spare = spare});
    for (std::uint32_t k = 0; k < 16; ++k) {
        EXPECT_EQ(order.shell({0, 0, k}), order.shell({0, 0, 0})) << "one product after the other";
    }
    for (std::uint32_t j = 1; j < allocation.columns; ++j) {
        for (std::uint32_t k = 0; k < 16; ++k) {
            EXPECT_LT(order.shell({0, j, k}), order.shell({0, 0, 0})) << "T(0," << j << "," << k << ")";
        }
    }
    EXPECT_LT(order.shell({0, 0, 0}), order.shells());
}

TEST(ZoneOrder, BlockByBlockWhereMemoryIsSmall) {
    // 4 x 6 tiles of one node in blocks of 2 x 3, two products each.
    const ZoneOrder order({"scene", 4, 6, 1, std::vector<std::size_t>(24)}, 2,
                          {.blocks = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 2, 2, 2, 3, 3, 3}});
    const auto block = [](const Task& task) { return task.i / 2 * 2 + task.j / 3; };
    const std::vector<Task> tasks = order.all_tasks();
    std::vector<std::uint32_t> blocks;
    blocks.reserve(tasks.size());
    for (const Task& task : tasks) {
        blocks.push_back(block(task));
    }
    EXPECT_TRUE(std::is_sorted(blocks.begin(), blocks.end())) << "one after the other";
    for (std::size_t place = 0; place < tasks.size(); ++place) {
        EXPECT_EQ(tasks[place].k, place / 6 % 2) << "in a block product by product";
    }
    EXPECT_EQ(order.shell({2, 3, 0}) - order.shell({0, 0, 0}), 3 * (2 + 1) * 3U)
        << "two slices and the end, each of 3 shells: the longer side of a block";
    EXPECT_LT(order.shell({3, 5, 1}), order.shells());
}

TEST(ZoneOrder, LineByLineAfterTheFirstSlice) {
    // 2 x 3 tiles of one node, two products: the first by growing rows and columns, then column by column.
    const partition::Allocation allocation{"scene", 2, 3, 1, std::vector<std::size_t>(6)};
    const auto by = [&](SliceOrder slices) {
        return ZoneOrder(allocation, 2,
                         {.blocks = BlockNumbers(6), .slice_orders = std::vector<SliceOrder>(6, slices)});
    };
    const ZoneOrder order = by(SliceOrder::columns);
    EXPECT_EQ(order.shell({0, 1, 0}), 1U);
    EXPECT_EQ(order.shell({1, 0, 0}), 1U);
    EXPECT_EQ(order.shell({0, 1, 1}), 3U + 1);
    EXPECT_EQ(order.shell({1, 0, 1}), 3U);
    EXPECT_EQ(order.shell({1, 2, 1}), 3U + 2);
    const ZoneOrder by_rows = by(SliceOrder::rows);
    EXPECT_EQ(by_rows.shell({1, 0, 1}), 3U + 1);
    EXPECT_EQ(by_rows.shell({0, 2, 1}), 3U);
}

TEST(ZoneOrder, EachBlockAndItsEndHaveTheirSlices) {
    // 4 x 2 tiles in two blocks, 16 products of which the last two of a tile are the end.
    std::vector<SliceOrder> slices(8, SliceOrder::growing);
    std::fill(slices.begin() + 4, slices.end(), SliceOrder::rows);
    const ZoneOrder order({"scene", 4, 2, 1, std::vector<std::size_t>(8)}, 16,
                          {.blocks = {0, 0, 0, 0, 1, 1, 1, 1}, .slice_orders = slices});
    const std::uint32_t block = 15 * 2; // 14 slices and the end, of two shells each
    EXPECT_EQ(order.shell({0, 1, 5}), 5 * 2 + 1U);
    EXPECT_EQ(order.shell({1, 0, 5}), 5 * 2 + 1U);
    EXPECT_EQ(order.shell({2, 1, 0}), block + 1) << "the first one grows";
    EXPECT_EQ(order.shell({2, 1, 5}), block + 5 * 2);
    EXPECT_EQ(order.shell({3, 0, 5}), block + 5 * 2 + 1);
    EXPECT_EQ(order.shell({2, 1, 14}), block + 14 * 2);
    EXPECT_EQ(order.shell({2, 1, 15}), block + 14 * 2) << "tile by tile";
    EXPECT_EQ(order.shell({3, 0, 14}), block + 14 * 2 + 1);
}

TEST(ZoneOrder, RefusesPlansOfOtherZones) {
    const partition::Allocation allocation = scene();
    const auto order = [&](ZonePlan plan) { return ZoneOrder(allocation, 16, std::move(plan)); };
    EXPECT_THROW((void)order({.spare = std::vector<std::optional<Node>>(1)}), std::invalid_argument);
    EXPECT_THROW((void)order({.spare = std::vector<std::optional<Node>>(allocation.owners.size(), Node{2})}),
                 std::invalid_argument)
        << "there are two nodes";
    EXPECT_THROW((void)order({.ends = {2}}), std::invalid_argument) << "one for two nodes";
    EXPECT_THROW((void)order({.ends = {2, 1}}), std::invalid_argument) << "below an eighth";
    EXPECT_THROW((void)order({.ends = {2, 17}}), std::invalid_argument);
    EXPECT_THROW((void)order({.starts = {1}}), std::invalid_argument) << "one for two nodes";
    EXPECT_THROW((void)order({.starts = {0, 1}}), std::invalid_argument);
    EXPECT_THROW((void)order({.starts = {1, 5}}), std::invalid_argument) << "above a quarter";
    EXPECT_THROW((void)order({.blocks = {0}}), std::invalid_argument) << "one for twelve tiles";
    EXPECT_THROW((void)order({.blocks = BlockNumbers(12, 12)}), std::invalid_argument) << "more than tiles";
    EXPECT_THROW((void)order({.slice_orders = std::vector<SliceOrder>(12)}), std::invalid_argument) << "of no blocks";
}

TEST(ZoneOrder, BlocksOfAZoneNeedNotTouch) {
    // 2 x 4 tiles of one node: corners first, then the rest; each with ranks of its own.
    const ZoneOrder order({"scene", 2, 4, 1, std::vector<std::size_t>(8)}, 1, {.blocks = {0, 1, 1, 0, 0, 1, 1, 0}});
    EXPECT_EQ(order.shell({0, 0, 0}), 0U);
    EXPECT_EQ(order.shell({1, 3, 0}), 1U);
    EXPECT_EQ(order.shell({0, 1, 0}), 4U) << "after a slice and the end, of two shells each";
    EXPECT_EQ(order.shell({1, 2, 0}), 5U);
}

TEST(ZoneOrder, BlocksOfThreeDimensionsHaveTheirSlices) {
    // 1 x 2 tiles of one node, depth 2, each tile a block: all its products, then the other's.
    const ZoneOrder order({"scene", 1, 2, 1, {0, 0, 0, 0}, 2}, 2, {.blocks = {1, 1, 0, 0}});
    EXPECT_LT(order.shell({0, 1, 0}), order.shell({0, 1, 1}));
    EXPECT_LT(order.shell({0, 1, 1}), order.shell({0, 0, 0}));
    EXPECT_LT(order.shell({0, 0, 0}), order.shell({0, 0, 1}));
}

TEST(ZoneOrder, SpareTilesComeAfterAllBlocksInSlices) {
    std::vector<std::optional<Node>> spare(24);
    spare[0] = spare[1] = 0;
    const ZoneOrder order(
        {"scene", 4, 6, 1, std::vector<std::size_t>(24)}, 2,
        {.spare = spare, .blocks = {0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1}});
    EXPECT_GT(order.shell({0, 0, 0}), order.shell({3, 5, 1}));
    EXPECT_GT(order.shell({0, 0, 1}), order.shell({0, 1, 0})) << "what is read for a product serves both tiles";
    EXPECT_LT(order.shell({0, 1, 1}), order.shells());
}

TEST(ZoneOrder, InThreeDimensionsProductsAreRankedToo) {
    // 1 x 2 tiles, depth 3; node 0 has one product of layer 0 and two of layer 1.
    const ZoneOrder order({"scene", 1, 2, 2, {0, 0, 1, 1, 0, 1}, 3}, 3);
    EXPECT_EQ(order.first_k(0, 1), 0U);
    EXPECT_EQ(order.shell({0, 0, 1}), 0U);
    EXPECT_EQ(order.shell({0, 1, 1}), 1U);
    EXPECT_EQ(order.shell({0, 0, 0}), 2U);
}

TEST(ZoneOrder, InThreeDimensionsNodesThatShareProductsStartApart) {
    // 1 x 2 tiles, depth 4; each node has one of them.
    const ZoneOrder order({"scene", 1, 2, 2, {0, 0, 0, 0, 1, 1, 1, 1}, 4}, 4);
    EXPECT_EQ(order.shell({0, 0, 0}), 0U);
    EXPECT_EQ(order.shell({0, 1, 2}), 0U);
    EXPECT_EQ(order.shell({0, 1, 1}), 6U);
}

TEST(ZoneOrder, InThreeDimensionsTheLastEighthOfEachZoneTileByTile) {
    // A tile of 16 products, 8 for each node.
    std::vector<std::size_t> owners(8, 0);
    owners.resize(16, 1);
    const ZoneOrder order({"scene", 1, 1, 2, owners, 16}, 16);
    EXPECT_EQ(order.shell({0, 0, 6}), 6U);
    EXPECT_EQ(order.shell({0, 0, 7}), 14U) << "the zone's last product";
    EXPECT_EQ(order.shell({0, 0, 12}), 0U) << "the other node starts in the middle of its own";
    EXPECT_EQ(order.shell({0, 0, 11}), 14U);
}

TEST(ZoneOrder, TilesOfASliceUnlockTheirSquareOfTasks) {
    constexpr std::uint32_t side = 10;
    const ZoneOrder order({"cube", side, side, 1, std::vector<std::size_t>(std::size_t{side} * side)}, side);
    std::map<std::uint32_t, std::size_t> tasks_of_shell;
    for (const Task& task : order.all_tasks()) {
        ++tasks_of_shell[order.shell(task)];
    }
    std::size_t tasks = 0;
    for (std::uint32_t shell = 0; shell < side; ++shell) {
        tasks += tasks_of_shell[shell];
        EXPECT_EQ(tasks, (shell + 1) * (shell + 1)) << "for 2 (shell + 1) tiles of A and B";
    }
}

/// An allocation of random owners.
partition::Allocation random_allocation(std::mt19937_64& random, std::size_t layers) {
    partition::Allocation allocation{"random", 1 + random() % 7, 1 + random() % 7, 1 + random() % 9, {}, layers};
    for (std::size_t tile = 0; tile < allocation.rows * allocation.columns * layers; ++tile) {
        allocation.owners.push_back(random() % allocation.processors);
    }
    return allocation;
}

TEST(ZoneOrder, AllTasksOnceByRisingShell) {
    constexpr std::uint64_t seed = 1;
    std::mt19937_64 random(seed);
    for (int round = 0; round < 200; ++round) {
        const std::size_t depth = 1 + random() % 6;
        const partition::Allocation allocation = random_allocation(random, round % 2 == 0 ? 1 : depth);
        const ZoneOrder order(allocation, depth);
        const std::vector<Task> tasks = order.all_tasks();
        std::set<std::string> names;
        for (const Task& task : tasks) {
            names.insert(name(task));
            ASSERT_LT(order.shell(task), order.shells());
        }
        ASSERT_EQ(names.size(), tasks.size()) << "seed " << seed << ", round " << round;
        ASSERT_EQ(tasks.size(), allocation.rows * allocation.columns * depth);
        ASSERT_TRUE(std::is_sorted(tasks.begin(), tasks.end(),
                                   [&](const Task& x, const Task& y) { return order.shell(x) < order.shell(y); }))
            << "seed " << seed << ", round " << round;
    }
}

TEST(ZoneOrder, ATileOfTwoDimensionsStartsWithItsFirstProductAndGoesRound) {
    constexpr std::uint64_t seed = 2;
    std::mt19937_64 random(seed);
    for (int round = 0; round < 200; ++round) {
        const std::uint32_t depth = 1 + static_cast<std::uint32_t>(random() % 6);
        const ZoneOrder order(random_allocation(random, 1), depth);
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> next;
        for (const Task& task : order.all_tasks()) {
            const auto [found, is_first] = next.try_emplace({task.i, task.j}, order.first_k(task.i, task.j));
            ASSERT_EQ(task.k, found->second) << "seed " << seed << ", round " << round << ", first " << is_first;
            found->second = (task.k + 1) % depth;
        }
    }
}

} // namespace
} // namespace tangram::sched
