/// WorkAtHome: when tasks are left to CPU workers, in scenes by hand. Two accelerators, to each of which a datum of 8
/// bytes takes 8 seconds; four CPU workers. All data are at home at first.

#include "sched/graph/work_at_home.hpp"

#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

namespace tangram::sched::graph {
namespace {

constexpr Node first = 1;
constexpr Node second = 2;
constexpr DataId small = 1000; ///< 1 byte

MachineView machine_of(std::size_t cpu_workers) {
    MachineView machine{.workers = {{first, 1}, {second, 1}}, .links = {{}, {.bandwidth = 1}, {.bandwidth = 1}}};
    machine.workers.insert(machine.workers.end(), cpu_workers, {home, 0});
    return machine;
}

class Places : public DataPlaces {
  public:
    [[nodiscard]] State state(DataId data, Node node) const override {
        const bool is_there = node == home ? !away.contains(data) : copies.contains({data, node});
        return is_there ? State::there : State::absent;
    }
    [[nodiscard]] double bytes(DataId data) const override { return data == small ? 1 : 8; }

    std::set<DataId> away;
    std::set<std::pair<DataId, Node>> copies;
};

class WorkAtHomeScene : public testing::Test {
  protected:
    using Uses = std::vector<Use>;

    /// An accelerator takes a second for each task.
    WorkAtHome::Length submit(const Uses& uses, double at_home) { return work_.submitted(uses, at_home, 1); }
    void submit_map(DataId tasks, double at_home) {
        for (DataId task = 0; task < tasks; ++task) {
            submit({updates(task)}, at_home);
        }
    }
    void execute(const Uses& uses, const WorkAtHome::Length& length, Node node) {
        work_.started(uses, length, node);
        work_.finished(uses, length);
    }

    Places places_;
    WorkAtHome work_{machine_of(4), places_};
};

/// Ten data take 40 seconds over two links, and tasks of 8 seconds on four workers 2 each.
TEST_F(WorkAtHomeScene, WhatCpuWorkersEndBeforeTheDataMoveStaysAtHome) {
    submit_map(10, 8);
    EXPECT_TRUE(work_.is_better()) << "20 seconds at home, 40 to move";
    for (int task = 0; task < 9; ++task) {
        submit({updates(0)}, 8);
    }
    EXPECT_TRUE(work_.is_better()) << "38 seconds";
    submit({updates(0)}, 8);
    EXPECT_FALSE(work_.is_better()) << "40 seconds";
}

/// A datum takes 4 seconds over two links, as long as four workers execute a task of 16 seconds.
TEST_F(WorkAtHomeScene, OnlyLightTasksCount) {
    EXPECT_TRUE(submit({updates(0)}, 15).is_light);
    EXPECT_FALSE(submit({updates(1)}, 16).is_light);
    EXPECT_FALSE(submit({writes(2)}, 15).is_light) << "nothing to fetch";
    EXPECT_FALSE(submit({updates(3)}, never).is_light);
    EXPECT_FALSE(work_.submitted(Uses{updates(4)}, 15, never).is_light);
    EXPECT_DOUBLE_EQ(work_.seconds(), 15.0 / 4);
}

TEST(WorkAtHome, WhatMovesInLessThanALatencyMakesNoTaskLight) {
    const Places places;
    for (const double latency : {8.0, 8.1}) {
        MachineView machine = machine_of(4);
        machine.links[first].latency = machine.links[second].latency = latency;
        WorkAtHome work(machine, places);
        EXPECT_EQ(work.submitted(std::vector<Use>{updates(0)}, 1, 1).is_light, latency == 8) << "8 seconds to move";
    }
}

TEST_F(WorkAtHomeScene, HeavyTasksAreNotLeftAtHomeBesideLightOnes) {
    submit_map(10, 1);
    const Uses uses{updates(small)};
    const WorkAtHome::Length heavy = submit(uses, 8);
    EXPECT_TRUE(work_.is_better());
    EXPECT_FALSE(work_.is_better(uses, heavy, 1)) << "2 seconds at home, half a second to move";
}

TEST_F(WorkAtHomeScene, TasksOfUnknownLengthAreNotLight) {
    EXPECT_FALSE(submit({updates(0)}, unknown_seconds).is_light);
    EXPECT_FALSE(work_.submitted(Uses{updates(1)}, 1, unknown_seconds).is_light);
}

TEST_F(WorkAtHomeScene, WhatTasksMakeIsNotToMoveBeforeItIsThere) {
    const Uses maker{reads(0), writes(1)};
    const WorkAtHome::Length length = submit(maker, 4);
    submit({reads(1)}, 12);
    EXPECT_DOUBLE_EQ(work_.seconds(), 1) << "of the maker alone";
    execute(maker, length, home);
    EXPECT_DOUBLE_EQ(work_.seconds(), 3) << "of the reader";
}

/// c = a, b = k c, c = a + b, a = b + k c: the array that moves is a.
TEST_F(WorkAtHomeScene, OverwritersBehindReadersChangeNothing) {
    constexpr DataId a = 0;
    constexpr DataId b = 1;
    constexpr DataId c = 2;
    submit({reads(a), writes(c)}, 4);
    submit({reads(c), writes(b)}, 4);
    submit({reads(a), reads(b), writes(c)}, 4);
    submit({reads(b), reads(c), writes(a)}, 4);
    EXPECT_DOUBLE_EQ(work_.seconds(), 1.5);
    EXPECT_TRUE(work_.is_better());
}

TEST_F(WorkAtHomeScene, WhatAddsToASumDoesNotOverwriteIt) {
    submit({reads(0), adds_to(1)}, 4);
    submit({reads(1)}, 4);
    EXPECT_DOUBLE_EQ(work_.seconds(), 2);
}

TEST_F(WorkAtHomeScene, TasksWhoseDataNeedNotMoveAreNotLeftForOthersSake) {
    submit_map(10, 1);
    places_.copies.insert({20, first});
    const WorkAtHome::Length length = submit({updates(20)}, 1);
    EXPECT_TRUE(work_.is_better());
    EXPECT_FALSE(work_.is_better(Uses{updates(20)}, length, 1));
}

TEST_F(WorkAtHomeScene, AChainIsExecutedByOneWorkerAtATime) {
    submit_map(9, 8);
    const Uses uses{updates(9)};
    const WorkAtHome::Length length = submit(uses, 8);
    EXPECT_TRUE(work_.is_better(uses, length, 4)) << "four tasks of a second there, 32 seconds at home";
    EXPECT_FALSE(work_.is_better(uses, length, 5)) << "40 seconds, as data take to move";
}

TEST_F(WorkAtHomeScene, WhatAnAcceleratorHasDoesNotMove) {
    submit_map(2, 8);
    EXPECT_DOUBLE_EQ(work_.seconds(), 4);
    for (const auto& [data, seconds] : {std::pair<DataId, double>(0, 2), std::pair<DataId, double>(1, 0)}) {
        EXPECT_TRUE(work_.is_better());
        const WorkAtHome::Length length = submit({reads(data)}, 0.5);
        execute({reads(data)}, length, first);
        EXPECT_DOUBLE_EQ(work_.seconds(), seconds);
    }
    EXPECT_FALSE(work_.is_better());
}

TEST_F(WorkAtHomeScene, DataShareTheSecondsOfATask) {
    const WorkAtHome::Length length = submit({reads(0), updates(1), writes(2)}, 8);
    submit({updates(0)}, 1);
    EXPECT_DOUBLE_EQ(work_.seconds(), 2.25);
    execute({reads(0), updates(1), writes(2)}, length, second);
    EXPECT_DOUBLE_EQ(work_.seconds(), 0) << "the accelerator has datum 0, too";
}

TEST_F(WorkAtHomeScene, WhatHomeWritesIsAtNoAcceleratorAnyMore) {
    const WorkAtHome::Length length = submit({updates(0)}, 4);
    submit({updates(0)}, 4);
    submit({updates(0)}, 4);
    execute({updates(0)}, length, first);
    EXPECT_FALSE(work_.is_better());
    execute({updates(0)}, length, home);
    EXPECT_TRUE(work_.is_better()) << "1 second at home, 4 to move";
}

/// The program may have moved data itself since the last task that used them.
TEST_F(WorkAtHomeScene, PlacesSayWhereDataAreThatNoTaskUsed) {
    places_.copies.insert({0, second});
    submit({updates(0)}, 4);
    EXPECT_FALSE(work_.is_better());
    const WorkAtHome::Length length = submit({updates(1)}, 2);
    EXPECT_TRUE(work_.is_better(Uses{updates(1)}, length, 1)) << "2 seconds at home, 4 to move";
    places_.away.insert(1);
    EXPECT_FALSE(work_.is_better(Uses{updates(1)}, length, 1));
}

/// A datum takes 8 seconds over one link, as long as four workers execute 32 seconds of tasks.
TEST_F(WorkAtHomeScene, DataThatAreUsedAgainAndAgainPayForTheirWay) {
    for (int round = 0; round < 4; ++round) {
        const WorkAtHome::Length length = submit({updates(0)}, 8);
        EXPECT_TRUE(work_.is_better()) << round;
        execute({updates(0)}, length, home);
    }
    submit({updates(0)}, 8);
    EXPECT_FALSE(work_.is_better());
}

TEST_F(WorkAtHomeScene, NothingMovesToSlowerAccelerators) {
    for (int round = 0; round < 10; ++round) {
        const WorkAtHome::Length length = work_.submitted(Uses{updates(0)}, 8, 10);
        EXPECT_TRUE(work_.is_better()) << "5 seconds on two accelerators, 2 at home";
        execute({updates(0)}, length, home);
    }
    static_cast<void>(work_.submitted(Uses{updates(0)}, 8, 1));
    EXPECT_FALSE(work_.is_better()) << "half a second on them";
}

TEST_F(WorkAtHomeScene, NewDataBeginAnew) {
    for (DataId round = 0; round < 10; ++round) {
        const WorkAtHome::Length length = submit({updates(round)}, 8);
        EXPECT_TRUE(work_.is_better()) << round;
        execute({updates(round)}, length, home);
    }
}

TEST_F(WorkAtHomeScene, TasksShareWhatOthersUseThatHaveNotEnded) {
    const Uses uses{reads(0), updates(1), reads(0)};
    submit(uses, 1);
    EXPECT_FALSE(work_.shares_data(uses));
    const WorkAtHome::Length length = submit({reads(0), updates(2)}, 1);
    EXPECT_TRUE(work_.shares_data(uses));
    EXPECT_FALSE(work_.shares_data(Uses{writes(0), updates(1)})) << "what it overwrites";
    execute({reads(0), updates(2)}, length, home);
    EXPECT_FALSE(work_.shares_data(uses));
}

TEST_F(WorkAtHomeScene, SmallDataMayBeShared) {
    submit({reads(small), updates(0)}, 1);
    submit({reads(small), updates(1)}, 1);
    EXPECT_FALSE(work_.shares_data(Uses{reads(small), updates(0)})) << "1 byte of 9";
}

TEST_F(WorkAtHomeScene, TasksThatEndElsewhereLeaveNothing) {
    const Uses uses{updates(0), writes(1), reads(0)};
    for (int round = 0; round < 3; ++round) {
        const WorkAtHome::Length length = submit(uses, 4);
        EXPECT_TRUE(work_.is_better());
        work_.finished(uses, length);
        EXPECT_FALSE(work_.is_better());
        EXPECT_EQ(work_.seconds(), 0);
    }
}

TEST(WorkAtHome, NeedsCpuWorkersAndAccelerators) {
    const Places places;
    WorkAtHome without_cpus(machine_of(0), places);
    static_cast<void>(without_cpus.submitted(std::vector<Use>{updates(0)}, never, 1));
    EXPECT_FALSE(without_cpus.is_better());
    WorkAtHome cpus_alone({.workers = {{home, 0}}, .links = {{}}}, places);
    static_cast<void>(cpus_alone.submitted(std::vector<Use>{updates(0)}, 1, never));
    EXPECT_FALSE(cpus_alone.is_better());
}

} // namespace
} // namespace tangram::sched::graph
