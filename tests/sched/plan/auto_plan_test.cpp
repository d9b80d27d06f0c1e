#include "sched/plan/auto_plan.hpp"

#include "sched/plan/plan_estimates.hpp"
#include "sched/policies/strategies.hpp"
#include "tests/sched/plan/planned_products.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tangram::sched {
namespace {

TEST(AutoPlan, SaysWhy) {
    const ChosenZones plan = auto_plan(ram_and_device(2));
    EXPECT_EQ(plan.zones.allocation.tile_counts(), (std::vector<std::size_t>{4, 12}));
    EXPECT_THAT(plan.reason, testing::AllOf(testing::HasSubstr("2 s with nrrp-rounded"),
                                            testing::HasSubstr("2 s with nrrp-refined")));
}

TEST(AutoPlan, SearchesNotForShortProducts) {
    EXPECT_THAT(auto_plan(ram_and_device(0.01)).reason,
                testing::AllOf(testing::HasSubstr("nrrp-precise"), testing::HasSubstr("a search for tiles"),
                               testing::Not(testing::HasSubstr("nrrp-refined"))));
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
    PlannedProduct product = ram_and_device(0.01);
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
    PlannedProduct product = ram_and_device(2);
    product.problem.speeds = {1};
    product.problem.weights = {0};
    product.nodes.resize(1);
    EXPECT_THAT(auto_plan(product).reason, testing::Not(testing::HasSubstr("nrrp-refined")));
}

/// Zones that rounding makes uneven.
TEST(AutoPlan, TakesTheQuickerOne) {
    PlannedProduct product = ram_and_device(1);
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
