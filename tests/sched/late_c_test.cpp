#include "sched/late_c.hpp"

#include "tests/sched/scene.hpp"

#include <gtest/gtest.h>

#include <random>

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
    const LateC late(allocation, 9, order, std::nullopt);
    EXPECT_EQ(apart(late, order, 0, 0, 9), 1U);
    EXPECT_EQ(apart(late, order, 0, 1, 9), 3U);
    EXPECT_EQ(apart(late, order, 1, 0, 9), 5U);
    EXPECT_EQ(apart(late, order, 1, 1, 9), 7U);
}

TEST(LateC, HomeHasItsTilesAlready) {
    const partition::Allocation allocation{"scene", 1, 2, 2, {0, 1}};
    const ZoneOrder order(allocation, 4);
    const LateC late(allocation, 4, order, Node{0});
    EXPECT_EQ(apart(late, order, 0, 0, 4), 0U);
    EXPECT_EQ(apart(late, order, 0, 1, 4), 1U);
}

TEST(LateC, ASingleProductNeedsTheTileAtOnce) {
    const partition::Allocation allocation{"scene", 1, 1, 1, {0}};
    EXPECT_EQ(LateC(allocation, 1, ZoneOrder(allocation, 1), std::nullopt).copy({0, 0, 0}), 0U);
}

TEST(LateC, EachTileIsAccumulatedInBeforeItsEnd) {
    constexpr std::uint64_t seed = 5;
    std::mt19937_64 random(seed);
    for (int round = 0; round < 200; ++round) {
        const auto depth = static_cast<std::uint32_t>(1 + random() % 9);
        partition::Allocation allocation{"random", 1 + random() % 7, 1 + random() % 7, 1 + random() % 5, {}};
        for (std::size_t tile = 0; tile < allocation.rows * allocation.columns; ++tile) {
            allocation.owners.push_back(random() % allocation.processors);
        }
        const ZoneOrder order(allocation, depth);
        const LateC late(allocation, depth, order, Node{0});
        for (std::uint32_t i = 0; i < allocation.rows; ++i) {
            for (std::uint32_t j = 0; j < allocation.columns; ++j) {
                ASSERT_LT(apart(late, order, i, j, depth), depth) << "seed " << seed << ", round " << round;
            }
        }
    }
}

} // namespace
} // namespace tangram::sched
