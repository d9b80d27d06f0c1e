#include "sched/ready/ready_tasks.hpp"

#include "tests/sched/scene.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace tangram::sched {
namespace {

constexpr Node home = 0;
constexpr ProductShape shape{2, 2, 2};

StartingPlaces three_nodes() {
    return {.nodes = 3, .home = home};
}

/// Makes the task ready and has the node take it.
void hand_out(ReadyTasks& tasks, const Task& task, Node node) {
    tasks.hand_out(tasks.add(task, tasks.shared_list()), node);
}

unsigned cost(ReadyTasks& tasks, const Task& task, Node node) {
    const auto ticket = tasks.add(task, tasks.shared_list());
    return tasks.cost(ticket, node);
}

TEST(Cost, NothingAtHomeAndThreeTilesElsewhere) {
    ReadyTasks tasks(shape, three_nodes(), Search::by_order);
    const auto ticket = tasks.add({0, 0, 0}, 1);
    EXPECT_EQ(tasks.cost(ticket, home), 0U);
    EXPECT_EQ(tasks.cost(ticket, 1), 3U);
    EXPECT_EQ(tasks.cost(ticket, 2), 3U);
}

TEST(Cost, ThreeTilesEverywhereIfHomeHasNoWorkers) {
    ReadyTasks tasks(shape, {.nodes = 2}, Search::by_order);
    const auto ticket = tasks.add({0, 0, 0}, 1);
    EXPECT_EQ(tasks.cost(ticket, 0), 3U);
    EXPECT_EQ(tasks.cost(ticket, 1), 3U);
}

TEST(Cost, TilesStayWithTheNodeThatReadThem) {
    ReadyTasks tasks(shape, three_nodes(), Search::by_order);
    hand_out(tasks, {0, 0, 0}, 1);
    EXPECT_EQ(cost(tasks, {0, 1, 0}, 1), 2U) << "A(0,0) is there";
    EXPECT_EQ(cost(tasks, {1, 0, 0}, 1), 2U) << "B(0,0) is there";
    EXPECT_EQ(cost(tasks, {0, 0, 1}, 1), 2U) << "C(0,0) is there";
    EXPECT_EQ(cost(tasks, {1, 1, 1}, 1), 3U);
    EXPECT_EQ(cost(tasks, {0, 1, 0}, home), 0U) << "A(0,0) is still at home too";
    hand_out(tasks, {1, 1, 0}, 1);
    EXPECT_EQ(cost(tasks, {0, 1, 0}, 1), 1U) << "A(0,0) and B(0,1) are there";
    hand_out(tasks, {0, 1, 1}, 1);
    EXPECT_EQ(cost(tasks, {0, 1, 0}, 1), 0U);
}

TEST(Cost, AWrittenTileIsNowhereElse) {
    ReadyTasks tasks(shape, three_nodes(), Search::by_order);
    hand_out(tasks, {0, 0, 0}, 1);
    EXPECT_EQ(cost(tasks, {0, 0, 1}, home), 1U);
    hand_out(tasks, {0, 0, 1}, 2);
    EXPECT_EQ(cost(tasks, {0, 0, 0}, 1), 1U) << "C(0,0) went on to node 2";
    EXPECT_EQ(cost(tasks, {0, 0, 0}, 2), 2U);
}

TEST(Cost, OfCNothingWhileItIsOnlyWritten) {
    StartingPlaces start = three_nodes();
    start.reads_c = false;
    ReadyTasks tasks(shape, start, Search::by_order);
    EXPECT_EQ(cost(tasks, {0, 0, 0}, home), 0U);
    EXPECT_EQ(cost(tasks, {0, 0, 0}, 1), 2U);
    hand_out(tasks, {0, 0, 0}, 1);
    EXPECT_EQ(cost(tasks, {0, 0, 1}, home), 1U);
    EXPECT_EQ(cost(tasks, {0, 0, 1}, 1), 2U);
    EXPECT_EQ(cost(tasks, {0, 0, 1}, 2), 3U);
}

TEST(Cost, OfAuxiliaryTilesAndAdditions) {
    ReadyTasks tasks({2, 2, 2, 4}, three_nodes(), Search::by_order);
    EXPECT_EQ(cost(tasks, apart(0, 0, 0, 2), 1), 2U) << "an auxiliary tile starts where it is used";
    EXPECT_EQ(cost(tasks, apart(0, 0, 0, 2), home), 0U);
    hand_out(tasks, apart(0, 0, 0, 2), 1);
    EXPECT_EQ(cost(tasks, apart(0, 0, 1, 2), 2), 3U);
    EXPECT_EQ(cost(tasks, apart(0, 0, 1, 3), 2), 2U) << "other copies stay as they were";
    EXPECT_EQ(cost(tasks, addition(0, 0, 2), home), 1U) << "the auxiliary tile must come";
    EXPECT_EQ(cost(tasks, addition(0, 0, 2), 1), 1U) << "C(0,0) must come";
    EXPECT_EQ(cost(tasks, addition(0, 0, 2), 2), 2U);
    hand_out(tasks, addition(0, 0, 2), 2);
    EXPECT_EQ(cost(tasks, {0, 0, 1}, home), 1U) << "an addition writes C(0,0)";
}

TEST(Cost, RisesWhenATileLeaves) {
    ReadyTasks tasks(shape, three_nodes(), Search::by_order);
    const auto ticket = tasks.add({0, 0, 0}, 1);
    tasks.lost(tasks.tiles().a(0, 0), home);
    EXPECT_EQ(tasks.cost(ticket, home), 1U);
    tasks.lost(tasks.tiles().a(0, 0), home);
    EXPECT_EQ(tasks.cost(ticket, home), 1U);
    tasks.lost(tasks.tiles().b(1, 0), home);
    EXPECT_EQ(tasks.cost(ticket, home), 1U) << "another task's tile";
}

TEST(ReadyTasks, RefuseTasksOutsideTheProduct) {
    ReadyTasks tasks(shape, three_nodes(), Search::by_cost);
    EXPECT_THROW(tasks.add({0, 0, 2}, 0), std::out_of_range);
    EXPECT_THROW(tasks.add(apart(0, 0, 0, 1), 0), std::out_of_range);
    EXPECT_THROW(tasks.add(addition(0, 0, 0), 0), std::out_of_range);
    EXPECT_EQ(tasks.lists().size(), 0U);
}

/// The name of the cheapest task for a node.
std::string cheapest(ReadyTasks& tasks, Node node, End end = End::first) {
    return name(tasks, tasks.cheapest(node, end));
}

TEST(Cheapest, AmongTasksWithATileThereOnly) {
    ReadyTasks tasks(shape, three_nodes(), Search::by_cost);
    tasks.add({1, 1, 1}, tasks.shared_list());
    EXPECT_EQ(cheapest(tasks, 1), "nothing");
    EXPECT_EQ(cheapest(tasks, home), "T(1,1,1)");
    hand_out(tasks, {1, 0, 1}, 1); // A(1,1)
    EXPECT_EQ(cheapest(tasks, 1), "T(1,1,1)");
}

TEST(Cheapest, NotAmongANodesOwn) {
    ReadyTasks tasks(shape, three_nodes(), Search::by_cost);
    tasks.add({1, 1, 1}, home);
    EXPECT_EQ(cheapest(tasks, home), "nothing");
    tasks.add({1, 1, 0}, 1);
    EXPECT_EQ(cheapest(tasks, home), "T(1,1,0)");
}

TEST(Cheapest, FollowsEveryArrival) {
    ReadyTasks tasks(shape, three_nodes(), Search::by_cost);
    tasks.add({0, 1, 0}, tasks.shared_list());
    tasks.add({1, 0, 0}, tasks.shared_list());
    hand_out(tasks, {0, 0, 0}, 1); // A(0,0) and B(0,0): cost 2 for both
    EXPECT_EQ(cheapest(tasks, 1), "T(0,1,0)");
    EXPECT_EQ(cheapest(tasks, 1, End::last), "T(1,0,0)") << "B(0,0) came after A(0,0)";
    hand_out(tasks, {1, 1, 0}, 1); // A(1,0) before B(0,1): cost 1 for both
    EXPECT_EQ(cheapest(tasks, 1), "T(1,0,0)");
    EXPECT_EQ(cheapest(tasks, 1, End::last), "T(0,1,0)");
    hand_out(tasks, {0, 1, 1}, 1); // C(0,1)
    EXPECT_EQ(cheapest(tasks, 1, End::first), "T(0,1,0)");
    EXPECT_EQ(cheapest(tasks, 1, End::last), "T(0,1,0)");
}

TEST(Cheapest, FollowsEvictions) {
    ReadyTasks tasks(shape, three_nodes(), Search::by_cost);
    tasks.add({0, 0, 0}, tasks.shared_list());
    tasks.add({1, 1, 1}, tasks.shared_list());
    EXPECT_EQ(cheapest(tasks, home), "T(0,0,0)");
    tasks.lost(tasks.tiles().b(0, 0), home);
    EXPECT_EQ(cheapest(tasks, home), "T(1,1,1)");
    tasks.lost(tasks.tiles().a(1, 1), home);
    tasks.lost(tasks.tiles().c(1, 1), home);
    EXPECT_EQ(cheapest(tasks, home), "T(0,0,0)");
    tasks.lost(tasks.tiles().a(0, 0), home);
    tasks.lost(tasks.tiles().c(0, 0), home);
    EXPECT_EQ(cheapest(tasks, home), "T(1,1,1)") << "of T(0,0,0) nothing is left";
    hand_out(tasks, {0, 1, 0}, home); // brings A(0,0) back
    EXPECT_EQ(cheapest(tasks, home, End::last), "T(0,0,0)");
}

TEST(Cheapest, AsksWhetherTilesAreStillThere) {
    StartingPlaces start = three_nodes();
    start.still_there = [](const Task& task, std::size_t position, Node node) {
        EXPECT_EQ(node, home) << "nothing is thought to be elsewhere";
        return task.i != 0 || position != 0; // A(0,.) is gone
    };
    ReadyTasks tasks(shape, start, Search::by_cost);
    const auto gone = tasks.add({0, 0, 0}, tasks.shared_list());
    tasks.add({1, 0, 0}, tasks.shared_list());
    EXPECT_EQ(cheapest(tasks, home), "T(1,0,0)");
    EXPECT_EQ(tasks.cost(gone, home), 1U);
}

TEST(Cheapest, DoesNotAskAboutTilesThatNothingWasWrittenTo) {
    StartingPlaces start = three_nodes();
    start.reads_c = false;
    start.still_there = [](const Task& task, std::size_t position, Node /*node*/) {
        const bool written = position == (task.work == Work::multiply ? 2U : 1U);
        return !written; // no tile of C is anywhere
    };
    ReadyTasks tasks(shape, start, Search::by_cost);
    const auto first = tasks.add({0, 0, 0}, tasks.shared_list());
    EXPECT_EQ(cheapest(tasks, home), "T(0,0,0)");
    EXPECT_EQ(tasks.cost(first, home), 0U);
    tasks.hand_out(first, home);
    const auto later = tasks.add({0, 0, 1}, tasks.shared_list());
    EXPECT_EQ(cheapest(tasks, home), "T(0,0,1)");
    EXPECT_EQ(tasks.cost(later, home), 1U) << "C(0,0) was written, then evicted";
}

} // namespace
} // namespace tangram::sched
