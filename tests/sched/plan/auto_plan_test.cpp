#include "sched/plan/auto_plan.hpp"

#include "sched/plan/plan_estimates.hpp"
#include "sched/policies/strategies.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace tangram::sched {
namespace {

/// RAM and a device of three times its speed, 4 x 4 tiles of C, depth 4, tiles of 8 bytes.
PlannedProduct scene(double seconds_bound) {
    MemoryNode ram;
    ram.is_home = true;
    MemoryNode device;
    device.id = 1;
    partition::Problem problem{.speeds = {1, 3}, .height = 4, .width = 4};
    problem.weights = {0, 1};
    PlannedProduct product;
    product.problem = std::move(problem);
    product.rows = product.columns = product.depth = 4;
    product.tile_bytes = {8, 8, 8};
    product.reads_c = true;
    product.seconds_bound = seconds_bound;
    product.nodes = {ram, device};
    product.memory.assign(2, std::numeric_limits<double>::infinity());
    product.links = {{0, 1, 1e9}, {1, 0, 1e9}};
    return product;
}

/// The device has the lower three rows.
BlockedZones rows() {
    return {{"rows", 4, 4, 2, {0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}}, {}};
}

TEST(EstimatedSeconds, AreThoseOfTheFullestNode) {
    PlannedProduct product = scene(2);
    product.links.clear(); // not measured
    EXPECT_DOUBLE_EQ(estimated_seconds(rows(), product), 2) << "balanced";
    BlockedZones uneven = rows();
    uneven.allocation.owners[4] = 0; // 5 tiles where 4 are right
    EXPECT_DOUBLE_EQ(estimated_seconds(uneven, product), 2.5);
}

TEST(EstimatedSeconds, RoundUpToWholeTilesForEachWorker) {
    PlannedProduct product = scene(2);
    product.links.clear();
    product.nodes[0].workers = {0, 1};
    BlockedZones uneven = rows();
    uneven.allocation.owners[4] = 0; // 5 tiles for two workers: one has 3, as if there were 6
    EXPECT_DOUBLE_EQ(estimated_seconds(uneven, product), 3);
}

/// The device's 3 rows and 4 columns of 4 tiles and 12 of C: 40 tiles of 8 bytes.
TEST(EstimatedSeconds, AddTransfersToWork) {
    PlannedProduct product = scene(2);
    product.links[0].bandwidth = 80;
    EXPECT_DOUBLE_EQ(estimated_seconds(rows(), product), 2 + 4);
    product.reads_c = false;
    EXPECT_DOUBLE_EQ(estimated_seconds(rows(), product), 2 + 2.8);
}

/// The device's zone in three rows: the columns of B are read for each of them, 8 x 4 tiles more.
TEST(EstimatedSeconds, CountWhatEachBlockReads) {
    PlannedProduct product = scene(2);
    product.links[0].bandwidth = 80;
    BlockedZones zones = rows();
    zones.blocks = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2};
    EXPECT_DOUBLE_EQ(estimated_seconds(zones, product), 2 + 4 + 3.2);
}

/// A product that is less deep than a tile is wide has small tiles of A and B: 28 of 2 bytes, 12 of 8.
TEST(EstimatedSeconds, CountEachMatrixByItsOwnTiles) {
    PlannedProduct product = scene(2);
    product.links[0].bandwidth = 80;
    product.tile_bytes = {2, 2, 8};
    EXPECT_DOUBLE_EQ(estimated_seconds(rows(), product), 2 + 1.9);
}

TEST(EstimatedSeconds, OfTheHomeNodeAreWorkAlone) {
    PlannedProduct product = scene(2);
    product.problem.speeds = {1, 300}; // RAM has a quarter of the work, the device does its own in no time
    product.links[0].bandwidth = 80;
    EXPECT_DOUBLE_EQ(estimated_seconds(rows(), product), 2 * 301 / 4.0);
}

TEST(AutoPlan, SaysWhy) {
    const ChosenZones plan = auto_plan(scene(2));
    EXPECT_EQ(plan.zones.allocation.tile_counts(), (std::vector<std::size_t>{4, 12}));
    EXPECT_THAT(plan.reason, testing::AllOf(testing::HasSubstr("2 s with nrrp-rounded"),
                                            testing::HasSubstr("2 s with nrrp-refined")));
}

TEST(AutoPlan, SearchesNotForShortProducts) {
    EXPECT_THAT(auto_plan(scene(0.01)).reason,
                testing::AllOf(testing::HasSubstr("nrrp-precise"), testing::HasSubstr("a search for tiles"),
                               testing::Not(testing::HasSubstr("nrrp-refined"))));
}

/// RAM and two devices of three and a third times its speed, a short product, n x n tiles of C.
PlannedProduct two_devices(std::size_t n) {
    PlannedProduct product = scene(0.01);
    product.rows = product.columns = product.depth = n;
    product.problem.speeds = {3, 10, 10};
    product.problem.weights = {0, 1, 1};
    product.nodes.push_back(product.nodes[1]);
    product.memory.push_back(product.memory[1]);
    return product;
}

/// Of 2 x 2 tiles RAM's share is 0.52: with one tile it takes 1.9 times the bound, without
/// any the devices take 1.15 times with two each.
TEST(AutoPlan, GivesRamNoTileThatIsTooLarge) {
    const ChosenZones plan = auto_plan(two_devices(2));
    EXPECT_EQ(plan.zones.allocation.name, "nrrp-rounded");
    EXPECT_EQ(plan.zones.allocation.tile_counts(), (std::vector<std::size_t>{0, 2, 2}));
}

/// Of 4 x 4 tiles it is 2.09: two tiles and seven for each device take 1.006 times the
/// bound, none and eight take 1.15 times.
TEST(AutoPlan, BalancesWhereTilesAreSmallEnough) {
    const ChosenZones plan = auto_plan(two_devices(4));
    EXPECT_EQ(plan.zones.allocation.name, "nrrp-precise");
    EXPECT_EQ(plan.zones.allocation.tile_counts(), (std::vector<std::size_t>{2, 7, 7}));
}

/// Of 256 tiles each of RAM's two workers of speed 1 does one in 1/256 of the time of all at speed 1.
TEST(NodesThatKeepUp, DoATileWhileTheOthersDoAll) {
    PlannedProduct product = scene(1);
    product.links.clear();
    product.rows = product.columns = 16;
    product.nodes[0].workers = {0, 1};
    product.problem.speeds = {2, 255};
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(0, 1));
    product.problem.speeds = {2, 257};
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(1));
    product.problem.speeds = {4, 257};
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(0, 1));
}

/// Of 16 tiles a speed of 19 does one while 302 does all, but not while 306 would.
TEST(NodesThatKeepUp, AreCountedWithoutSlowerOnes) {
    PlannedProduct product = two_devices(4);
    product.links.clear();
    product.problem.speeds = {4, 19, 302};
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(1, 2));
    product.problem.speeds = {19, 4, 302};
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(0, 2));
    product.problem.speeds = {4, 18, 302};
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(2));
}

/// The device does all in 1/3 second, but its 4 + 4 lines of 8 tiles and 16 tiles of C come and go, 8 bytes each.
TEST(NodesThatKeepUp, HaveTimeWhileTheOthersWaitForLinks) {
    PlannedProduct product = scene(0.25);
    product.depth = 8;
    product.nodes[0].workers = {0, 1, 2, 3, 4, 5, 6, 7}; // 1/2 second for a tile
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(1));
    product.links[0].bandwidth = 1450; // 640 bytes, an eighth of them first, and 8 last: 0.502 seconds
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(0, 1));
    product.links[0].bandwidth = 1470;
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(1));
}

/// A row of 64 tiles is 1 + 64 lines of tiles to read, not 8 + 8.
TEST(NodesThatKeepUp, HaveTimeWhileTheOthersReadARow) {
    PlannedProduct product = scene(1);
    product.rows = 1;
    product.columns = product.depth = 64;
    product.problem.speeds = {10, 1000}; // a tile takes RAM 1.6 seconds
    product.links[0].bandwidth = 64 * 65 * 8 / 1.2;
    product.reads_c = false;
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(1));
    product.links[0].bandwidth = 64 * 65 * 8 / 1.7;
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(0, 1));
}

/// Without one of three equal nodes' workers two do nine tiles in the time of five, not of four and a half.
TEST(NodesThatKeepUp, HaveTimeWhileTheOthersDoWholeTiles) {
    PlannedProduct product = two_devices(3);
    product.links.clear();
    product.problem.speeds = {2.1, 10, 10}; // of 9 tiles in 0.01 seconds, each at speed 22.1
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(0, 1, 2)) << "a tile takes 4.8 times as long";
    product.problem.speeds = {1.9, 10, 10};
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(1, 2)) << "5.3 times";
}

/// Two of three nodes share all tiles, and the line says why the third has none.
void expect_left_out(const ChosenZones& plan, const std::vector<std::size_t>& counts, const std::string& name) {
    EXPECT_EQ(plan.zones.allocation.processors, 3U);
    EXPECT_EQ(plan.zones.allocation.tile_counts(), counts);
    EXPECT_THAT(plan.reason, testing::HasSubstr("; without " + name + ": "));
}

TEST(AutoPlan, LeavesOutANodeBetweenOthers) {
    PlannedProduct product = two_devices(4);
    product.links.clear();
    product.problem.speeds = {30, 1, 30};
    product.nodes[1].name = "slow";
    expect_left_out(auto_plan(product), {8, 0, 8}, "slow");
}

TEST(AutoPlan, LeavesOutWhoDoesNotKeepUp) {
    PlannedProduct product = two_devices(4);
    product.problem.speeds = {4, 20, 20};
    product.nodes[0].name = "RAM";
    EXPECT_THAT(auto_plan(product).reason, testing::Not(testing::HasSubstr("; without ")));
    product.nodes[0].workers = {0, 1, 2, 3, 4, 5, 6, 7};
    expect_left_out(auto_plan(product), {0, 8, 8}, "RAM");
}

/// RAM's share of 16 tiles is 1.6, of which rounding makes two in 1.25 times the bound: the quickest by the estimate,
/// as the device waits 3 milliseconds for its tiles.
TEST(AutoPlan, GivesRamWholeTilesOnlyThatItHasTimeFor) {
    PlannedProduct product = scene(0.01);
    product.problem.speeds = {1, 9};
    product.depth = 8;
    product.links[0].bandwidth = 1.8e5;
    const ChosenZones plan = auto_plan(product);
    EXPECT_EQ(plan.zones.allocation.tile_counts(), (std::vector<std::size_t>{1, 15}));
    EXPECT_THAT(plan.reason, testing::HasSubstr("s with nrrp-precise; "));
    EXPECT_THAT(plan.reason, testing::HasSubstr("instead nrrp-rounded with fewer tiles for "));
}

/// RAM alone: there is nothing to share out.
TEST(AutoPlan, SearchesNotForOneNode) {
    PlannedProduct product = scene(2);
    product.problem.speeds = {1};
    product.problem.weights = {0};
    product.nodes.resize(1);
    EXPECT_THAT(auto_plan(product).reason, testing::Not(testing::HasSubstr("nrrp-refined")));
}

/// Zones that rounding makes uneven.
TEST(AutoPlan, TakesTheQuickerOne) {
    PlannedProduct product = scene(1);
    product.problem.speeds = {2, 5, 5, 4};
    product.problem.weights = {0, 1, 1, 1};
    product.nodes.resize(4);
    product.memory.resize(4, product.memory[0]);
    const ChosenZones plan = auto_plan(product);
    for (const AllocationKind* kind : automatic_allocation_kinds(true)) {
        EXPECT_LE(estimated_seconds(plan.zones, product), estimated_seconds(zones_of(*kind, product), product));
    }
}

} // namespace
} // namespace tangram::sched
