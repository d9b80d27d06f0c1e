#include "sched/static_policy.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <stdexcept>
#include <tuple>

namespace tangram::sched {
namespace {

/// Tiles of C:  0 0 1
///              2 0 1
partition::Allocation scene() {
    return {"scene", 2, 3, 3, {0, 0, 1, 2, 0, 1}};
}

Task task(std::uint32_t i, std::uint32_t j, std::uint32_t k) {
    return {i, j, k, nullptr};
}

TEST(StaticPolicy, WakesTheOwner) {
    StaticPolicy policy(scene());
    EXPECT_EQ(policy.ready(task(0, 2, 0)), Node{1});
    EXPECT_EQ(policy.ready(task(1, 0, 5)), Node{2});
}

TEST(StaticPolicy, HandsOutInReadyOrderToTheOwnerOnly) {
    StaticPolicy policy(scene());
    policy.ready(task(1, 1, 0));
    policy.ready(task(0, 2, 0));
    policy.ready(task(0, 0, 0));
    EXPECT_FALSE(policy.next(2));
    const auto first = policy.next(0);
    const auto second = policy.next(0);
    ASSERT_TRUE(first && second);
    EXPECT_EQ(std::tuple(first->i, first->j), std::tuple(1U, 1U));
    EXPECT_EQ(std::tuple(second->i, second->j), std::tuple(0U, 0U));
    EXPECT_FALSE(policy.next(0)) << "node 1's task is not for node 0: static does not steal";
    EXPECT_TRUE(policy.next(1));
}

TEST(StaticPolicy, KeepsTheEnginesHandle) {
    StaticPolicy policy(scene());
    int engine_task = 0;
    policy.ready({0, 0, 0, &engine_task});
    EXPECT_EQ(policy.next(0).value().handle, &engine_task);
}

TEST(StaticPolicy, RefusesTasksOutsideTheAllocation) {
    StaticPolicy policy(scene());
    EXPECT_THROW(policy.ready(task(2, 0, 0)), std::out_of_range);
    EXPECT_THROW(policy.ready(task(0, 3, 0)), std::out_of_range);
}

TEST(StaticPolicy, EveryTaskOnceAndOnItsOwner) {
    constexpr unsigned seed = 20261120;
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    constexpr std::size_t rows = 9;
    constexpr std::size_t columns = 7;
    constexpr std::size_t nodes = 5;
    partition::Allocation allocation{"random", rows, columns, nodes, {}};
    for (std::size_t tile = 0; tile < rows * columns; ++tile) {
        allocation.owners.push_back(random() % nodes);
    }
    StaticPolicy policy(allocation);
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> done;
    for (std::uint32_t k = 0; k < 3; ++k) {
        for (std::uint32_t i = 0; i < rows; ++i) {
            for (std::uint32_t j = 0; j < columns; ++j) {
                policy.ready(task(i, j, k));
            }
        }
        for (Node node = 0; node < nodes; ++node) {
            while (const auto next = policy.next(node)) {
                EXPECT_EQ(allocation.owner(next->i, next->j), node);
                EXPECT_TRUE(done.emplace(next->i, next->j, next->k).second);
            }
        }
    }
    EXPECT_EQ(done.size(), rows * columns * 3);
}

} // namespace
} // namespace tangram::sched
