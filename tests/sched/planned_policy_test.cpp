#include "sched/planned_policy.hpp"

#include <gtest/gtest.h>

namespace tangram::sched {
namespace {

/// 2 x 3 tiles, depth 2; node 0 owns the first row, node 1 the second.
Workload scene() {
    Workload work;
    work.shape = {2, 3, 2};
    work.start = {.nodes = 2, .home = 0};
    work.order = Order::submission;
    work.allocation = partition::Allocation{"scene", 2, 3, 2, {0, 0, 0, 1, 1, 1}};
    return work;
}

TEST(Static, WakesTheOwnerOnly) {
    PlannedPolicy policy(scene(), nullptr, Search::by_order);
    const Wake wake = policy.ready({1, 2, 0});
    EXPECT_EQ(wake.first, Node{1});
    EXPECT_FALSE(wake.others);
}

TEST(Static, HandsOutInReadyOrderToTheOwnerOnly) {
    PlannedPolicy policy(scene(), nullptr, Search::by_order);
    policy.ready({0, 2, 0});
    policy.ready({1, 0, 0});
    policy.ready({0, 1, 0});
    EXPECT_EQ(policy.next(0)->j, 2U);
    EXPECT_EQ(policy.next(0)->j, 1U);
    EXPECT_FALSE(policy.next(0));
    EXPECT_EQ(policy.next(1)->i, 1U);
    EXPECT_FALSE(policy.next(1));
}

TEST(Static, RefusesTasksOutsideTheProduct) {
    PlannedPolicy policy(scene(), nullptr, Search::by_order);
    EXPECT_THROW(policy.ready({2, 0, 0}), std::out_of_range);
    EXPECT_THROW(policy.ready({0, 3, 0}), std::out_of_range);
    EXPECT_THROW(policy.ready({0, 0, 2}), std::out_of_range);
}

TEST(Static, KeepsTheEnginesHandle) {
    PlannedPolicy policy(scene(), nullptr, Search::by_order);
    int engine_task = 0;
    policy.ready({0, 0, 0, &engine_task});
    EXPECT_EQ(policy.next(0)->handle, &engine_task);
}

} // namespace
} // namespace tangram::sched
