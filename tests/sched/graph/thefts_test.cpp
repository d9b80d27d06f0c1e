/// Thefts: what each balancer and `auto` take. A scene by hand.

#include "sched/graph/thefts.hpp"

#include "tests/sched/graph/tiles.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tangram::sched::graph {
namespace {

constexpr Node rich = 1;
constexpr Node poor = 2;
constexpr Node thief = 3;

/// Each datum is at one node, and has its size in bytes.
class Scene : public DataPlaces {
  public:
    [[nodiscard]] State state(DataId data, Node node) const override {
        return node == node_of[data] ? State::there : State::absent;
    }
    [[nodiscard]] double bytes(DataId data) const override { return sizes[data]; }

    std::vector<Node> node_of{rich, rich, rich, rich, poor, poor};
    std::vector<double> sizes{8, 2, 8, 8, 8, 4};
};

MachineView three_accelerators() {
    const HomeLink link{.bandwidth = 100};
    return {.workers = {{home, 0}, {rich, 1}, {poor, 1}, {thief, 1}}, .links = {{}, link, link, link}};
}

/// Tests add tasks that update a datum each; their owners are the nodes where the data are.
class TheftScene : public testing::Test {
  protected:
    static constexpr TaskId smallest = 1;     ///< 2 bytes
    static constexpr TaskId last_of_rich = 3; ///< 8 bytes
    static constexpr TaskId last_of_poor = 5; ///< 4 bytes

    void add(DataId data) {
        const TaskId id = program_.submitted(std::vector{updates(data)}, seconds_, 0);
        program_.ready(id);
        ids_.push_back(id);
    }

    std::optional<TaskId> stolen(std::optional<Balancing> balancing, Node by = thief, std::uint64_t seed = 1) {
        Thefts thefts(program_, places_, balancing, seed);
        for (const TaskId id : ids_) {
            thefts.ready(id);
        }
        return thefts.next(by);
    }

    Scene places_;
    ProgramState program_{three_accelerators(), places_, {}};
    Seconds seconds_{20, 1}; ///< on a core and on an accelerator
    std::vector<TaskId> ids_;
};

/// Four of the rich node, two of the poor one.
class SixTasks : public TheftScene {
  protected:
    SixTasks() {
        for (DataId data = 0; data < 6; ++data) {
            add(data);
        }
    }
};

TEST_F(SixTasks, StayWhereTheirDataAre) {
    EXPECT_EQ(program_.load(rich), 4);
    EXPECT_EQ(program_.load(poor), 2);
    EXPECT_EQ(program_.load(thief), 0);
}

TEST_F(SixTasks, WithoutThievesStay) {
    EXPECT_EQ(stolen(Balancing::none), std::nullopt);
}

TEST_F(SixTasks, RandomTakesTheLastOfAnyNode) {
    std::set<std::optional<TaskId>> seen;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        seen.insert(stolen(Balancing::random, thief, seed));
    }
    EXPECT_EQ(seen, (std::set<std::optional<TaskId>>{last_of_rich, last_of_poor}));
}

TEST_F(SixTasks, ChoiceTakesTheLastOneThatItLacksLeastOf) {
    EXPECT_EQ(stolen(Balancing::choice), last_of_poor);
}

TEST_F(SixTasks, EffectiveTakesTheOneThatItLacksLeastOf) {
    EXPECT_EQ(stolen(Balancing::effective), smallest);
}

TEST_F(SixTasks, AutoTakesFromTheNodeWithMostWork) {
    places_.sizes[last_of_poor] = 1;
    EXPECT_EQ(stolen(std::nullopt), smallest);
}

/// Its owner fetches data for it: two copies would come.
TEST_F(SixTasks, NoBalancerStealsWhatIsPrefetched) {
    program_.hold(smallest);
    program_.unhold(smallest);
    EXPECT_EQ(stolen(Balancing::effective), last_of_poor);
    program_.hold(last_of_poor);
    EXPECT_EQ(stolen(Balancing::choice), last_of_rich);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        EXPECT_NE(stolen(Balancing::random, thief, seed), last_of_poor);
    }
}

/// Until the driver has asked for the data; then an idle accelerator may be earlier than the owner.
TEST_F(SixTasks, AutoStealsNothingThatIsHeld) {
    program_.hold(smallest);
    EXPECT_NE(stolen(std::nullopt), smallest);
    program_.unhold(smallest);
    EXPECT_EQ(stolen(std::nullopt), smallest);
}

TEST_F(SixTasks, EffectiveForgetsWhatHasLeft) {
    Thefts thefts(program_, places_, Balancing::effective, 1);
    for (const TaskId id : ids_) {
        thefts.ready(id);
    }
    thefts.removed(smallest);
    EXPECT_EQ(thefts.next(thief), last_of_poor);
}

/// The thief reads the rich node's datum 2 for it, which another task updates.
TEST_F(SixTasks, EffectiveKnowsWhatAnExecutedTaskHasBrought) {
    const TaskId reader = program_.submitted(std::vector{reads(2), updates(4)}, seconds_, 0);
    Thefts thefts(program_, places_, Balancing::effective, 1);
    for (const TaskId id : ids_) {
        thefts.ready(id);
    }
    places_.node_of[2] = thief;
    thefts.executed(reader, thief);
    EXPECT_EQ(thefts.next(thief), 2);
}

/// 0.25 seconds on a core, and 0.02 for its data, are no delay.
TEST_F(TheftScene, CpuWorkersTakeWhatTheyAreBestAt) {
    const Seconds for_cores{0.25, 1};
    for (DataId data = 0; data < 4; ++data) {
        add(data);
    }
    const TaskId suited = program_.submitted(std::vector{updates(4)}, for_cores, 0);
    program_.ready(suited);
    EXPECT_EQ(stolen(std::nullopt, home), suited);
}

/// An outer product of 3 x 3 tiles that are at home, all of them ready; each accelerator owns three.
struct OuterProduct {
    static constexpr std::uint32_t side = 3;

    explicit OuterProduct(Seconds of_each) : seconds(std::move(of_each)) {
        const Tiles tiles(side);
        places.node_of.assign(std::size_t{3} * side * side, home);
        places.sizes.assign(places.node_of.size(), 1);
        std::vector<TaskId> ids;
        for (std::uint32_t tile = 0; tile < side * side; ++tile) {
            ids.push_back(program.submitted(tiles.product(tile / side, tile % side, 0), seconds, 0));
        }
        for (const TaskId id : ids) {
            program.ready(id);
            tasks_of[program.task(id).node].push_back(id);
        }
    }

    Seconds seconds;
    Scene places;
    ProgramState program{three_accelerators(), places, {}};
    std::vector<std::vector<TaskId>> tasks_of{program.machine().nodes()}; ///< by owner
};

/// One that executes its last task while others have three each evens that out to two.
TEST(TheftOfProducts, AcceleratorsStealWhenTwoTasksBehind) {
    OuterProduct scene({20, 1});
    const std::vector<TaskId>& of_thief = scene.tasks_of[thief];
    ASSERT_EQ(of_thief.size(), OuterProduct::side);
    Thefts thefts(scene.program, scene.places, std::nullopt, 1);
    scene.program.finished(of_thief[0]);
    EXPECT_EQ(thefts.next(thief), std::nullopt) << "one behind";
    scene.program.finished(of_thief[1]);
    scene.program.started(of_thief[2], thief);
    EXPECT_TRUE(thefts.next(thief));
}

/// A CPU worker is as good at each task of an outer product, whose owners have three each; two of them are a task
/// ahead.
TEST(TheftOfProducts, CpuWorkersRelieveTheBusiestAccelerator) {
    for (const Node busiest : {rich, poor, thief}) {
        OuterProduct scene({1, 1});
        for (const Node node : {rich, poor, thief}) {
            ASSERT_EQ(scene.program.load(node), OuterProduct::side);
            if (node != busiest) {
                scene.program.finished(scene.tasks_of[node].back());
            }
        }
        const std::optional<TaskId> stolen = Thefts(scene.program, scene.places, std::nullopt, 1).next(home);
        ASSERT_TRUE(stolen);
        EXPECT_EQ(scene.program.task(*stolen).node, busiest);
    }
}

/// A core would take 20 seconds for what the rich node ends in 4.
TEST_F(SixTasks, CpuWorkersLeaveWhatOthersWouldWaitFor) {
    for (const auto balancing : {Balancing::random, Balancing::choice, Balancing::effective}) {
        EXPECT_EQ(stolen(balancing, home), std::nullopt);
    }
    EXPECT_EQ(stolen(std::nullopt, home), std::nullopt);
}

/// Its owner is done with the only task before the thief would be.
TEST_F(TheftScene, AnOnlyTaskIsNotWorthATheft) {
    add(0);
    for (const auto balancing : {Balancing::random, Balancing::choice, Balancing::effective}) {
        EXPECT_EQ(stolen(balancing), std::nullopt);
    }
    EXPECT_EQ(stolen(std::nullopt), std::nullopt);
    add(1);
    EXPECT_EQ(stolen(Balancing::choice), 1) << "two are";
    EXPECT_EQ(stolen(std::nullopt), std::nullopt) << "auto wants two updates more";
}

} // namespace
} // namespace tangram::sched::graph
