#include "sched/policies/dynamic_policy.hpp"

#include "tests/sched/scene.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

namespace tangram::sched {
namespace {

/// 4 x 4 tiles, depth 4, on two nodes; all tiles outside of them.
Workload four_by_four() {
    Workload work;
    work.shape = {4, 4, 4};
    work.start = {.nodes = 2};
    return work;
}

constexpr std::size_t first = 1;
constexpr auto all = std::nullopt;

/// Node 0 has A(0,0), B(0,0) and C(0,0) afterwards.
void start(DynamicPolicy& policy) {
    policy.ready({0, 0, 0});
    policy.next(0);
}

TEST(FirstDyn, HandsOutInReadyOrderToAnyNode) {
    DynamicPolicy policy(four_by_four(), first);
    start(policy);
    policy.ready({3, 3, 3});
    policy.ready({0, 1, 0});
    EXPECT_EQ(name(policy.next(0)), "T(3,3,3)");
    EXPECT_EQ(name(policy.next(1)), "T(0,1,0)");
    EXPECT_EQ(name(policy.next(1)), "nothing");
}

TEST(ChoiceDyn, TakesTheCheapestOfTheFirstFew) {
    DynamicPolicy policy(four_by_four(), 3);
    start(policy);
    policy.ready({3, 3, 3}); // cost 3 for node 0
    policy.ready({0, 1, 0}); // 2
    policy.ready({2, 2, 2}); // 3
    policy.ready({0, 0, 1}); // 2
    policy.ready({0, 2, 0}); // 2
    EXPECT_EQ(name(policy.next(0)), "T(0,1,0)");
    EXPECT_EQ(name(policy.next(0)), "T(0,0,1)") << "among the first three by now";
    EXPECT_EQ(name(policy.next(1)), "T(3,3,3)") << "among equals the first";
    EXPECT_EQ(name(policy.next(0)), "T(0,2,0)") << "fewer than three are left";
    EXPECT_EQ(name(policy.next(0)), "T(2,2,2)");
    EXPECT_EQ(name(policy.next(0)), "nothing");
}

TEST(ChoiceDyn, DoesNotLookFurther) {
    DynamicPolicy policy(four_by_four(), 2);
    start(policy);
    policy.ready({3, 3, 3});
    policy.ready({2, 2, 2});
    policy.ready({0, 1, 0});
    EXPECT_EQ(name(policy.next(0)), "T(3,3,3)");
}

TEST(EffectiveDyn, TakesTheCheapestOfAll) {
    DynamicPolicy policy(four_by_four(), all);
    start(policy);
    policy.ready({3, 1, 3});
    policy.ready({1, 1, 1});
    policy.ready({0, 1, 0});
    policy.ready({3, 2, 3});
    policy.ready({2, 2, 2});
    EXPECT_EQ(name(policy.next(0)), "T(0,1,0)");
    EXPECT_EQ(name(policy.next(0)), "T(3,1,3)") << "without a tile there, the first";
    EXPECT_EQ(name(policy.next(0)), "T(3,2,3)") << "A(3,3) is there";
}

TEST(EffectiveDyn, AmongEqualsTheOneThatGotItsCostFirst) {
    DynamicPolicy policy(four_by_four(), all);
    start(policy);
    policy.ready({0, 3, 0});
    policy.ready({0, 1, 0});
    EXPECT_EQ(name(policy.next(0)), "T(0,3,0)");
}

TEST(EffectiveDyn, KnowsOfEvictions) {
    Workload work = four_by_four();
    work.start.still_there = [](const Task& /*task*/, std::size_t position, Node /*node*/) { return position != 0; };
    DynamicPolicy policy(work, all);
    start(policy);
    policy.ready({0, 1, 0}); // A(0,0) is gone
    policy.ready({1, 0, 0}); // B(0,0) is not
    EXPECT_EQ(name(policy.next(0)), "T(1,0,0)");
}

TEST(DynamicPolicy, WakesAnyNode) {
    DynamicPolicy policy(four_by_four(), all);
    const Wake wake = policy.ready({0, 0, 0});
    EXPECT_FALSE(wake.first);
    EXPECT_TRUE(wake.others);
}

TEST(DynamicPolicy, CountsTasksByCost) {
    DynamicPolicy policy(four_by_four(), all);
    start(policy);
    policy.ready({0, 1, 0});
    policy.next(0);
    EXPECT_EQ(policy.decisions().nodes[0].stolen, 2U);
    EXPECT_EQ(policy.decisions().nodes[0].own, 0U);
    EXPECT_THAT(policy.decisions().taken_by_cost, testing::ElementsAre(0, 0, 1, 1));
}

TEST(DynamicPolicy, RefusesTasksOutsideTheProduct) {
    DynamicPolicy policy(four_by_four(), first);
    EXPECT_THROW(policy.ready({4, 0, 0}), std::out_of_range);
    EXPECT_EQ(name(policy.next(0)), "nothing");
}

} // namespace
} // namespace tangram::sched
