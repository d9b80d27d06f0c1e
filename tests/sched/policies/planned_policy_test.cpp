#include "sched/policies/planned_policy.hpp"

#include "tests/sched/scene.hpp"

#include <gmock/gmock.h>

#include <memory>
#include <stdexcept>
#include <utility>

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
    const auto policy = planned_policy(scene(), nullptr);
    const Wake wake = policy->ready({1, 2, 0});
    EXPECT_EQ(wake.first, Node{1});
    EXPECT_FALSE(wake.others);
}

TEST(Static, HandsOutInReadyOrderToTheOwnerOnly) {
    const auto policy = planned_policy(scene(), nullptr);
    policy->ready({0, 2, 0});
    policy->ready({1, 0, 0});
    policy->ready({0, 1, 0});
    EXPECT_EQ(policy->next(0)->j, 2U);
    EXPECT_EQ(policy->next(0)->j, 1U);
    EXPECT_FALSE(policy->next(0));
    EXPECT_EQ(policy->next(1)->i, 1U);
    EXPECT_FALSE(policy->next(1));
}

TEST(Static, RefusesTasksOutsideTheProduct) {
    const auto policy = planned_policy(scene(), nullptr);
    EXPECT_THROW(policy->ready({2, 0, 0}), std::out_of_range);
    EXPECT_THROW(policy->ready({0, 3, 0}), std::out_of_range);
    EXPECT_THROW(policy->ready({0, 0, 2}), std::out_of_range);
}

TEST(Static, KeepsTheCallersHandle) {
    const auto policy = planned_policy(scene(), nullptr);
    int callers_task = 0;
    policy->ready({0, 0, 0, &callers_task});
    EXPECT_EQ(policy->next(0)->handle, &callers_task);
}

TEST(Static, NeverStealsEvenIfAllTilesAreThere) {
    const auto policy = planned_policy(scene(), nullptr);
    policy->ready({1, 0, 0});
    EXPECT_EQ(name(policy->next(0)), "nothing") << "node 0 is home";
    EXPECT_EQ(name(policy->next(1)), "T(1,0,0)");
    EXPECT_EQ(name(policy->next(1)), "nothing") << "a task is handed out once";
}

TEST(PlannedPolicy, ATaskOfThreeDimensionsBelongsToItsLayersNode) {
    Workload work = scene();
    work.allocation = partition::Allocation{"scene", 2, 3, 2, {0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0}, 2};
    const auto policy = planned_policy(work, nullptr);
    EXPECT_EQ(policy->ready({0, 0, 0}).first, Node{0});
    EXPECT_EQ(policy->ready({0, 0, 1}).first, Node{1});
    EXPECT_EQ(policy->ready({1, 0, 0}).first, Node{1});
    EXPECT_EQ(policy->ready({1, 2, 1}).first, Node{0});
}

TEST(PlannedPolicy, WithARuleAnyIdleNodeWillDo) {
    const auto policy = planned_policy(scene(), std::make_unique<ChoiceSteal>());
    const Wake wake = policy->ready({1, 2, 0});
    EXPECT_EQ(wake.first, Node{1});
    EXPECT_TRUE(wake.others);
}

TEST(PlannedPolicy, OwnTasksBeforeCheaperOnesOfOthers) {
    const auto policy = planned_policy(scene(), std::make_unique<EffectiveSteal>(1));
    policy->ready({0, 0, 0});
    EXPECT_EQ(name(policy->next(1)), "T(0,0,0)") << "stolen: node 1 has A(0,0), B(0,0) and C(0,0) now";
    policy->ready({0, 0, 1}); // costs node 1 two tiles
    policy->ready({1, 2, 1}); // its own, three
    EXPECT_EQ(name(policy->next(1)), "T(1,2,1)");
    EXPECT_EQ(name(policy->next(1)), "T(0,0,1)");
    EXPECT_EQ(name(policy->next(1)), "nothing");
}

TEST(PlannedPolicy, CountsOwnAndStolenTasks) {
    const auto policy = planned_policy(scene(), std::make_unique<EffectiveSteal>(1));
    policy->ready({0, 0, 0});
    policy->next(1); // nothing was there: cost 3
    policy->ready({0, 0, 1});
    policy->ready({1, 2, 1});
    policy->next(1); // its own
    policy->next(1); // A(0,1) and B(1,0) are not there: cost 2
    policy->ready({0, 1, 0});
    policy->next(0);
    EXPECT_EQ(policy->decisions().nodes[0].own, 1U);
    EXPECT_EQ(policy->decisions().nodes[0].stolen, 0U);
    EXPECT_EQ(policy->decisions().nodes[1].own, 1U);
    EXPECT_EQ(policy->decisions().nodes[1].stolen, 2U);
    EXPECT_THAT(policy->decisions().taken_by_cost, testing::ElementsAre(0, 0, 1, 1));
}

/// One node that owns 3 x 3 tiles, depth 3.
Workload zone_scene() {
    Workload work;
    work.shape = {3, 3, 3};
    work.allocation = partition::Allocation{"scene", 3, 3, 1, std::vector<std::size_t>(9)};
    return work;
}

TEST(PlannedPolicy, OwnTasksByShellThenByArrival) {
    const auto policy = planned_policy(zone_scene(), nullptr);
    policy->ready({2, 0, 0});
    policy->ready({1, 1, 0});
    policy->ready({0, 0, 1});
    policy->ready({0, 0, 0});
    EXPECT_EQ(name(policy->next(0)), "T(0,0,0)");
    EXPECT_EQ(name(policy->next(0)), "T(1,1,0)");
    EXPECT_EQ(name(policy->next(0)), "T(2,0,0)");
    policy->ready({0, 1, 0});
    EXPECT_EQ(name(policy->next(0)), "T(0,1,0)") << "a lower shell again";
    EXPECT_EQ(name(policy->next(0)), "T(0,0,1)");
    EXPECT_EQ(name(policy->next(0)), "nothing");
}

/// Hands all products of node 0's zone to it.
void finish_first_row(PlannedPolicy& policy) {
    for (std::uint32_t j = 0; j < 3; ++j) {
        for (std::uint32_t k = 0; k < 2; ++k) {
            policy.ready({0, j, k});
            policy.next(0);
        }
    }
}

TEST(PlannedPolicy, AThiefGetsAllThatIsReadyOfTheTile) {
    Workload work = scene();
    work.order = Order::zone;
    work.shape.copies = 2;
    const auto policy = planned_policy(work, std::make_unique<ChoiceSteal>());
    finish_first_row(*policy);
    policy->ready(apart(1, 0, 0, 1));
    policy->ready({1, 0, 1}); // waits for no other product, as the first accumulates apart
    EXPECT_EQ(name(policy->next(0)), "T(1,0,1)");
    EXPECT_EQ(name(policy->next(1)), "nothing") << "node 0 has the tile now";
    EXPECT_EQ(name(policy->next(0)), "T(1,0,0) in 1");
    EXPECT_EQ(policy->ready(addition(1, 0, 1)).first, Node{0});
    EXPECT_EQ(name(policy->next(0)), "add(1,0) of 1");
}

TEST(PlannedPolicy, ByZonesANodeFinishesItsOwnBeforeItSteals) {
    Workload work = scene();
    work.order = Order::zone;
    const auto policy = planned_policy(work, std::make_unique<ChoiceSteal>());
    policy->ready({1, 0, 0});
    EXPECT_EQ(name(policy->next(0)), "nothing") << "its own will be ready";
    finish_first_row(*policy);
    EXPECT_EQ(name(policy->next(0)), "T(1,0,0)");
}

TEST(PlannedPolicy, WhereTilesAreSharedANodeDoesNotWaitForItsOwn) {
    Workload work = scene();
    work.order = Order::zone;
    work.allocation = partition::Allocation{"scene", 2, 3, 2, {0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0}, 2};
    const auto policy = planned_policy(work, std::make_unique<ChoiceSteal>());
    policy->ready({0, 0, 0});
    EXPECT_EQ(name(policy->next(1)), "T(0,0,0)") << "T(0,0,1), which is its own, waits for it";
}

TEST(PlannedPolicy, AThiefLeavesWhatItsOwnerWillHaveDoneBefore) {
    Workload work = scene();
    work.order = Order::zone;
    work.speeds = {{4.0, 2.0}, {1.0, 1.0}}; // until node 0 is done with a task, node 1 does four
    const auto policy = planned_policy(work, std::make_unique<ChoiceSteal>());
    finish_first_row(*policy);
    for (std::uint32_t k = 0; k < 2; ++k) {
        for (std::uint32_t j = 0; j < 3; ++j) {
            policy->ready({1, j, k});
        }
    }
    EXPECT_EQ(name(policy->next(0)), "T(1,2,1)") << "six are left, and the tile's two take node 0 4.5 seconds";
    EXPECT_EQ(name(policy->next(0)), "T(1,2,0)") << "it has the tile";
    EXPECT_EQ(name(policy->next(0)), "nothing") << "four";
    EXPECT_EQ(name(policy->next(1)), "T(1,0,1)");
}

/// Node 0 has done its six products after 1.5 seconds, of which the last one may have taken the last second. A stolen
/// tile takes it 1.25 seconds. By its workers node 1 does ten products meanwhile, and five are left to it. If it got
/// one in half a second, and the next one now, it does (1 + 1) * 1.25 / 0.5 = 5 in a second; if it got none, 2.5.
TEST(PlannedPolicy, AThiefTakesMoreFromAnOwnerThatLags) {
    Workload work = scene();
    work.order = Order::zone;
    work.speeds = {{1.0, 4.0}, {0.0, 8.0}};
    const auto stolen_after = [&](std::uint32_t products_of_owner, const Workload& asked) {
        const auto policy = planned_policy(asked, std::make_unique<ChoiceSteal>());
        for (std::uint32_t product = 0; product < products_of_owner; ++product) {
            policy->ready({1, 0, product});
            policy->next(1);
        }
        finish_first_row(*policy);
        policy->ready({1, 1, 0});
        return name(policy->next(0));
    };
    EXPECT_EQ(stolen_after(0, work), "T(1,1,0)") << "six left, of which it does 3.1 meanwhile";
    EXPECT_EQ(stolen_after(1, work), "nothing") << "five left, of which it does 6.3";
    work.speeds[0].lead_seconds = 1.5; // nothing shows that any time has passed
    EXPECT_EQ(stolen_after(0, work), "nothing") << "six left, of which its workers do 14";
}

/// Node 1 has begun all of its zone, and may have been idle since: a tile that it stole shows nothing.
TEST(PlannedPolicy, ANodeThatHasBegunItsZoneDoesNotLag) {
    Workload work;
    work.shape = {1, 4, 2};
    work.start = {.nodes = 3};
    work.allocation = partition::Allocation{"scene", 1, 4, 3, {0, 0, 1, 2}};
    work.speeds = {{0.0, 1.0}, {0.0, 8.0, 8}, {0.25, 8.0, 8}};
    const auto policy = planned_policy(work, std::make_unique<ChoiceSteal>());
    const auto hand_out = [&](std::uint32_t j, std::uint32_t k, Node node) {
        policy->ready({0, j, k});
        return name(policy->next(node));
    };
    for (std::uint32_t k = 0; k < 2; ++k) {
        hand_out(0, k, 0); // two seconds
        hand_out(2, k, 1);
        hand_out(3, k, 2);
    }
    EXPECT_EQ(hand_out(1, 0, 1), "T(0,1,0)") << "stolen from node 0, with the rest of its tile";
    EXPECT_EQ(hand_out(1, 1, 2), "nothing") << "of the one left node 1 does two until node 2 has done it";
}

/// RAM and three devices, depth 1; devices 1 and 2 have three tiles each, device 3 has one and is done with it. What it
/// lacks of a product, B and C, takes the bus for 0.6 seconds, and its owner is saved one.
TEST(PlannedPolicy, WhereRamLimitsAThiefSavesAllDevicesWithWork) {
    Workload work;
    work.shape = {1, 8, 1};
    work.start = {.nodes = 4, .home = 0, .reads_c = true};
    work.allocation = partition::Allocation{"scene", 1, 8, 4, {0, 1, 1, 1, 2, 2, 2, 3}};
    const NodeSpeed device{.products_per_second = 1, .bus_seconds = 0.3};
    work.speeds.assign(4, device);
    const auto stolen = [&](bool ram_limits, bool two_have_work) {
        for (NodeSpeed& speed : work.speeds) {
            speed.ram_seconds = ram_limits ? 0.2 : 0;
        }
        const auto policy = planned_policy(work, std::make_unique<ChoiceSteal>());
        policy->ready({0, 7, 0});
        policy->next(3);
        for (std::uint32_t j = 4; j < 7 && !two_have_work; ++j) {
            policy->ready({0, j, 0});
            policy->next(2);
        }
        policy->ready({0, 1, 0});
        return name(policy->next(3));
    };
    EXPECT_EQ(stolen(false, true), "T(0,1,0)");
    EXPECT_EQ(stolen(true, true), "nothing") << "1.2 seconds for two devices";
    EXPECT_EQ(stolen(true, false), "T(0,1,0)") << "its owner alone waits";
}

/// Home has two tiles of two products, device 1 one tile, whose products take RAM for a second each; device 2 is done
/// with its own. Home is done after 4 seconds: either its workers do a product a second together, or each takes two
/// seconds for one. To take a tile over device 2 needs five tiles, for which the bus takes half a second each.
TEST(PlannedPolicy, WhereRamLimitsAHomeThatKeepsUpGetsNoHelp) {
    const auto stolen = [](const NodeSpeed& home, double ram_seconds, double bus_seconds) {
        Workload work;
        work.shape = {1, 4, 2};
        work.start = {.nodes = 3, .home = 0, .reads_c = true};
        work.allocation = partition::Allocation{"scene", 1, 4, 3, {0, 0, 1, 2}};
        const NodeSpeed device{.products_per_second = 100, .bus_seconds = bus_seconds, .ram_seconds = ram_seconds};
        work.speeds = {home, device, device};
        const auto policy = planned_policy(work, std::make_unique<ChoiceSteal>());
        for (const Task& task : {Task{0, 3, 0}, Task{0, 3, 1}}) {
            policy->ready(task);
            policy->next(2);
        }
        policy->ready({0, 0, 0});
        return name(policy->next(2));
    };
    const NodeSpeed by_all{.products_per_second = 1, .workers = 2};
    EXPECT_EQ(stolen(by_all, 1, 0.5), "nothing") << "RAM is busy for 2 + 2.5 seconds";
    EXPECT_EQ(stolen(by_all, 0.7, 0.5), "T(0,0,0)") << "1.4 + 2.5";
    EXPECT_EQ(stolen(by_all, 0, 0.5), "T(0,0,0)") << "RAM does not limit";
    const NodeSpeed by_tile{.products_per_second = 2, .workers = 4};
    EXPECT_EQ(stolen(by_tile, 1, 0.25), "nothing") << "2 + 2 * 1.25, as both tiles would have to go";
    EXPECT_EQ(stolen(by_tile, 0.7, 0.25), "T(0,0,0)") << "1.4 + 2 * 1.25";
}

/// 1 x 4 tiles, depth 3, of which node 1 has the last three; the first of each tile accumulates apart.
Workload apart_scene() {
    Workload work;
    work.shape = {1, 4, 3, 2};
    work.start = {.nodes = 2, .home = 0, .reads_c = true};
    work.allocation = partition::Allocation{"scene", 1, 4, 2, {0, 1, 1, 1}};
    work.speeds = {{.lead_seconds = 3, .products_per_second = 1, .room_seconds = 10},
                   {.lead_seconds = 1, .products_per_second = 1}};
    return work;
}

std::unique_ptr<PlannedPolicy> policy_with_idle_home(const Workload& work) {
    auto policy = planned_policy(work, std::make_unique<ChoiceSteal>());
    for (std::uint32_t k = 0; k < 3; ++k) {
        policy->ready({0, 0, k});
        policy->next(0);
    }
    return policy;
}

TEST(PlannedPolicy, HomeLeavesATileWhoseAuxiliaryTileItNeededRoomFor) {
    const auto policy = policy_with_idle_home(apart_scene());
    policy->ready(apart(0, 1, 0, 1));
    EXPECT_EQ(name(policy->next(0)), "nothing") << "it would begin one in RAM";
    EXPECT_EQ(name(policy->next(1)), "T(0,1,0) in 1");
    policy->ready({0, 1, 1});
    EXPECT_EQ(name(policy->next(0)), "nothing") << "the addition would come to home as well";
    EXPECT_EQ(name(policy->next(1)), "T(0,1,1)");
    policy->ready(addition(0, 1, 1));
    EXPECT_EQ(name(policy->next(0)), "nothing");
    EXPECT_EQ(name(policy->next(1)), "add(0,1) of 1");
    policy->ready({0, 1, 2});
    EXPECT_EQ(name(policy->next(0)), "T(0,1,2)");
}

/// T(0,1,1) waits for no other product, and the rest of the tile would follow it.
TEST(PlannedPolicy, HomeLeavesATileThatHasAProductApartToCome) {
    const auto policy = policy_with_idle_home(apart_scene());
    policy->ready(apart(0, 1, 0, 1));
    policy->ready({0, 1, 1});
    EXPECT_EQ(name(policy->next(0)), "nothing");
    policy->ready({0, 2, 0});
    EXPECT_EQ(name(policy->next(0)), "T(0,2,0)") << "a tile without";
}

TEST(PlannedPolicy, HomeTakesATileThatIsWorthTheRoom) {
    Workload work = apart_scene();
    work.speeds[0].room_seconds = 1.5;
    const auto policy = policy_with_idle_home(work);
    policy->ready(apart(0, 1, 0, 1));
    EXPECT_EQ(name(policy->next(0)), "T(0,1,0) in 1") << "saves three seconds; done after 6.5 of nine";
}

TEST(PlannedPolicy, AThiefKeepsTheTileThatItTookAProductOf) {
    Workload work = scene();
    work.order = Order::zone;
    const auto policy = planned_policy(work, std::make_unique<ChoiceSteal>());
    finish_first_row(*policy);
    policy->ready({1, 0, 0});
    EXPECT_EQ(name(policy->next(0)), "T(1,0,0)");
    EXPECT_EQ(policy->ready({1, 0, 1}).first, Node{0});
    EXPECT_EQ(name(policy->next(0)), "T(1,0,1)");
    EXPECT_EQ(policy->decisions().nodes[0].stolen, 2U) << "by the plan they are the other's";
}

/// 2 x 3 tiles, depth 2; C(1,1) is reserved for node 0. Node 1's workers are many and slow.
Workload reserved_tile() {
    Workload work = scene();
    work.order = Order::zone;
    work.zones.spare.resize(6);
    work.zones.spare[4] = 0;
    work.speeds = {{0.5, 4.0, 1}, {0.5, 4.0, 8}};
    return work;
}

/// Node 1 is home; nothing is reserved.
std::unique_ptr<PlannedPolicy> policy_with_slow_home() {
    Workload work = reserved_tile();
    work.zones.spare.clear();
    work.start.home = 1;
    return planned_policy(work, std::make_unique<ChoiceSteal>());
}

/// Node 0 gets all of its six products but the last one.
void do_five_products(PlannedPolicy& policy) {
    for (const auto& [j, k] : {std::pair{0U, 0U}, {0U, 1U}, {1U, 0U}, {1U, 1U}, {2U, 0U}}) {
        policy.ready({0, j, k});
        EXPECT_NE(name(policy.next(0)), "nothing");
    }
}

/// The rest of the tile is node 0's from the product on that it would be done with sooner.
TEST(PlannedPolicy, TheHeirGetsTheRestOfATileAndIsToLookAgain) {
    const auto policy = policy_with_slow_home();
    policy->ready({1, 0, 0});
    EXPECT_EQ(name(policy->next(1)), "T(1,0,0)");
    do_five_products(*policy);
    policy->ready({1, 0, 1});
    EXPECT_FALSE(policy->has_moved_tasks());
    EXPECT_EQ(name(policy->next(1)), "nothing") << "after 0.75 seconds instead of 2";
    EXPECT_TRUE(policy->has_moved_tasks());
    EXPECT_FALSE(policy->has_moved_tasks()) << "since it was asked last";
    EXPECT_EQ(name(policy->next(0)), "T(1,0,1)");
}

/// It is asked when a worker is about to begin the product, which may have been ready for long.
TEST(PlannedPolicy, TheHeirGetsATileThatHasWaited) {
    const auto policy = policy_with_slow_home();
    policy->ready({1, 0, 0});
    policy->ready({1, 1, 0});
    EXPECT_EQ(name(policy->next(1)), "T(1,0,0)");
    do_five_products(*policy);
    EXPECT_EQ(name(policy->next(1)), "nothing");
    EXPECT_EQ(name(policy->next(0)), "T(1,1,0)");
}

TEST(PlannedPolicy, AnOwnerLeavesATileToAThiefThatIsSooner) {
    const auto policy = planned_policy(reserved_tile(), std::make_unique<ChoiceSteal>());
    policy->ready({0, 0, 0});
    policy->ready({1, 1, 1});
    // Node 0 has six products left and two of the tile: with its 0.5 s it takes 2.5 s for all, a worker of node 1
    // 4 s for two.
    EXPECT_EQ(name(policy->next(1)), "nothing");
    policy->next(0);
    for (const auto& [j, k] : {std::pair{0U, 1U}, {1U, 0U}, {1U, 1U}, {2U, 0U}, {2U, 1U}}) {
        policy->ready({0, j, k});
        policy->next(0);
    }
    EXPECT_EQ(name(policy->next(0)), "T(1,1,1)");
}

TEST(PlannedPolicy, AnOwnerBeginsTheNextTileThatItDoesNotLeave) {
    Workload work = reserved_tile();
    work.start.nodes = 3;
    work.allocation->processors = 3;
    work.zones.spare[5] = 2; // which takes much longer than node 1
    work.speeds.push_back({100, 1, 1});
    const auto policy = planned_policy(work, std::make_unique<ChoiceSteal>());
    policy->ready({0, 0, 0});
    policy->ready({1, 1, 1});
    policy->ready({1, 2, 1});
    EXPECT_EQ(name(policy->next(1)), "T(1,2,1)");
    EXPECT_EQ(name(policy->next(1)), "nothing");
}

TEST(PlannedPolicy, AnOwnerGoesOnWithATileThatItHasBegun) {
    const auto policy = planned_policy(reserved_tile(), std::make_unique<ChoiceSteal>());
    policy->ready({1, 1, 1});
    EXPECT_EQ(name(policy->next(1)), "T(1,1,1)");
    policy->ready({0, 0, 0});
    policy->ready({1, 1, 0});
    EXPECT_EQ(name(policy->next(1)), "T(1,1,0)") << "although node 0 is awake now";
}

TEST(PlannedPolicy, AnOwnerBeginsATileWhoseThiefMaySleep) {
    const auto policy = planned_policy(reserved_tile(), std::make_unique<ChoiceSteal>());
    policy->ready({1, 1, 1});
    EXPECT_EQ(name(policy->next(1)), "T(1,1,1)") << "node 0 has nothing that is ready";
}

TEST(PlannedPolicy, AnOwnerBeginsATileThatItHasDoneSooner) {
    Workload work = reserved_tile();
    work.speeds[1].workers = 1;
    const auto policy = planned_policy(work, std::make_unique<ChoiceSteal>());
    policy->ready({0, 0, 0});
    policy->ready({1, 1, 1});
    EXPECT_EQ(name(policy->next(1)), "T(1,1,1)") << "in half a second";
}

TEST(PlannedPolicy, AThiefFirstTakesWhatIsReservedForIt) {
    Workload work = scene();
    work.order = Order::zone;
    work.zones.spare.resize(6);
    work.zones.spare[4] = 0;
    const auto policy = planned_policy(work, std::make_unique<ChoiceSteal>());
    finish_first_row(*policy);
    policy->ready({1, 1, 1});
    policy->ready({1, 2, 1});
    EXPECT_EQ(name(policy->next(0)), "T(1,1,1)") << "not the last one";
    EXPECT_EQ(name(policy->next(0)), "T(1,2,1)");
}

TEST(PlannedPolicy, StolenTasksLeaveTheOrderOfTheirZone) {
    Workload work = scene();
    work.order = Order::zone;
    const auto policy = planned_policy(work, std::make_unique<ChoiceSteal>());
    finish_first_row(*policy);
    policy->ready({1, 0, 1});
    policy->ready({1, 1, 1});
    EXPECT_EQ(name(policy->next(0)), "T(1,1,1)");
    EXPECT_EQ(name(policy->next(1)), "T(1,0,1)");
    EXPECT_EQ(name(policy->next(1)), "nothing");
}

/// C(0,0) shared by nodes 0 (two products) and 1 (one); node 1 owns T(0,1,.).
Workload reduction_scene(std::optional<Node> home) {
    Workload work;
    work.shape = {1, 2, 3, 3};
    work.start = {.nodes = 2, .home = home};
    work.allocation = partition::Allocation{"scene", 1, 2, 2, {0, 1, 0, 1, 1, 1}, 3};
    work.reduces = true;
    return work;
}

TEST(PlannedPolicy, AnAdditionIsItsKeepersAndComesFirst) {
    const auto policy = planned_policy(reduction_scene(std::nullopt), nullptr);
    policy->ready({0, 0, 2}); // the second of its zone
    EXPECT_EQ(policy->ready(addition(0, 0, 2)).first, Node{0});
    EXPECT_EQ(name(policy->next(0)), "add(0,0) of 2");
    EXPECT_EQ(name(policy->next(0)), "T(0,0,2)");
}

TEST(PlannedPolicy, AnAdditionFollowsTheHomeOfC) {
    const auto policy = planned_policy(reduction_scene(1), nullptr);
    EXPECT_EQ(policy->ready(addition(0, 0, 1)).first, Node{1});
}

TEST(PlannedPolicy, RefusesAdditionsOutsideTheProduct) {
    const auto with = planned_policy(reduction_scene(std::nullopt), nullptr);
    EXPECT_THROW(with->ready(addition(1, 0, 1)), std::out_of_range);
    EXPECT_THROW(with->ready(addition(0, 2, 1)), std::out_of_range);
    EXPECT_THROW(with->ready(addition(0, 0, 3)), std::out_of_range);
    EXPECT_THROW(with->ready(addition(0, 0, 0)), std::out_of_range);
    EXPECT_THROW(with->ready(addition(70000, 70000, 1)), std::out_of_range);
    const auto without = planned_policy(scene(), nullptr);
    EXPECT_THROW(without->ready(addition(0, 0, 1)), std::out_of_range);
}

} // namespace
} // namespace tangram::sched
