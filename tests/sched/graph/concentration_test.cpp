/// Concentration: when one accelerator executes all, in scenes by hand. A datum takes 8 seconds to an accelerator, and
/// each task begins when the one before has ended unless a scene says that several run at once.

#include "sched/graph/concentration.hpp"

#include "tests/sched/graph/everywhere.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace tangram::sched::graph {
namespace {

constexpr Node first = 1;
constexpr Node second = 2;

class ConcentrationScene : public testing::Test {
  protected:
    explicit ConcentrationScene(std::size_t workers_each = 1) : concentration_(machine(workers_each), places_) {}

    [[nodiscard]] MachineView machine(std::size_t workers_each) const {
        MachineView machine{.workers = {{home, 0}}, .links = {{}, {.bandwidth = 1}, {.bandwidth = 1}}, .clock = [this] {
                                return now_;
                            }};
        for (const Node accelerator : {first, second}) {
            machine.workers.insert(machine.workers.end(), workers_each, {accelerator, 1});
        }
        return machine;
    }

    /// Begins when the time before has passed.
    void execute(const std::vector<Use>& uses, Node node, double seconds = 1) {
        now_ += seconds / at_once_;
        concentration_.executed(uses, node, std::vector<double>{never, seconds, slower_ * seconds});
    }
    /// Two accelerators write a datum in turns, the first one `others` of its own beside.
    void alternate(int times, DataId others, double seconds = 1) {
        for (int turn = 0; turn < times; ++turn) {
            now_ += seconds_to_move / at_once_;
            execute({updates(0)}, turn % 2 == 0 ? first : second, seconds);
            for (DataId data = 1; data <= others; ++data) {
                execute({updates(data)}, first, 0);
            }
        }
    }
    /// No data are new any more.
    void settle(DataId data = 0, double seconds = 0) {
        for (int task = 0; task < 64; ++task) {
            execute({updates(data)}, first, seconds);
        }
    }

    static constexpr double seconds_to_move = 8;

    double slower_ = 1;  ///< the second accelerator, so many times
    double at_once_ = 1; ///< tasks and transfers, on average
    double now_ = 0;
    Everywhere places_;
    Concentration concentration_;
};

class ConcentrationOfTwoWorkersEach : public ConcentrationScene {
  protected:
    ConcentrationOfTwoWorkersEach() : ConcentrationScene(2) {}
};

TEST_F(ConcentrationScene, AllTakePartWhileDataStayWhereTheyAre) {
    for (int step = 0; step < 100; ++step) {
        execute({updates(0), reads(2)}, first);
        execute({updates(1), reads(2)}, second);
    }
    EXPECT_EQ(concentration_.alone(), std::nullopt);
}

TEST_F(ConcentrationScene, AllTakePartWhileTasksTakeLongerThanTheirData) {
    settle();
    alternate(100, 0, 9);
    EXPECT_EQ(concentration_.alone(), std::nullopt);
}

TEST_F(ConcentrationScene, WhatComesFromHomeIsNotLost) {
    for (DataId data = 0; data < 100; ++data) {
        execute({reads(data)}, first);
    }
    settle();
    for (DataId data = 0; data < 100; ++data) {
        now_ += seconds_to_move;
        execute({reads(data)}, second);
    }
    EXPECT_EQ(concentration_.alone(), std::nullopt);
}

/// Each turn but the first loses 7 seconds. The first accelerator has most of the data.
TEST_F(ConcentrationScene, TheOneThatHasMostDataGoesOnAlone) {
    alternate(1, 10);
    settle();
    alternate(2, 10);
    EXPECT_EQ(concentration_.alone(), first) << "7 seconds are lost, and moving one datum takes 8";
}

/// The first steps bring all data from home: their work is no gain of several accelerators.
TEST_F(ConcentrationScene, NothingIsCountedWhileDataAreNew) {
    for (DataId data = 0; data < 100; ++data) {
        execute({updates(data)}, first);
    }
    settle(1);
    alternate(2, 0);
    EXPECT_EQ(concentration_.alone(), first) << "7 seconds are lost, none of 99 gained";
}

TEST_F(ConcentrationScene, NothingIsDecidedWhileDataAreNew) {
    for (DataId data = 1; data < 200; ++data) {
        now_ += seconds_to_move;
        execute({updates(0), updates(data)}, data % 2 == 0 ? first : second);
    }
    EXPECT_EQ(concentration_.alone(), std::nullopt);
}

/// As in the stages of an FFT on many accelerators, each with a link of its own: tasks of 1 second whose data take 8
/// to move end every 0.9 seconds. When fewer run at once, one accelerator alone is faster.
TEST_F(ConcentrationScene, AllTakePartWhileTogetherTheyAreFasterThanOneAlone) {
    settle();
    at_once_ = 10;
    alternate(1000, 0);
    EXPECT_EQ(concentration_.alone(), std::nullopt);
    at_once_ = 4;
    alternate(6, 0);
    EXPECT_EQ(concentration_.alone(), std::nullopt) << "8 of the seconds gained by the clock are kept, and 7.5 lost";
    alternate(2, 0);
    EXPECT_NE(concentration_.alone(), std::nullopt);
}

/// The program may compute something else meanwhile.
TEST_F(ConcentrationScene, TimeDoesNotCountWhileAcceleratorsHaveNoWork) {
    settle();
    at_once_ = 10;
    alternate(100, 0);
    concentration_.pause();
    now_ += 1000;
    alternate(10, 0);
    EXPECT_EQ(concentration_.alone(), std::nullopt);
}

TEST_F(ConcentrationScene, TimeBeforeANewDatumDoesNotCount) {
    settle();
    now_ += 1000;
    execute({updates(1)}, first);
    settle();
    at_once_ = 10;
    alternate(100, 0);
    EXPECT_EQ(concentration_.alone(), std::nullopt);
}

/// Three data, which take 24 seconds, are on the slow accelerator. A task ends every 1.5 seconds, and would take 1 on
/// the fast one.
TEST_F(ConcentrationScene, TheFastestCountsAsWhoWouldGoOnAlone) {
    slower_ = 2;
    execute({updates(1), updates(2), updates(3)}, second);
    settle();
    at_once_ = 6;
    alternate(12, 0);
    EXPECT_EQ(concentration_.alone(), std::nullopt) << "6 seconds are lost";
    alternate(2, 0);
    EXPECT_EQ(concentration_.alone(), first);
}

/// Every 0.75 seconds a task of 1 second ends: on one accelerator it would be every half second.
TEST_F(ConcentrationOfTwoWorkersEach, OneAloneExecutesTwoTasksAtATime) {
    settle();
    at_once_ = 12;
    alternate(2, 0);
    EXPECT_NE(concentration_.alone(), std::nullopt);
}

/// As in a program whose steps end with a sum over all accelerators.
TEST_F(ConcentrationScene, WhatWasGainedBeforeOutweighsAPhaseThatLoses) {
    alternate(1, 10);
    settle();
    settle(0, 1); // 64 seconds of work
    alternate(9, 0);
    EXPECT_EQ(concentration_.alone(), std::nullopt) << "56 seconds are lost";
    alternate(6, 0);
    EXPECT_EQ(concentration_.alone(), first);
}

/// No more than moving all of the data takes: here one, for 8 seconds.
TEST_F(ConcentrationScene, ALongGainIsSoonForgotten) {
    for (int times = 0; times < 20; ++times) {
        settle(0, 1);
    }
    alternate(2, 0);
    EXPECT_EQ(concentration_.alone(), std::nullopt);
    alternate(2, 0);
    EXPECT_EQ(concentration_.alone(), first);
}

/// The second accelerator has 20 of 42 data, which take 160 seconds.
TEST_F(ConcentrationScene, LittleIsLostBesideMovingManyData) {
    for (DataId data = 100; data < 120; ++data) {
        execute({updates(data)}, second);
    }
    alternate(1, 21);
    settle();
    alternate(6, 0);
    EXPECT_EQ(concentration_.alone(), std::nullopt) << "35 seconds are lost";
    alternate(8, 0);
    EXPECT_EQ(concentration_.alone(), first);
}

TEST_F(ConcentrationScene, ASlowOneDoesNotGoOnAlone) {
    slower_ = 2;
    execute({updates(1), updates(2), updates(3)}, second);
    settle();
    alternate(20, 0);
    EXPECT_EQ(concentration_.alone(), first);
}

TEST_F(ConcentrationScene, AllTakePartAgainWhenTasksGetLonger) {
    settle(1);
    settle(0, 1);
    alternate(12, 0); // 77 seconds are lost, 65 were gained
    ASSERT_EQ(concentration_.alone(), first);
    for (int task = 0; task < 200; ++task) {
        execute({updates(0)}, first, 1.5);
    }
    EXPECT_EQ(concentration_.alone(), first);
    for (int task = 0; task < 200; ++task) {
        execute({updates(0)}, first, 4);
    }
    EXPECT_EQ(concentration_.alone(), std::nullopt);
}

TEST_F(ConcentrationScene, AllTakePartAgainForGoodWhereMemoryDoesNotHoldTheData) {
    settle(1);
    settle();
    alternate(4, 0);
    ASSERT_EQ(concentration_.alone(), first);
    places_.evict(0, first);
    places_.evict(1, first);
    for (int task = 0; task < 3; ++task) {
        execute({reads(0), reads(1)}, first);
    }
    EXPECT_EQ(concentration_.alone(), std::nullopt);
    alternate(50, 0);
    EXPECT_EQ(concentration_.alone(), std::nullopt);
}

/// Of a program whose steps have temporaries of their own.
TEST_F(ConcentrationScene, AllTakePartAgainWhereMemoryDoesNotHoldTheDataThoughNewOnesCome) {
    settle(1);
    settle();
    alternate(4, 0);
    ASSERT_EQ(concentration_.alone(), first);
    places_.evict(0, first);
    for (DataId step = 1; step < 100; ++step) {
        execute({reads(0), updates(step)}, first);
    }
    EXPECT_EQ(concentration_.alone(), std::nullopt);
}

/// What a CPU worker writes is neither lost by the accelerator nor sent by another one.
TEST_F(ConcentrationScene, WhatCpuWorkersWriteIsNotLost) {
    settle();
    for (int step = 0; step < 100; ++step) {
        execute({updates(0)}, home);
        places_.evict(0, first);
        execute({reads(0)}, first);
    }
    EXPECT_EQ(concentration_.alone(), std::nullopt);
}

} // namespace
} // namespace tangram::sched::graph
