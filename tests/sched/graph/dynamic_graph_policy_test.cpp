/// DynamicGraphPolicy: scenes by hand, and random programs.

#include "sched/graph/dynamic_graph_policy.hpp"

#include "base/dice.hpp"
#include "tests/sched/graph/random_program.hpp"
#include "tests/sched/graph/simulated_program.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tangram::sched::graph {
namespace {

TEST(DynamicGraphPolicyRandom, AnyProgramIsExecutedOnceAndInOrder) {
    constexpr std::uint64_t first_seed = 20261100;
    constexpr std::uint64_t graphs = 120;
    constexpr std::size_t kinds = 4;
    std::printf("seeds from %llu\n", static_cast<unsigned long long>(first_seed));
    for (std::uint64_t seed = first_seed; seed < first_seed + graphs && !HasFailure(); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Dice dice(seed);
        const MachineView machine = random_machine(dice, kinds);
        const Program program = random_program(dice, machine, kinds, seed % 10 == 0);
        const auto choices = seed % 3 == 0 ? std::nullopt : std::optional<std::size_t>(seed % 3 == 1 ? 1 : 10);
        check(program, machine, schedule<DynamicGraphPolicy>(program, machine, choices, seed % 4));
    }
}

/// All that is computed stays where it was.
class AllAtHomeButOne : public DataPlaces {
  public:
    [[nodiscard]] State state(DataId data, Node node) const override {
        return node == home || (data == on_gpu && node == 1) ? State::there : State::absent;
    }
    [[nodiscard]] double bytes(DataId /*data*/) const override { return 1; }
    static constexpr DataId on_gpu = 5;
};

/// One CPU worker at home (0), one GPU (1).
class DynamicScene : public testing::Test {
  protected:
    static constexpr std::size_t cpu = 0;
    static constexpr std::size_t gpu = 1;

    DynamicGraphPolicy policy(std::optional<std::size_t> choices, std::size_t window = 0) {
        return DynamicGraphPolicy({.workers = {{home, 0}, {1, 1}}, .links = {{}, {.bandwidth = 1e9}}}, places_, choices,
                                  window);
    }
    /// Ready at once.
    TaskId add(DynamicGraphPolicy& policy, DataId read, const Seconds& seconds, int priority = 0) {
        const TaskId task = policy.submitted(std::vector{reads(read)}, seconds, priority);
        policy.ready(task);
        return task;
    }

    const Seconds anywhere_{1, 1};
    const Seconds on_gpu_only_{never, 1};
    AllAtHomeButOne places_;
};

TEST_F(DynamicScene, FirstDynTakesWhatBecameReadyFirst) {
    DynamicGraphPolicy first = policy(1);
    const TaskId one = add(first, 0, anywhere_);
    add(first, AllAtHomeButOne::on_gpu, anywhere_);
    EXPECT_EQ(first.next(gpu).task, one);
}

TEST_F(DynamicScene, ChoiceDynTakesTheCheapestOfAsManyAsItSays) {
    DynamicGraphPolicy two = policy(2);
    add(two, 0, anywhere_);
    const TaskId cheap = add(two, AllAtHomeButOne::on_gpu, anywhere_);
    EXPECT_EQ(two.next(gpu).task, cheap);
    DynamicGraphPolicy also_two = policy(2);
    const TaskId first = add(also_two, 0, anywhere_);
    add(also_two, 1, anywhere_);
    add(also_two, AllAtHomeButOne::on_gpu, anywhere_);
    EXPECT_EQ(also_two.next(gpu).task, first) << "the third is not looked at";
}

TEST_F(DynamicScene, EffectiveDynTakesTheCheapestOfAll) {
    DynamicGraphPolicy all = policy(std::nullopt);
    for (DataId data = 0; data < 5; ++data) {
        add(all, data, anywhere_);
    }
    const TaskId cheap = add(all, AllAtHomeButOne::on_gpu, anywhere_);
    EXPECT_EQ(all.next(gpu).task, cheap);
}

TEST_F(DynamicScene, PrioritiesComeFirst) {
    DynamicGraphPolicy first = policy(1);
    add(first, 0, anywhere_);
    const TaskId urgent = add(first, 0, anywhere_, 1);
    EXPECT_EQ(first.next(cpu).task, urgent);
}

TEST_F(DynamicScene, WhatAWorkerCannotExecuteDoesNotCountAmongTheFirst) {
    DynamicGraphPolicy first = policy(1);
    const TaskId for_gpu = add(first, 0, on_gpu_only_);
    const TaskId other = add(first, 0, anywhere_);
    EXPECT_EQ(first.next(cpu).task, other);
    EXPECT_EQ(first.next(cpu).task, std::nullopt);
    EXPECT_EQ(first.next(gpu).task, for_gpu);
}

TEST_F(DynamicScene, AGpuHoldsTasksInAdvanceAndACpuWorkerDoesNot) {
    DynamicGraphPolicy window = policy(1, 2);
    std::vector<TaskId> tasks;
    for (DataId data = 0; data < 6; ++data) {
        tasks.push_back(add(window, data, anywhere_));
    }
    const GraphScheduler::Choice choice = window.next(gpu);
    EXPECT_EQ(choice.task, tasks[0]);
    EXPECT_EQ(choice.ahead, (std::vector{tasks[1], tasks[2]}));
    window.prefetched(choice.ahead);
    const GraphScheduler::Choice of_cpu = window.next(cpu);
    EXPECT_EQ(of_cpu.task, tasks[3]);
    EXPECT_TRUE(of_cpu.ahead.empty());
    EXPECT_EQ(window.next(gpu).task, tasks[1]) << "its own";
    EXPECT_EQ(window.waiting(), 3) << "two of them held";
    window.prefetched(std::vector{tasks[4]});
    const std::vector<TaskId> released = window.release();
    EXPECT_EQ(std::set<TaskId>(released.begin(), released.end()), (std::set{tasks[2], tasks[4], tasks[5]}));
    EXPECT_EQ(window.waiting(), 0);
}

} // namespace
} // namespace tangram::sched::graph
