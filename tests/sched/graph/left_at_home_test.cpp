/// Tasks that are left to CPU workers (WorkAtHome), and who takes them: scenes by hand. Four CPU workers, and two
/// accelerators to which a datum takes 8 seconds. A task takes a core 2 seconds, an accelerator 0.1.

#include "sched/graph/graph_policy.hpp"
#include "sched/graph/program_state.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <vector>

namespace tangram::sched::graph {
namespace {

constexpr std::size_t cpu_worker = 0;
constexpr std::size_t gpu_worker = 4;

MachineView machine() {
    return {.workers = {{home, 0}, {home, 0}, {home, 0}, {home, 0}, {1, 1}, {2, 1}},
            .links = {{}, {.bandwidth = 1}, {.bandwidth = 1}}};
}

/// Data are at home, or at the first accelerator alone.
class HomeOrGpu : public DataPlaces {
  public:
    [[nodiscard]] State state(DataId data, Node node) const override {
        const bool is_there = away.contains(data) ? node == 1 : node == home;
        return is_there ? State::there : State::absent;
    }
    [[nodiscard]] double bytes(DataId /*data*/) const override { return 8; }

    std::set<DataId> away;
};

class LeftAtHome : public testing::Test {
  protected:
    TaskId make_ready(const std::vector<Use>& uses) {
        const TaskId id = program_.submitted(uses, seconds_, 0);
        program_.ready(id);
        return id;
    }
    [[nodiscard]] bool is_left(TaskId id) const { return program_.task(id).is_left_at_home; }
    [[nodiscard]] std::size_t left() const { return program_.queues().of_owner(program_.left_at_home()).size(); }

    HomeOrGpu places_;
    ProgramState program_{machine(), places_, {.leaves_unclaimed = true, .leaves_at_home = true}};
    const Seconds seconds_{2, 0.1};
};

TEST_F(LeftAtHome, LightTasksAre) {
    for (DataId data = 0; data < 10; ++data) {
        EXPECT_TRUE(is_left(make_ready({updates(data)}))) << data;
    }
    EXPECT_EQ(left(), 10);
    EXPECT_DOUBLE_EQ(program_.seconds_at_home(), 5);
}

TEST_F(LeftAtHome, NothingIsWithoutTheRule) {
    ProgramState program(machine(), places_, {});
    const TaskId id = program.submitted(std::vector{updates(0)}, seconds_, 0);
    program.ready(id);
    EXPECT_FALSE(program.task(id).is_left_at_home);
}

TEST_F(LeftAtHome, WhatAnAcceleratorHasIsNot) {
    places_.away.insert(0);
    EXPECT_FALSE(is_left(make_ready({updates(0)})));
    EXPECT_TRUE(is_left(make_ready({updates(1)})));
}

TEST_F(LeftAtHome, TasksThatShareDataAreNotWithoutAnOwner) {
    program_.submitted(std::vector{reads(0), updates(1)}, seconds_, 0);
    EXPECT_FALSE(is_left(make_ready({reads(0), updates(2)})));
    EXPECT_FALSE(program_.task(make_ready({reads(0), updates(3)})).has_owner);
}

/// Ten data move in 40 seconds. 100 tasks more on them take 50 on CPU workers.
TEST_F(LeftAtHome, TheyGetOwnersWhenMovingPays) {
    std::vector<TaskId> tasks;
    for (DataId data = 0; data < 10; ++data) {
        tasks.push_back(make_ready({updates(data)}));
    }
    EXPECT_FALSE(program_.refresh());
    for (int round = 0; round < 10; ++round) {
        for (DataId data = 0; data < 10; ++data) {
            program_.submitted(std::vector{updates(data)}, seconds_, 0);
        }
    }
    program_.ready(program_.submitted(std::vector{updates(10)}, seconds_, 0)); // something is new
    EXPECT_TRUE(program_.refresh());
    EXPECT_EQ(left(), 0);
    for (const TaskId id : tasks) {
        EXPECT_FALSE(is_left(id));
        EXPECT_NE(program_.task(id).node, home);
    }
}

/// 16.1 seconds until an accelerator has fetched a datum over a bus that the other one uses, too, and executed a task.
TEST_F(LeftAtHome, AcceleratorsTakeWhatTheyEndBeforeCpuWorkersHaveEndedAll) {
    GraphPolicy policy(machine(), places_);
    const auto take = [&](std::size_t worker) { return policy.next(worker).task; };
    for (DataId data = 0; data < 34; ++data) {
        policy.ready(policy.submitted(std::vector{updates(data)}, seconds_, 0));
    }
    policy.finished(take(cpu_worker).value()); // the program has submitted all
    EXPECT_TRUE(take(gpu_worker)) << "33 tasks, 16.5 seconds";
    EXPECT_FALSE(take(gpu_worker)) << "32 tasks, 16 seconds";
    EXPECT_TRUE(take(cpu_worker));
}

} // namespace
} // namespace tangram::sched::graph
