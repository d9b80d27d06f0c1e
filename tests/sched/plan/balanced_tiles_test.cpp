#include "sched/plan/balanced_tiles.hpp"

#include "tests/sched/plan/planned_products.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tangram::sched {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

/// RAM and two devices of its speed each, 8 x 8 tiles of C, which all together do in 8 seconds; one byte for a tile.
PlannedProduct alike() {
    PlannedProduct product = two_devices(8);
    product.problem.speeds = {1, 1, 1};
    product.seconds_bound = 8;
    product.tile_bytes = {1, 1, 1};
    product.nodes[2].id = 2;
    product.reads_c = false;
    return product;
}

TEST(BalancedTiles, AreSharesBySpeedWhereLinksKeepUp) {
    const double third = 64.0 / 3;
    EXPECT_THAT(balanced_tiles(alike()),
                ElementsAre(DoubleNear(third, 0.01), DoubleNear(third, 0.01), DoubleNear(third, 0.01)));
    EXPECT_EQ(shares_that_links_limit(alike()), std::nullopt);
}

/// s x s tiles need 2 * 8 s of A and B. At 8 bytes a second T seconds bring T / 2 of a side.
TEST(BalancedTiles, ASlowLinkBringsASmallerSquare) {
    PlannedProduct product = alike();
    product.links = {{0, 1, 1e9}, {0, 2, 4}};
    const std::vector<double> tiles = balanced_tiles(product);
    const double seconds = tiles[0] / (64.0 / 24);
    EXPECT_NEAR(tiles[0] + tiles[1] + tiles[2], 64, 0.01);
    EXPECT_NEAR(tiles[1], tiles[0], 0.01) << "RAM's speed";
    EXPECT_NEAR(tiles[2], seconds * seconds / 16, 0.01);
    EXPECT_NE(shares_that_links_limit(product), std::nullopt);
}

/// What both fetch in all passes RAM: the second device gets less than a tile.
TEST(BalancedTiles, WhereRamLimitsFewerNodesHaveTiles) {
    PlannedProduct product = alike();
    product.ram_bandwidth = 8.5;
    const std::vector<double> tiles = balanced_tiles(product);
    EXPECT_NEAR(tiles[0] + tiles[1] + tiles[2], 64, 0.01);
    EXPECT_NEAR(tiles[1], tiles[0], 0.01);
    EXPECT_LT(tiles[2], tiles[1] / 4);
}

TEST(BalancedTiles, NodesWithoutATileTakeNoPart) {
    PlannedProduct product = alike();
    product.links = {{0, 1, 1e9}, {0, 2, 0.1}};
    const std::optional<LimitedShares> shares = shares_that_links_limit(product);
    ASSERT_NE(shares, std::nullopt);
    EXPECT_THAT(shares->nodes, ElementsAre(0, 1));
    EXPECT_THAT(shares->tiles, ElementsAre(DoubleNear(32, 0.1), DoubleNear(32, 0.1)));
}

} // namespace
} // namespace tangram::sched
