#include "apps/auto_plan.hpp"

#include "sched/strategies.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

namespace tangram::apps {
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
    product.tile_bytes = 8;
    product.reads_c = true;
    product.seconds_bound = seconds_bound;
    product.nodes = {ram, device};
    product.links = {{0, 1, 1e9}, {1, 0, 1e9}};
    return product;
}

/// The device has the lower three rows.
partition::Allocation rows() {
    return {"rows", 4, 4, 2, {0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}};
}

TEST(EstimatedSeconds, AreThoseOfTheFullestNode) {
    EXPECT_DOUBLE_EQ(estimated_seconds(rows(), scene(2)), 2) << "balanced";
    partition::Allocation uneven = rows();
    uneven.owners[4] = 0; // 5 tiles where 4 are right
    EXPECT_DOUBLE_EQ(estimated_seconds(uneven, scene(2)), 2.5);
}

TEST(EstimatedSeconds, AreThoseOfTheBusiestLink) {
    PlannedProduct product = scene(2);
    product.links[0].bandwidth = 80; // 3 rows and 4 columns of 4 tiles, 12 of C: 40 tiles
    EXPECT_DOUBLE_EQ(estimated_seconds(rows(), product), 4);
    product.reads_c = false;
    EXPECT_DOUBLE_EQ(estimated_seconds(rows(), product), 2.8);
}

TEST(AutoPlan, SaysWhatItFollowsAndWhy) {
    const AutoPlan plan = auto_plan(scene(2));
    EXPECT_EQ(plan.allocation.tile_counts(), (std::vector<std::size_t>{4, 12}));
    EXPECT_THAT(plan.reason, testing::HasSubstr("follows " + plan.allocation.name));
    EXPECT_THAT(plan.reason,
                testing::AllOf(testing::HasSubstr("nrrp-rounded 2 s"), testing::HasSubstr("nrrp-refined 2 s")));
}

TEST(AutoPlan, SearchesNotForShortProducts) {
    const AutoPlan plan = auto_plan(scene(0.01));
    EXPECT_EQ(plan.allocation.name, "nrrp-rounded");
    EXPECT_THAT(plan.reason, testing::HasSubstr("nrrp-refined takes too long"));
}

/// Zones that rounding makes uneven.
TEST(AutoPlan, TakesTheQuickerOne) {
    PlannedProduct product = scene(1);
    product.problem.speeds = {2, 5, 5, 4};
    product.problem.weights = {0, 1, 1, 1};
    product.nodes.resize(4);
    const AutoPlan plan = auto_plan(product);
    for (const sched::AllocationKind* kind : sched::automatic_allocation_kinds()) {
        EXPECT_LE(estimated_seconds(plan.allocation, product),
                  estimated_seconds(kind->allocate(product.problem, 4, 4, 4), product));
    }
}

} // namespace
} // namespace tangram::apps
