#include "sched/policies/strategies.hpp"

#include <gtest/gtest.h>

namespace tangram::sched {
namespace {

TEST(Strategies, AutoIsTheDefault) {
    EXPECT_EQ(default_strategy().name, "auto");
}

TEST(Strategies, AutoFollowsAPlanThatTheCallerChooses) {
    const auto found = find_strategy("Auto");
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->follows_plan());
    EXPECT_NE(found->as<Strategy::Auto>(), nullptr);
    EXPECT_EQ(found->balancer()->name, "effective-steal");
    EXPECT_FALSE(find_strategy("effective-dyn")->follows_plan());
}

TEST(Strategies, AllocationsFollowTheSpeeds) {
    for (const AllocationKind& kind : allocation_kinds()) {
        const partition::Allocation allocation = kind.allocate({{3.0, 1.0}}, 16, 16, 8);
        EXPECT_EQ(allocation.name, kind.name);
        EXPECT_EQ(allocation.rows, 16U);
        EXPECT_EQ(allocation.columns, 16U);
        EXPECT_EQ(allocation.layers, kind.is_3d() ? 8U : 1U);
        EXPECT_EQ(allocation.processors, 2U);
        EXPECT_NEAR(static_cast<double>(allocation.tile_counts()[0]), 192.0 * static_cast<double>(allocation.layers),
                    16.0 * static_cast<double>(allocation.layers));
    }
}

} // namespace
} // namespace tangram::sched
