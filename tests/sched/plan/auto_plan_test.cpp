#include "sched/plan/auto_plan.hpp"

#include "base/dice.hpp"
#include "sched/plan/balanced_tiles.hpp"
#include "sched/plan/plan_estimates.hpp"
#include "sched/plan/planning_limit.hpp"
#include "sched/plan/product_plan.hpp"
#include "sched/policies/strategies.hpp"
#include "tests/sched/plan/planned_products.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace tangram::sched {
namespace {

TEST(AutoPlan, SaysWhy) {
    const ChosenZones plan = auto_plan(ram_and_device(2));
    EXPECT_EQ(plan.zones.allocation.tile_counts(), (std::vector<std::size_t>{4, 12}));
    EXPECT_THAT(plan.reason, testing::AllOf(testing::HasSubstr("2 s with nrrp-rounded"),
                                            testing::HasSubstr("2 s with nrrp-precise; a search for tiles")))
        << "zones that are ideal";
    PlannedProduct product = ram_and_device(2);
    product.problem.speeds = {1, 2};
    EXPECT_THAT(auto_plan(product).reason,
                testing::AllOf(testing::HasSubstr("s with nrrp-rounded, "), testing::HasSubstr("s with nrrp-refined")));
}

/// With ideal zones it would be shorter by less than a search takes.
TEST(AutoPlan, SearchesNotWhereItCannotGain) {
    EXPECT_THAT(auto_plan(ram_and_device(1e-7)).reason,
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
    EXPECT_EQ(plan.zones.allocation.name, "nrrp-refined");
    EXPECT_EQ(plan.zones.allocation.tile_counts(), (std::vector<std::size_t>{2, 7, 7}));
}

/// Four equal devices and as many tiles, which pass RAM in 1.5 times their work. Shares as links can bring them are
/// larger for fewer devices; in whole tiles one device would have two.
TEST(AutoPlan, TakesSharesThatLinksLimitOnlyIfTheyAreSooner) {
    PlannedProduct product = two_devices(2);
    product.problem.speeds = {3, 30, 30, 30, 30};
    product.problem.weights = {0, 1, 1, 1, 1};
    product.nodes.resize(5, product.nodes[1]);
    product.memory.resize(5, product.memory[1]);
    product.seconds_bound = 1;
    const double bytes_of_device = (2 * 2 + 2) * 8; // rows and columns of A and B, and C both ways
    product.ram_bandwidth = 4 * bytes_of_device / 1.5;
    ASSERT_TRUE(shares_that_links_limit(product));
    const ChosenZones plan = auto_plan(product);
    EXPECT_THAT(plan.reason, testing::Not(testing::HasSubstr("as links can bring")));
    EXPECT_EQ(plan.zones.allocation.tile_counts(), (std::vector<std::size_t>{0, 1, 1, 1, 1}));
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
    EXPECT_THAT(plan.reason, testing::HasSubstr("s with nrrp-refined; "));
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
    for (const char* name : {"nrrp-rounded", "nrrp-refined", "nrrp-precise"}) {
        partition::WorkBudget no_limit;
        EXPECT_LE(estimated_seconds(plan.zones, product),
                  estimated_seconds(zones_of(allocation_kind(name), product, no_limit), product));
    }
}

/// Of a random machine and product, now and then with too little memory for zones.
PlannedProduct random_product(Dice& dice) {
    PlannedProduct product = ram_and_device(std::exp(std::log(1e-3) + dice.unit() * std::log(1e5)));
    const std::size_t devices = 1 + dice.below(12);
    product.rows = 2 + dice.below(63);
    product.columns = 2 + dice.below(63);
    product.depth = 1 + dice.below(32);
    product.problem = {.speeds = {dice.unit()},
                       .height = static_cast<double>(product.rows),
                       .width = static_cast<double>(product.columns),
                       .weights = {0}};
    const MemoryNode device = product.nodes[1];
    product.nodes.resize(1);
    product.memory.resize(1);
    product.links.clear();
    const double memory = dice.below(3) == 0 ? 8.0 * static_cast<double>(20 + dice.below(500)) : product.memory[0];
    for (std::size_t d = 0; d < devices; ++d) {
        product.nodes.push_back(device);
        product.nodes.back().id = static_cast<unsigned>(d + 1);
        product.problem.speeds.push_back(0.1 + dice.unit());
        product.problem.weights.push_back(1);
        product.memory.push_back(memory);
        product.links.push_back({0, static_cast<unsigned>(d + 1), 1e4 / product.seconds_bound});
    }
    return product;
}

/// Steps are counted, so that no machine is too busy for this test.
TEST(AutoPlan, TakesNoLongerThanAPlanMay) {
    Dice dice(20261125);
    const std::optional<Strategy> refined = find_strategy("nrrp-refined-static");
    std::size_t searches = 0;
    for (int round = 0; round < 200; ++round) {
        const PlannedProduct product = random_product(dice);
        SCOPED_TRACE(fmt::format("round {}: {} nodes, {} x {} tiles, {} s", round, product.nodes.size(), product.rows,
                                 product.columns, product.seconds_bound));
        const ChosenZones plan = auto_plan(product);
        EXPECT_GT(plan.work, 0);
        EXPECT_LE(plan.work, planning_limit(product));
        searches += plan.reason.find("nrrp-refined") != std::string::npos ? 1 : 0;
        EXPECT_LE(choose_zones(*refined, product, Order::zone).work, planning_limit(product));
    }
    EXPECT_GT(searches, 50U);
}

/// An effort multiplies all limits.
TEST(AutoPlan, SearchesLongerIfAskedTo) {
    PlannedProduct product = ram_and_device(100);
    product.problem.speeds = {2, 5, 5, 4};
    product.problem.weights = {0, 1, 1, 1};
    product.rows = product.columns = 13;
    product.nodes.resize(4, product.nodes[1]);
    product.memory.resize(4, product.memory[0]);
    product.links = {{0, 1, 10}};
    const ChosenZones usual = auto_plan(product);
    product.planning_effort = 2;
    const ChosenZones longer = auto_plan(product);
    EXPECT_GT(longer.work, usual.work);
    EXPECT_LE(longer.work, planning_limit(product));
}

} // namespace
} // namespace tangram::sched
