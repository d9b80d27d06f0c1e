#include "sched/policies/affinity_policy.hpp"

#include "tests/sched/scene.hpp"

#include <gmock/gmock.h>

#include <stdexcept>

namespace tangram::sched {
namespace {

/// 2 x 2 tiles, depth 2, two nodes; node 0 is home.
AffinityPolicy policy_of(const char* kind) {
    Workload work;
    work.shape = {2, 2, 2};
    work.start = {.nodes = 2, .home = 0};
    return {work, *find_affinity_kind(kind)};
}

void all_ready(AffinityPolicy& policy) {
    for (std::uint32_t i = 0; i < 2; ++i) {
        for (std::uint32_t j = 0; j < 2; ++j) {
            for (std::uint32_t k = 0; k < 2; ++k) {
                policy.ready({i, j, k});
            }
        }
    }
}

TEST(AffinityPolicy, NothingIsGivenBeforeAllIsReadyThenAllNodesAreWoken) {
    AffinityPolicy policy = policy_of("sorted-outer");
    for (const Task& task : {Task{0, 0, 0}, Task{1, 1, 0}, Task{0, 1, 0}}) {
        const Wake wake = policy.ready(task);
        EXPECT_FALSE(wake.first || wake.others || wake.all);
        EXPECT_EQ(name(policy.next(0)), "nothing");
    }
    EXPECT_TRUE(policy.ready({1, 0, 0}).all);
    EXPECT_EQ(name(policy.next(1)), "T(0,0,0)");
    EXPECT_EQ(name(policy.next(0)), "T(0,1,0)");
}

TEST(AffinityPolicy, OuterStrategiesGiveAllProductsOfATile) {
    AffinityPolicy policy = policy_of("sorted-outer");
    for (std::uint32_t tile = 0; tile < 4; ++tile) {
        policy.ready({tile / 2, tile % 2, 0});
    }
    EXPECT_EQ(name(policy.next(1)), "T(0,0,0)");
    EXPECT_EQ(name(policy.next(0)), "T(0,1,0)");
    const Wake wake = policy.ready({0, 0, 1});
    EXPECT_EQ(wake.first, Node{1});
    EXPECT_FALSE(wake.others) << "the tile is node 1's";
    EXPECT_EQ(name(policy.next(1)), "T(0,0,1)");
}

TEST(AffinityPolicy, CountsTheTilesThatANodeLacked) {
    AffinityPolicy policy = policy_of("sorted-matrix");
    all_ready(policy);
    policy.next(1); // A(0,0), B(0,0); a copy of C(0,0) is begun
    policy.next(1); // A(0,1), B(1,0)
    policy.next(1); // B(0,1)
    policy.next(1); // B(1,1)
    policy.next(0); // at home
    EXPECT_THAT(policy.decisions().taken_by_cost, testing::ElementsAre(1, 2, 2, 0));
    EXPECT_EQ(policy.decisions().nodes[1].stolen, 4U);
    EXPECT_EQ(policy.unowned(), 3U);
}

TEST(AffinityPolicy, NothingIsLeftInTheEnd) {
    for (const AffinityKind& kind : affinity_kinds()) {
        AffinityPolicy policy = policy_of(kind.name.c_str());
        all_ready(policy);
        int tasks = 0;
        for (Node turn = 0; turn < 32; ++turn) {
            tasks += policy.next(turn % 2) ? 1 : 0;
        }
        EXPECT_EQ(tasks, 8) << kind.name;
        EXPECT_EQ(name(policy.next(0)), "nothing") << kind.name;
        EXPECT_EQ(name(policy.next(1)), "nothing") << kind.name;
    }
}

TEST(AffinityPolicy, RefusesTasksOutsideTheProduct) {
    AffinityPolicy policy = policy_of("random-outer");
    EXPECT_THROW(policy.ready({2, 0, 0}), std::out_of_range);
    EXPECT_THROW(policy.ready({0, 0, 2}), std::out_of_range);
}

} // namespace
} // namespace tangram::sched
