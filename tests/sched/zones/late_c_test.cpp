#include "sched/zones/late_c.hpp"

#include "sched/zones/spare_tiles.hpp"
#include "tests/sched/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <random>
#include <vector>

namespace tangram::sched {
namespace {

/// How many products of the tile accumulate apart: its first ones, in the order of its steps.
std::uint32_t apart(const LateC& late, const ZoneOrder& order, std::uint32_t i, std::uint32_t j, std::uint32_t depth) {
    std::uint32_t count = 0;
    for (std::uint32_t step = 0; step < depth; ++step) {
        const bool is_apart = late.copy({i, j, (order.first_k(i, j) + step) % depth}) == 1;
        EXPECT_TRUE(!is_apart || count == step) << "T(" << i << "," << j << ") step " << step;
        count += is_apart ? 1 : 0;
    }
    return count;
}

TEST(LateC, TilesOfAZoneAreNeededOneByOne) {
    // 2 x 2 tiles of node 0, in the order (0,0), then (0,1), (1,0), (1,1) of one shell; depth 9.
    const partition::Allocation allocation{"scene", 2, 2, 1, {0, 0, 0, 0}};
    const ZoneOrder order(allocation, 9);
    const LateC late(allocation, 9, order, {false});
    EXPECT_EQ(apart(late, order, 0, 0, 9), 1U);
    EXPECT_EQ(apart(late, order, 0, 1, 9), 3U);
    EXPECT_EQ(apart(late, order, 1, 0, 9), 5U);
    EXPECT_EQ(apart(late, order, 1, 1, 9), 7U);
}

TEST(LateC, HomeHasItsTilesAlready) {
    const partition::Allocation allocation{"scene", 1, 2, 2, {0, 1}};
    const ZoneOrder order(allocation, 4);
    const LateC late(allocation, 4, order, {true, false});
    EXPECT_EQ(apart(late, order, 0, 0, 4), 0U);
    EXPECT_EQ(apart(late, order, 0, 1, 4), 1U);
}

TEST(LateC, ASingleProductNeedsTheTileAtOnce) {
    const partition::Allocation allocation{"scene", 1, 1, 1, {0}};
    EXPECT_EQ(LateC(allocation, 1, ZoneOrder(allocation, 1), {false}).copy({0, 0, 0}), 0U);
}

TEST(LateC, SpareTilesAreNeededLast) {
    // C(0,0) and C(0,1) are left to thieves: the others are started before.
    const partition::Allocation allocation{"scene", 2, 2, 1, {0, 0, 0, 0}};
    const ZoneOrder order(allocation, 9, {.spare = {Node{0}, Node{0}, {}, {}}});
    const LateC late(allocation, 9, order, {false});
    EXPECT_EQ(apart(late, order, 1, 0, 9), 1U);
    EXPECT_EQ(apart(late, order, 1, 1, 9), 3U);
    EXPECT_EQ(apart(late, order, 0, 0, 9), 5U);
    EXPECT_EQ(apart(late, order, 0, 1, 9), 7U);
}

TEST(LateC, SpareTilesAtHomeAreThereToo) {
    const partition::Allocation allocation{"scene", 1, 3, 2, {0, 0, 1}};
    const ZoneOrder order(allocation, 4, {.spare = {Node{1}, {}, Node{0}}});
    const LateC late(allocation, 4, order, {true, false});
    EXPECT_EQ(apart(late, order, 0, 0, 4), 0U);
    EXPECT_EQ(apart(late, order, 0, 1, 4), 0U);
    EXPECT_EQ(apart(late, order, 0, 2, 4), 1U);
}

TEST(LateC, ASurplusIsNeededAfterTheRestOfItsZone) {
    // 10 x 10 tiles: node 0 has six columns, and leaves one of them to node 1.
    partition::Allocation allocation{"scene", 10, 10, 2, {}};
    for (std::size_t tile = 0; tile < 100; ++tile) {
        allocation.owners.push_back(tile % 10 < 6 ? 0 : 1);
    }
    const std::vector<std::optional<Node>> spare = spare_tiles(allocation, {{0, 1, 1}, {0, 1, 1}});
    ASSERT_EQ(std::count(spare.begin(), spare.end(), Node{1}), 10);
    const ZoneOrder order(allocation, 7, {.spare = spare});
    const LateC late(allocation, 7, order, {false, false});
    for (std::uint32_t tile = 0; tile < 100; ++tile) {
        const std::uint32_t i = tile / 10;
        const std::uint32_t j = tile % 10;
        if (spare[tile]) {
            EXPECT_EQ(apart(late, order, i, j, 7), 6U) << "the last 10 of 60 tiles";
        } else if (allocation.owners[tile] == 0) {
            EXPECT_LE(apart(late, order, i, j, 7), 5U) << i << "," << j;
        }
    }
}

/// By node: the numbers of products that accumulate apart on its tiles, rising.
std::vector<std::vector<std::uint32_t>> all_apart(const partition::Allocation& allocation, std::uint32_t depth,
                                                  const std::vector<std::optional<Node>>& spare) {
    const ZoneOrder order(allocation, depth, {.spare = spare});
    std::vector<bool> in_time(allocation.processors);
    in_time[0] = true; // home
    const LateC late(allocation, depth, order, in_time);
    std::vector<std::vector<std::uint32_t>> counts(allocation.processors);
    for (std::uint32_t i = 0; i < allocation.rows; ++i) {
        for (std::uint32_t j = 0; j < allocation.columns; ++j) {
            counts[allocation.owner(i, j)].push_back(apart(late, order, i, j, depth));
        }
    }
    for (std::vector<std::uint32_t>& of_node : counts) {
        std::sort(of_node.begin(), of_node.end());
    }
    return counts;
}

/// ... evenly over 1 to depth - 1, but not at home.
std::vector<std::vector<std::uint32_t>> evenly(const partition::Allocation& allocation, std::uint32_t depth) {
    std::vector<std::vector<std::uint32_t>> counts;
    for (const std::size_t tiles : allocation.tile_counts()) {
        counts.emplace_back(tiles);
        for (std::size_t tile = 0; counts.size() > 1 && depth > 1 && tile < tiles; ++tile) {
            counts.back()[tile] = static_cast<std::uint32_t>(1 + tile * (depth - 1) / tiles);
        }
    }
    return counts;
}

TEST(LateC, TilesAreNeededEvenlyAndBeforeTheirEndWhicheverAreSpare) {
    constexpr std::uint64_t seed = 5;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    std::mt19937_64 random(seed);
    for (int round = 0; round < 200; ++round) {
        const auto depth = static_cast<std::uint32_t>(1 + random() % 9);
        partition::Allocation allocation{"random", 1 + random() % 7, 1 + random() % 7, 1 + random() % 5, {}};
        std::vector<std::optional<Node>> spare;
        for (std::size_t tile = 0; tile < allocation.rows * allocation.columns; ++tile) {
            allocation.owners.push_back(random() % allocation.processors);
            spare.push_back(random() % 3 == 0 ? std::optional(Node{0}) : std::nullopt);
        }
        ASSERT_EQ(all_apart(allocation, depth, {}), evenly(allocation, depth)) << "round " << round;
        ASSERT_EQ(all_apart(allocation, depth, spare), evenly(allocation, depth)) << "round " << round;
    }
}

} // namespace
} // namespace tangram::sched
