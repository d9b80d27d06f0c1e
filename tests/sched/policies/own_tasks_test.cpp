#include "sched/policies/own_tasks_by_submission.hpp"
#include "sched/policies/own_tasks_by_zone.hpp"
#include "tests/sched/scene.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tangram::sched {
namespace {

/// 2 x 3 tiles, depth 2; node 0 owns the first row, node 1 the second.
Workload scene() {
    Workload work;
    work.shape = {2, 3, 2};
    work.start = {.nodes = 2, .home = 0};
    work.allocation = partition::Allocation{"scene", 2, 3, 2, {0, 0, 0, 1, 1, 1}};
    return work;
}

/// Tasks of the scene in one of the orders.
class OwnTasksScene {
  public:
    OwnTasksScene(const Workload& work, OwnTasks& own) : tasks_(work, Search::by_order), own_(own) {}

    void add(const Task& task) { own_.add(tasks_, tasks_.add(task)); }
    std::string next(Node node) { return name(tasks_.ready(), own_.next(tasks_, node)); }
    [[nodiscard]] bool waits(Node node) const { return own_.waits(tasks_, node); }

    /// The thief takes what pays, if anything does.
    std::string reserved(Node thief, bool pays) {
        return name(tasks_.ready(), own_.reserved(tasks_, thief, [pays](TaskLists::Ticket) { return pays; }));
    }

    /// The first task of the owner goes to the node.
    void hand_out(Node owner, Node node) {
        const Task task = tasks_.hand_out(tasks_.ready().lists().first(owner).value(), node);
        own_.handed_out(tasks_, task, owner, node);
    }

  private:
    PlannedTasks tasks_;
    OwnTasks& own_;
};

TEST(OwnTasksBySubmission, AsTheyBecameReadyAndNoWaiting) {
    OwnTasksBySubmission own;
    OwnTasksScene scene_of(scene(), own);
    EXPECT_FALSE(scene_of.waits(0)) << "six products of its own are to come";
    scene_of.add({0, 2, 0});
    scene_of.add({0, 0, 0});
    EXPECT_EQ(scene_of.next(0), "T(0,2,0)");
    EXPECT_EQ(scene_of.next(1), "nothing");
    EXPECT_EQ(scene_of.reserved(1, true), "nothing");
}

TEST(OwnTasksBySubmission, AThiefTakesSingleTasks) {
    OwnTasksBySubmission own;
    OwnTasksScene scene_of(scene(), own);
    scene_of.add({0, 0, 0});
    scene_of.hand_out(0, 1);
    scene_of.add({0, 0, 1});
    EXPECT_EQ(scene_of.next(0), "T(0,0,1)");
    EXPECT_EQ(scene_of.next(1), "nothing");
}

TEST(OwnTasksByZone, ANodeWaitsWhileItsOwnAreToCome) {
    OwnTasksByZone own(scene(), false);
    OwnTasksScene scene_of(scene(), own);
    EXPECT_TRUE(scene_of.waits(1));
    for (std::uint32_t tile = 0; tile < 6; ++tile) {
        scene_of.add({1, tile / 2, tile % 2});
        EXPECT_FALSE(scene_of.waits(1)) << "one is ready";
        scene_of.hand_out(1, 1);
    }
    EXPECT_FALSE(scene_of.waits(1)) << "none is left";
}

TEST(OwnTasksByZone, AThiefTakesTheTile) {
    OwnTasksByZone own(scene(), false);
    OwnTasksScene scene_of(scene(), own);
    scene_of.add({0, 0, 0});
    scene_of.hand_out(0, 1);
    scene_of.add({0, 0, 1});
    EXPECT_EQ(scene_of.next(0), "nothing");
    EXPECT_EQ(scene_of.next(1), "T(0,0,1)");
}

/// C(1,1) is reserved for node 0, which takes 2.5 s until it is done with it; a worker of node 1 takes 4 s.
Workload reserving() {
    Workload work = scene();
    work.zones.spare.resize(6);
    work.zones.spare[4] = 0;
    work.speeds = {{0.5, 4.0, 1}, {0.5, 4.0, 8}};
    return work;
}

TEST(OwnTasksByZone, AReservedTileIsWorthItIfItPaysOrTheThiefIsSooner) {
    Workload work = reserving();
    OwnTasksByZone with_speeds(work, true);
    OwnTasksScene sooner(work, with_speeds);
    sooner.add({1, 1, 1});
    EXPECT_EQ(sooner.reserved(0, false), "T(1,1,1)");
    work.speeds.clear();
    OwnTasksByZone without_speeds(work, true);
    OwnTasksScene unknown(work, without_speeds);
    unknown.add({1, 1, 1});
    EXPECT_EQ(unknown.reserved(0, false), "nothing");
    EXPECT_EQ(unknown.reserved(0, true), "T(1,1,1)");
    EXPECT_EQ(unknown.reserved(1, true), "nothing") << "it is its own";
}

/// Home, node 1, is done with the tile after four seconds, RAM with what node 0 has left after six.
TEST(OwnTasksByZone, AReservedTileOfAHomeThatKeepsUpWithRamStaysThere) {
    const auto reserved = [](double ram_seconds) {
        Workload work = reserving();
        work.start.home = 1;
        work.speeds[0].ram_seconds = ram_seconds;
        OwnTasksByZone own(work, true);
        OwnTasksScene scene_of(work, own);
        scene_of.add({1, 1, 1});
        return scene_of.reserved(0, false);
    };
    EXPECT_EQ(reserved(0), "T(1,1,1)");
    EXPECT_EQ(reserved(1), "nothing");
}

TEST(OwnTasksByZone, NothingIsLeftToThievesWithoutSpeedsOrThieves) {
    const auto next_of_owner = [](const Workload& work, bool others_steal) {
        OwnTasksByZone own(work, others_steal);
        OwnTasksScene scene_of(work, own);
        scene_of.add({0, 0, 0}); // the thief is awake
        scene_of.add({1, 1, 1});
        return scene_of.next(1);
    };
    Workload work = reserving();
    EXPECT_EQ(next_of_owner(work, true), "nothing");
    EXPECT_EQ(next_of_owner(work, false), "T(1,1,1)");
    work.speeds.clear();
    EXPECT_EQ(next_of_owner(work, true), "T(1,1,1)");
}

/// A core at home takes two seconds for a product. Node 1 has six products left, four in a second, and half a second
/// until it is done with one that it gets now.
TEST(OwnTasksByZone, ASlowHomeHandsOnWhatAnotherNodeHasDoneSooner) {
    Workload work = scene();
    work.speeds = {{.lead_seconds = 2, .products_per_second = 4, .workers = 8},
                   {.lead_seconds = 0.5, .products_per_second = 4}};
    const auto holder_after = [](const Workload& asked, bool steals, std::size_t done, const Task& task) {
        OwnTasksByZone own(asked, steals);
        PlannedTasks tasks(asked, Search::by_order);
        for (std::size_t product = 0; product < done; ++product) {
            tasks.hand_out(tasks.add({1, 0, static_cast<std::uint32_t>(product)}), 1);
        }
        own.hand_on(tasks, task);
        return tasks.holders().holder(task);
    };
    EXPECT_EQ(holder_after(work, true, 0, {0, 0, 1}), 0U) << "two seconds, too";
    EXPECT_EQ(holder_after(work, true, 1, {0, 0, 1}), 1U) << "1.75 seconds";
    EXPECT_EQ(holder_after(work, true, 1, {1, 1, 1}), 1U) << "its own";
    EXPECT_EQ(holder_after(work, false, 1, {0, 0, 1}), 0U) << "nobody steals";
    work.start.home = 1;
    EXPECT_EQ(holder_after(work, true, 1, {0, 0, 1}), 0U) << "home takes no tile over";
}

/// A core at home takes two seconds for a product; node 1 is done with it after 2.3, or after 1.8 if it holds no full
/// window.
TEST(OwnTasksByZone, ANodeThatAskedInVainHoldsLess) {
    Workload work = scene();
    work.speeds = {{.lead_seconds = 2, .products_per_second = 4, .workers = 8},
                   {.lead_seconds = 0.8, .products_per_second = 4, .asking_seconds = 0.3}};
    OwnTasksByZone own(work, true);
    PlannedTasks tasks(work, Search::by_order);
    EXPECT_FALSE(own.hand_on(tasks, {0, 0, 0})) << "2.3 seconds instead of 2";
    tasks.ask_in_vain(1);
    EXPECT_TRUE(own.hand_on(tasks, {0, 0, 0})) << "1.8 seconds";
    tasks.hand_out(tasks.add({1, 0, 0}), 1);
    EXPECT_FALSE(own.hand_on(tasks, {0, 1, 0})) << "it has got work: 0.8 and seven products";
}

/// Workers at home take four seconds for a tile, and have begun three. RAM is busy with the six products of node 1, and
/// would bring five tiles, in half a second, for each tile that it takes over.
TEST(OwnTasksByZone, AHomeThatKeepsUpWithRamHandsNothingOn) {
    Workload work = scene();
    work.speeds = {{.lead_seconds = 2, .products_per_second = 4, .workers = 8},
                   {.lead_seconds = 0, .products_per_second = 8, .bus_seconds = 0.1, .ram_seconds = 0.2}};
    const auto hands_on = [&](double ram_seconds) {
        work.speeds[1].ram_seconds = ram_seconds;
        OwnTasksByZone own(work, true);
        PlannedTasks tasks(work, Search::by_order);
        return own.hand_on(tasks, {0, 0, 0});
    };
    EXPECT_TRUE(hands_on(0));
    EXPECT_TRUE(hands_on(0.2)) << "1.2 seconds, and 3 * 0.5";
    EXPECT_FALSE(hands_on(0.5)) << "3 seconds, and 3 * 0.5";
}

/// The devices 1 and 2 have three tiles of two products each: device 1 takes two seconds for a tile, device 2 two for
/// all of its own and half a second until it is done with one more product.
TEST(OwnTasksByZone, ASlowDeviceHandsOnATileThatAnotherOneHasDoneSooner) {
    Workload work = scene();
    work.start = {.nodes = 3, .home = 0};
    work.allocation = partition::Allocation{"scene", 2, 3, 3, {1, 1, 1, 2, 2, 2}};
    work.speeds = {{.lead_seconds = 2, .products_per_second = 0.1},
                   {.lead_seconds = 0.5, .products_per_second = 1},
                   {.lead_seconds = 0.5, .products_per_second = 4}};
    const auto holder_after = [&](std::uint32_t done, const Task& task) {
        OwnTasksByZone own(work, true);
        PlannedTasks tasks(work, Search::by_order);
        for (std::uint32_t product = 0; product < done; ++product) {
            tasks.hand_out(tasks.add({1, product / 2, product % 2}), 2);
        }
        own.hand_on(tasks, task);
        return tasks.holders().holder(task);
    };
    EXPECT_EQ(holder_after(0, {0, 0, 0}), 1U) << "2.25 seconds";
    EXPECT_EQ(holder_after(1, {0, 0, 0}), 1U) << "2 seconds, too";
    EXPECT_EQ(holder_after(2, {0, 0, 0}), 2U) << "1.75 seconds";
    EXPECT_EQ(holder_after(6, {1, 0, 0}), 2U) << "its own";
    work.start.home = 2;
    EXPECT_EQ(holder_after(2, {0, 0, 0}), 1U) << "home's workers do not take tiles of devices over";
    work.start.home = std::nullopt;
    EXPECT_EQ(holder_after(2, {0, 0, 0}), 2U) << "RAM without workers";
}

} // namespace
} // namespace tangram::sched
