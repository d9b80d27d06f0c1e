#include "sched/policies/stealing.hpp"

#include "tests/sched/scene.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace tangram::sched {
namespace {

constexpr ProductShape shape{4, 4, 4};

/// `nodes` nodes, all tiles outside of them.
StartingPlaces nowhere(std::size_t nodes) {
    return {.nodes = nodes};
}

/// Makes the task ready and has the node take it.
void hand_out(ReadyTasks& tasks, const Task& task, Node node) {
    tasks.hand_out(tasks.add(task, tasks.shared_list()), node);
}

std::string choice(
    StealingRule& rule, ReadyTasks& tasks, Node thief,
    const MayTake& may_take = [](TaskLists::Ticket) { return true; }) {
    return name(tasks, rule.choose(tasks, thief, may_take));
}

TEST(RandSteal, TakesTheLastReadyTask) {
    ReadyTasks tasks(shape, nowhere(2), Search::by_order);
    tasks.add({0, 0, 0}, 1);
    tasks.add({0, 1, 0}, 1);
    RandSteal rule(1);
    EXPECT_EQ(choice(rule, tasks, 0), "T(0,1,0)");
    EXPECT_EQ(choice(rule, tasks, 0), "T(0,1,0)") << "it stays";
}

TEST(RandSteal, ReachesEveryOtherNodeAsOften) {
    ReadyTasks tasks(shape, nowhere(4), Search::by_order);
    for (std::uint32_t node = 1; node < 4; ++node) {
        tasks.add({node, 0, 0}, node);
    }
    RandSteal rule(1);
    std::map<std::string, int> times;
    constexpr int draws = 3000;
    for (int draw = 0; draw < draws; ++draw) {
        ++times[choice(rule, tasks, 0)];
    }
    for (const char* victim : {"T(1,0,0)", "T(2,0,0)", "T(3,0,0)"}) {
        EXPECT_NEAR(times[victim], draws / 3.0, 150) << victim; // six standard deviations
    }
}

TEST(RandSteal, GoesOnInARoundToTheOnlyNodeWithTasks) {
    for (Node victim = 0; victim < 5; ++victim) {
        ReadyTasks tasks(shape, nowhere(5), Search::by_order);
        tasks.add({0, 0, 0}, victim);
        RandSteal rule(1);
        for (Node thief = 0; thief < 5; ++thief) {
            for (int draw = 0; draw < 20 && thief != victim; ++draw) {
                EXPECT_EQ(choice(rule, tasks, thief), "T(0,0,0)") << "node " << thief << " from " << victim;
            }
        }
    }
}

TEST(RandSteal, GoesOnToTheNextNodeNotToAnyOther) {
    ReadyTasks tasks(shape, nowhere(4), Search::by_order);
    tasks.add({1, 0, 0}, 1);
    tasks.add({3, 0, 0}, 3);
    RandSteal rule(1);
    std::map<std::string, int> times;
    constexpr int draws = 3000;
    for (int draw = 0; draw < draws; ++draw) {
        ++times[choice(rule, tasks, 0)];
    }
    EXPECT_NEAR(times["T(3,0,0)"], draws * 2 / 3.0, 150) << "drawn itself, or after node 2";
    EXPECT_NEAR(times["T(1,0,0)"], draws / 3.0, 150);
}

TEST(RandSteal, FindsNothingWhereThereIsNothing) {
    RandSteal rule(1);
    ReadyTasks several(shape, nowhere(3), Search::by_order);
    EXPECT_EQ(choice(rule, several, 0), "nothing");
    ReadyTasks one(shape, nowhere(1), Search::by_order);
    EXPECT_EQ(choice(rule, one, 0), "nothing");
}

TEST(ChoiceSteal, TakesTheCheapestOfTheLastTasks) {
    ReadyTasks tasks(shape, nowhere(4), Search::by_order);
    hand_out(tasks, {0, 0, 0}, 0); // A(0,0), B(0,0)
    hand_out(tasks, {1, 1, 0}, 0); // A(1,0), B(0,1)
    tasks.add({0, 1, 0}, 1);       // cost 1, but not the last
    tasks.add({3, 3, 3}, 1);       // cost 3
    tasks.add({0, 2, 0}, 2);       // cost 2
    ChoiceSteal rule;
    EXPECT_EQ(choice(rule, tasks, 0), "T(0,2,0)");
    tasks.add({1, 0, 0}, 3); // cost 1
    EXPECT_EQ(choice(rule, tasks, 0), "T(1,0,0)");
    tasks.add({3, 3, 2}, 3);
    EXPECT_EQ(choice(rule, tasks, 0), "T(0,2,0)");
    EXPECT_EQ(choice(rule, tasks, 0), "T(0,2,0)") << "it stays";
}

TEST(ChoiceSteal, AmongEqualsTheFirstNodeAfterTheThief) {
    ReadyTasks tasks(shape, nowhere(4), Search::by_order);
    for (std::uint32_t node = 0; node < 4; ++node) {
        tasks.add({node, 0, 0}, node);
    }
    ChoiceSteal rule;
    EXPECT_EQ(choice(rule, tasks, 1), "T(2,0,0)");
    EXPECT_EQ(choice(rule, tasks, 3), "T(0,0,0)");
    tasks.hand_out(*tasks.lists().last(2), 2);
    EXPECT_EQ(choice(rule, tasks, 1), "T(3,0,0)");
}

TEST(ChoiceSteal, FindsNothingWhereThereIsNothing) {
    ReadyTasks tasks(shape, nowhere(3), Search::by_order);
    ChoiceSteal rule;
    EXPECT_EQ(choice(rule, tasks, 0), "nothing");
}

TEST(EffectiveSteal, TakesCostZeroBeforeOneBeforeTwo) {
    ReadyTasks tasks(shape, nowhere(3), Search::by_cost);
    hand_out(tasks, {0, 0, 0}, 0); // A(0,0), B(0,0)
    hand_out(tasks, {1, 1, 0}, 0); // A(1,0), B(0,1)
    hand_out(tasks, {0, 1, 1}, 0); // C(0,1)
    const auto zero = tasks.add({0, 1, 0}, 1);
    const auto one = tasks.add({1, 0, 0}, 2);
    const auto two = tasks.add({0, 2, 0}, 1);
    tasks.add({3, 3, 3}, 1); // cost 3 and the last of its node
    EffectiveSteal rule(1);
    EXPECT_EQ(choice(rule, tasks, 0), "T(0,1,0)");
    tasks.hand_out(zero, 1);
    EXPECT_EQ(choice(rule, tasks, 0), "T(1,0,0)");
    tasks.hand_out(one, 2);
    EXPECT_EQ(choice(rule, tasks, 0), "T(0,2,0)");
    tasks.hand_out(two, 1);
    EXPECT_EQ(choice(rule, tasks, 0), "T(3,3,3)") << "as RandSteal";
}

TEST(StealingRules, PassOverTasksThatMayNotBeTaken) {
    ReadyTasks tasks(shape, nowhere(3), Search::by_cost);
    const auto not_node_1 = [&](TaskLists::Ticket ticket) { return tasks.lists().list(ticket) != 1; };
    hand_out(tasks, {0, 0, 0}, 0); // A(0,0), B(0,0)
    tasks.add({0, 1, 0}, 1);       // cost 1
    RandSteal rand(1);
    ChoiceSteal by_choice;
    EffectiveSteal effective(1);
    const std::vector<StealingRule*> rules{&rand, &by_choice, &effective};
    for (StealingRule* rule : rules) {
        EXPECT_EQ(choice(*rule, tasks, 0, not_node_1), "nothing");
    }
    tasks.add({3, 3, 3}, 2); // cost 3
    for (StealingRule* rule : rules) {
        for (int draw = 0; draw < 20; ++draw) {
            EXPECT_EQ(choice(*rule, tasks, 0, not_node_1), "T(3,3,3)");
        }
    }
}

TEST(EffectiveSteal, LooksAtAllTasksOfAllNodes) {
    ReadyTasks tasks(shape, nowhere(3), Search::by_cost);
    hand_out(tasks, {2, 0, 3}, 0); // A(2,3)
    for (std::uint32_t i = 0; i < 4; ++i) {
        for (std::uint32_t k = 0; k < 4; ++k) {
            tasks.add({i, 1, k}, 1 + k % 2);
        }
    }
    EffectiveSteal rule(1);
    EXPECT_EQ(choice(rule, tasks, 0), "T(2,1,3)") << "one of 16, neither first nor last";
}

TEST(EffectiveSteal, AmongEqualsTheOneThatGotItsCostLast) {
    ReadyTasks tasks(shape, nowhere(2), Search::by_cost);
    hand_out(tasks, {0, 0, 0}, 0);
    tasks.add({0, 1, 0}, 1);
    tasks.add({0, 2, 0}, 1);
    tasks.add({0, 3, 1}, 1);
    EffectiveSteal rule(1);
    EXPECT_EQ(choice(rule, tasks, 0), "T(0,2,0)");
}

TEST(EffectiveSteal, WithoutATileThereStealsTheLastOfARandomNode) {
    ReadyTasks tasks(shape, nowhere(3), Search::by_cost);
    for (std::uint32_t node = 1; node < 3; ++node) {
        tasks.add({node, 0, 0}, node);
        tasks.add({node, 1, 0}, node);
    }
    EffectiveSteal rule(1);
    std::map<std::string, int> times;
    for (int draw = 0; draw < 100; ++draw) {
        ++times[choice(rule, tasks, 0)];
    }
    EXPECT_GT(times["T(1,1,0)"], 0);
    EXPECT_GT(times["T(2,1,0)"], 0);
    EXPECT_EQ(times.size(), 2U);
}

} // namespace
} // namespace tangram::sched
