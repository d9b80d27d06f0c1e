#include "sched/plan/plan_estimates.hpp"

#include "base/dice.hpp"
#include "tests/sched/plan/planned_products.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace tangram::sched {
namespace {

/// The device has the lower three rows.
BlockedZones rows() {
    return {{"rows", 4, 4, 2, {0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}, {}};
}

TEST(EstimatedSeconds, AreThoseOfTheFullestNode) {
    PlannedProduct product = ram_and_device(2);
    product.links.clear(); // not measured
    EXPECT_DOUBLE_EQ(estimated_seconds(rows(), product), 2) << "balanced";
    BlockedZones uneven = rows();
    uneven.allocation.owners[4] = 0; // 5 tiles where 4 are right
    EXPECT_DOUBLE_EQ(estimated_seconds(uneven, product), 2.5);
}

TEST(EstimatedSeconds, RoundUpToWholeTilesForEachWorker) {
    PlannedProduct product = ram_and_device(2);
    product.links.clear();
    product.nodes[0].workers = {0, 1};
    BlockedZones uneven = rows();
    uneven.allocation.owners[4] = 0; // 5 tiles for two workers: one has 3, as if there were 6
    EXPECT_DOUBLE_EQ(estimated_seconds(uneven, product), 3);
}

/// Each of four workers at home does 3 of a tile's 4 products, 0.5 s each. The fourth ones, a tile's in all, are the
/// device's: 13 tiles where 12 are right.
TEST(EstimatedSeconds, CountWhatIsHandedOnWithTheOthers) {
    PlannedProduct product = ram_and_device(2);
    product.links.clear();
    product.task_flops = 1.0 / 8;
    product.nodes[0].workers = {0, 1, 2, 3};
    EXPECT_DOUBLE_EQ(estimated_seconds(rows(), product), 2);
    product.may_hand_on = true;
    EXPECT_DOUBLE_EQ(estimated_seconds(rows(), product), 2 * 13 / 12.0);
}

/// Eight workers at home do a product a second each, the device six: it has half of the tiles, 7/6 of its share.
TEST(EstimatedSeconds, CountNothingAsHandedOnByAHomeThatIsFaster) {
    PlannedProduct product = ram_and_device(2);
    product.links.clear();
    product.task_flops = 1;
    product.problem.speeds = {8, 6};
    product.nodes[0].workers = {0, 1, 2, 3, 4, 5, 6, 7};
    product.may_hand_on = true;
    ASSERT_TRUE(product.hands_tiles_on(0));
    const partition::Allocation halves{"halves", 4, 4, 2, {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}};
    EXPECT_DOUBLE_EQ(estimated_seconds({halves, {}}, product), 2 * 7 / 6.0);
}

/// The device's 3 rows and 4 columns of 4 tiles and 12 of C: 40 tiles of 8 bytes.
TEST(EstimatedSeconds, AddTransfersToWork) {
    PlannedProduct product = ram_and_device(2);
    product.links[0].bandwidth = 80;
    EXPECT_DOUBLE_EQ(estimated_seconds(rows(), product), 2 + 4);
    product.reads_c = false;
    EXPECT_DOUBLE_EQ(estimated_seconds(rows(), product), 2 + 2.8);
}

/// The device's zone in three rows: the columns of B are read for each of them, 8 x 4 tiles more.
TEST(EstimatedSeconds, CountWhatEachBlockReads) {
    PlannedProduct product = ram_and_device(2);
    product.links[0].bandwidth = 80;
    BlockedZones zones = rows();
    zones.blocks = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2};
    EXPECT_DOUBLE_EQ(estimated_seconds(zones, product), 2 + 4 + 3.2);
}

/// A product that is less deep than a tile is wide has small tiles of A and B: 28 of 2 bytes, 12 of 8.
TEST(EstimatedSeconds, CountEachMatrixByItsOwnTiles) {
    PlannedProduct product = ram_and_device(2);
    product.links[0].bandwidth = 80;
    product.tile_bytes = {2, 2, 8};
    EXPECT_DOUBLE_EQ(estimated_seconds(rows(), product), 2 + 1.9);
}

TEST(EstimatedSeconds, OfTheHomeNodeAreWorkAlone) {
    PlannedProduct product = ram_and_device(2);
    product.problem.speeds = {1, 300}; // RAM has a quarter of the work, the device does its own in no time
    product.links[0].bandwidth = 80;
    EXPECT_DOUBLE_EQ(estimated_seconds(rows(), product), 2 * 301 / 4.0);
}

/// The device has 12 tiles in three rows. It reads 4 x (3 + 4) tiles of A and B and 12 of C, and writes 12: 52 x 8
/// bytes.
TEST(SecondsIfHidden, CountAllThatPassesRam) {
    PlannedProduct product = ram_and_device(2);
    EXPECT_NEAR(seconds_if_hidden(rows(), product), 2, 1e-6);
    product.ram_bandwidth = 4 * 8;
    EXPECT_DOUBLE_EQ(seconds_if_hidden(rows(), product), 13);
}

/// One device's zone is all of C, a square: the estimate is the least.
TEST(LeastEstimatedSeconds, AreThoseOfASquare) {
    PlannedProduct product = ram_and_device(2);
    product.problem.speeds = {3};
    product.nodes.erase(product.nodes.begin());
    product.links[0].bandwidth = 80;
    const BlockedZones all{{"all", 4, 4, 1, std::vector<std::size_t>(16, 0)}, {}};
    EXPECT_NEAR(least_estimated_seconds(product), estimated_seconds(all, product), 0.02);
}

TEST(LeastEstimatedSeconds, AreTheBoundWhereNothingIsMoved) {
    PlannedProduct product = ram_and_device(2);
    product.links.clear();
    EXPECT_NEAR(least_estimated_seconds(product), 2, 0.01);
}

TEST(LeastEstimatedSeconds, NoZonesTakeLess) {
    Dice dice(7);
    PlannedProduct product = ram_and_device(2);
    for (int round = 0; round < 1000; ++round) {
        product.links[0].bandwidth = 10 * static_cast<double>(1 + dice.below(100));
        product.reads_c = dice.below(2) == 0;
        BlockedZones zones = rows();
        for (std::size_t& owner : zones.allocation.owners) {
            owner = dice.below(4) == 0 ? 0 : 1;
        }
        EXPECT_LE(least_estimated_seconds(product), estimated_seconds(zones, product)) << "round " << round;
    }
}

} // namespace
} // namespace tangram::sched
