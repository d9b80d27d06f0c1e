#include "sched/plan/balanced_tiles.hpp"

#include "tests/sched/plan/planned_products.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

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

/// What passes RAM for s x s tiles of a device: rows, columns, and C on its way home.
double bytes_of(double tiles) {
    return 16 * std::sqrt(tiles) + tiles;
}

/// In 12 seconds RAM and one device do 32 tiles each, for which 122 of 126 bytes pass RAM; two devices with 63 bytes
/// each would do 10.7 each.
TEST(BalancedTiles, WhereRamLimitsFewerNodesHaveTiles) {
    PlannedProduct product = alike();
    product.ram_bandwidth = 10.5;
    EXPECT_THAT(balanced_tiles(product), ElementsAre(DoubleNear(32, 0.01), DoubleNear(32, 0.01), 0));
}

/// One device would do 3/8 of the tiles at most, and leave a third of the bus unused.
TEST(BalancedTiles, DevicesThatFetchAtOnceGetEqualPartsOfRam) {
    PlannedProduct product = alike();
    product.ram_bandwidth = 18;
    const std::vector<double> tiles = balanced_tiles(product);
    const double seconds = tiles[0] / (64.0 / 24);
    EXPECT_NEAR(tiles[1], tiles[2], 0.01);
    EXPECT_LT(tiles[1], 0.95 * tiles[0]);
    EXPECT_NEAR(bytes_of(tiles[1]), 18 * seconds / 2, 0.01);
}

/// Without a limit the devices do 2.45 and 0.21 tiles a second, for which 198 bytes pass RAM in 8 seconds, not 192.
TEST(BalancedTiles, WhatASlowDeviceNeedsNotOfItsPartIsForOthers) {
    PlannedProduct product = alike();
    product.problem.speeds = {0.5, 2.3, 0.2};
    product.ram_bandwidth = 24;
    const std::vector<double> tiles = balanced_tiles(product);
    const double seconds = tiles[0] / (0.5 * 64 / 24);
    EXPECT_NEAR(tiles[2], seconds * 0.2 * 64 / 24, 0.01) << "as many as it computes";
    EXPECT_LT(tiles[1], 0.99 * seconds * 2.3 * 64 / 24);
    EXPECT_NEAR(bytes_of(tiles[1]) + bytes_of(tiles[2]), 24 * seconds, 0.01);
}

/// Tiles of C that are read pass it both ways.
TEST(BalancedTiles, CountTilesOfCInBothDirections) {
    PlannedProduct product = alike();
    product.reads_c = true;
    product.ram_bandwidth = 10.5;
    const std::vector<double> tiles = balanced_tiles(product);
    const double seconds = tiles[0] / (64.0 / 24);
    EXPECT_EQ(tiles[2], 0);
    EXPECT_NEAR(bytes_of(tiles[1]) + tiles[1], 10.5 * seconds, 0.01);
}

/// 1.25 times the rows and columns of one square, at 0.9 of RAM's bandwidth.
TEST(BalancedTiles, DevicesThatCopyFromEachOtherFetchAsOne) {
    PlannedProduct product = alike();
    product.problem.speeds = {1, 4.0 / 3, 2.0 / 3};
    product.ram_bandwidth = 18;
    product.links = {{0, 1, 1e9}, {0, 2, 1e9}, {1, 2, 1.25e9}, {2, 1, 1.25e9}};
    const std::vector<double> tiles = balanced_tiles(product);
    const double seconds = tiles[0] / (64.0 / 24);
    const double all = tiles[1] + tiles[2];
    EXPECT_NEAR(20 * std::sqrt(all) + all, 0.9 * 18 * seconds, 0.01);
    EXPECT_NEAR(tiles[1], 2 * tiles[2], 0.01) << "in proportion to speeds";
    product.links[2].bandwidth = product.links[3].bandwidth = 1.15e9;
    EXPECT_LT(balanced_tiles(product)[1], 1.5 * balanced_tiles(product)[2]) << "each for itself";
}

/// In 8.4 seconds RAM does 22.4 tiles and each device 20.8, for which 187.6 bytes pass RAM: 22.33 a second.
TEST(RamSeconds, WhereItTakesClearlyLongerThanTheWork) {
    PlannedProduct product = alike();
    EXPECT_EQ(ram_seconds(product), 0);
    product.ram_bandwidth = 22.5;
    EXPECT_EQ(ram_seconds(product), 0);
    product.ram_bandwidth = 22.2;
    EXPECT_NEAR(ram_seconds(product), 8.43 / ((64 - 22.5) * 8), 1e-4) << "it is busy all the time";
}

TEST(RamSeconds, NotWhereALinkOfItsOwnDoes) {
    PlannedProduct product = alike();
    product.links = {{0, 1, 1e9}, {0, 2, 4}};
    product.ram_bandwidth = 1e9;
    EXPECT_EQ(ram_seconds(product), 0);
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
