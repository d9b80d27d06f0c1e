#include "sched/plan/begun_tiles.hpp"

#include "sched/plan/auto_plan.hpp"
#include "tests/sched/plan/planned_products.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace tangram::sched {
namespace {

/// 6 x 6 tiles of C, depth 6, 216 products, 1.86 s; home does 16 products a second, the device `of_device`. Home's
/// workers do 2 each, and end no tile; its share is 4.97 tiles.
PlannedProduct eight_slow_cores(double of_device = 100) {
    PlannedProduct product = ram_and_device(216 / (16 + of_device));
    product.rows = product.columns = product.depth = 6;
    product.problem.height = product.problem.width = 6;
    product.problem.speeds = {16, of_device};
    product.task_flops = 1;
    product.nodes[0].workers = {0, 1, 2, 3, 4, 5, 6, 7};
    product.nodes[0].name = "RAM";
    product.may_hand_on = true;
    product.links.clear();
    return product;
}

/// After 1.5 s they hand on 8 x 3 products, which take the device 0.24 s; a fourth product each would end after 2 s.
TEST(BegunTiles, AreOneForEachSlowWorkerAtHome) {
    EXPECT_DOUBLE_EQ(products_of_begun_tiles(eight_slow_cores(), 8), 3);
    EXPECT_DOUBLE_EQ(share_of_begun_tiles(eight_slow_cores()).value(), 8 / 36.0);
}

TEST(BegunTiles, AreNoneWhereTheShareKeepsAllBusy) {
    PlannedProduct product = eight_slow_cores();
    product.nodes[0].workers = {0, 1, 2, 3};
    EXPECT_EQ(share_of_begun_tiles(product), std::nullopt);
}

TEST(BegunTiles, AreNoneWhereTilesAreNotHandedOn) {
    PlannedProduct product = eight_slow_cores();
    product.may_hand_on = false;
    EXPECT_EQ(share_of_begun_tiles(product), std::nullopt);
}

/// The product takes 0.21 s, a product at home 0.5 s.
TEST(BegunTiles, AreNoneWithoutTimeForAProduct) {
    EXPECT_DOUBLE_EQ(products_of_begun_tiles(eight_slow_cores(1000), 8), 0);
    EXPECT_EQ(share_of_begun_tiles(eight_slow_cores(1000)), std::nullopt);
}

/// Four tiles more save 12 products, 0.103 s. 24 that are handed on need 192 bytes; computing hides 0.24 s.
TEST(BegunTiles, AreNoneWhereLinksTakeLongerThanIsSaved) {
    PlannedProduct product = eight_slow_cores();
    product.links = {{0, 1, 192 / (0.24 + 0.1)}};
    EXPECT_NE(share_of_begun_tiles(product), std::nullopt);
    product.links = {{0, 1, 192 / (0.24 + 0.11)}};
    EXPECT_EQ(share_of_begun_tiles(product), std::nullopt);
}

/// Half of all tiles is for the others: four workers begin one, and end two of its 30 products.
TEST(BegunTiles, LeaveHalfOfAllTilesToOthers) {
    PlannedProduct product = eight_slow_cores();
    product.rows = product.columns = 3;
    product.depth = 30;
    product.seconds_bound = 9 * 30 / 116.0;
    EXPECT_DOUBLE_EQ(products_of_begun_tiles(product, 4), 2);
    EXPECT_DOUBLE_EQ(share_of_begun_tiles(product).value(), 4 / 9.0);
}

TEST(BegunTiles, AreWhatAutoPlans) {
    const ChosenZones plan = auto_plan(eight_slow_cores());
    EXPECT_EQ(plan.zones.allocation.tile_counts()[0], 8U);
    EXPECT_THAT(plan.reason, testing::HasSubstr("with a tile for each worker of RAM, to begin it and hand it on"));
}

} // namespace
} // namespace tangram::sched
