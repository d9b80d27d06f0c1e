/// ProgramState: loads, queues and the guard for CPU workers, in scenes by hand.

#include "sched/graph/program_state.hpp"

#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tangram::sched::graph {
namespace {

constexpr Node first = 1;
constexpr Node second = 2;

/// Data 0 to 9 are on the first accelerator, others on the second one; so are the owners of tasks that update them.
class Places : public DataPlaces {
  public:
    [[nodiscard]] State state(DataId data, Node node) const override {
        return node == (data < 10 ? first : second) ? State::there : State::absent;
    }
    [[nodiscard]] double bytes(DataId /*data*/) const override { return 8; }
};

class ProgramStateScene : public testing::Test {
  protected:
    TaskId submit(const std::vector<Use>& uses) { return program_.submitted(uses, seconds_, 0); }

    TaskId make_ready(const std::vector<Use>& uses) {
        const TaskId id = submit(uses);
        program_.ready(id);
        return id;
    }

    Places places_;
    ProgramState program_{
        {.workers = {{home, 0}, {first, 1}, {second, 1}}, .links = {{}, {.bandwidth = 1}, {.bandwidth = 1}}},
        places_,
        {}};
    const Seconds seconds_{10, 1};
};

TEST_F(ProgramStateScene, LoadIsThatOfReadyAndRunningTasks) {
    const TaskId task = submit({updates(0)});
    EXPECT_EQ(program_.load(first), 0);
    program_.ready(task);
    EXPECT_EQ(program_.load(first), 1);
    EXPECT_EQ(program_.queues().size(), 1);
    program_.started(task, second);
    EXPECT_EQ(program_.load(first), 0);
    EXPECT_EQ(program_.load(second), 1) << "stolen";
    EXPECT_EQ(program_.queues().size(), 0);
    program_.finished(task);
    EXPECT_EQ(program_.load(second), 0);
}

TEST_F(ProgramStateScene, HomeHasNoLoad) {
    const TaskId task = make_ready({updates(0)});
    program_.started(task, home);
    EXPECT_EQ(program_.load(first), 0);
    EXPECT_EQ(program_.load(home), 0);
}

TEST_F(ProgramStateScene, TasksMayFinishInAnyState) {
    program_.finished(submit({updates(0)}));
    program_.finished(make_ready({updates(1)}));
    EXPECT_EQ(program_.load(first), 0);
    EXPECT_EQ(program_.queues().size(), 0);
}

TEST_F(ProgramStateScene, HeldTasksAreNotReleased) {
    const TaskId held = make_ready({updates(0)});
    const TaskId other = make_ready({updates(1)});
    program_.hold(held);
    EXPECT_EQ(program_.release(), std::vector{other});
    EXPECT_EQ(program_.queues().size(), 1);
    program_.unhold(held);
    EXPECT_EQ(program_.release(), std::vector{held});
    EXPECT_EQ(program_.queues().size(), 0);
    EXPECT_EQ(program_.load(first), 2) << "somebody executes them";
    program_.finished(held);
    program_.finished(other);
    EXPECT_EQ(program_.load(first), 0);
}

TEST_F(ProgramStateScene, TheLongestChainIsThatOfReadyAndRunningTasks) {
    const TaskId head = make_ready({updates(0)});
    submit({updates(0)});
    submit({updates(0)});
    program_.started(make_ready({updates(1)}), first);
    program_.refresh();
    EXPECT_EQ(program_.longest_chain(), 3);
    program_.started(head, first);
    program_.finished(head);
    EXPECT_EQ(program_.longest_chain(), 1) << "what has begun";
}

/// Ten seconds on a core instead of one are a delay of nine: accelerators need ready work for half of it.
TEST_F(ProgramStateScene, ACpuWorkerDelaysAllIfItsOwnerRunsOutOfWork) {
    const TaskId task = make_ready({updates(0)});
    for (DataId other = 1; other < 4; ++other) {
        make_ready({updates(other)});
    }
    for (DataId other = 11; other < 17; ++other) {
        make_ready({updates(other)});
    }
    for (int waiting = 0; waiting < 100; ++waiting) {
        submit({updates(10)}); // work that is not ready
    }
    EXPECT_TRUE(program_.delays_all(task, 10)) << "4 and 6 seconds of ready work";
    make_ready({updates(4)});
    EXPECT_FALSE(program_.delays_all(task, 10)) << "5 and 6 seconds";
    EXPECT_FALSE(program_.delays_all(task, 1)) << "no delay";
}

/// Delay and bottom level are 10 seconds: as much as 0.8 of 25 seconds of work on two accelerators.
TEST_F(ProgramStateScene, ACpuWorkerDelaysAllIfTheRestEndsBefore) {
    const TaskId task = make_ready({updates(0)});
    for (int other = 0; other < 23; ++other) {
        make_ready({updates(other % 2 == 0 ? 1 + other / 2 % 9 : 10 + other)});
    }
    EXPECT_TRUE(program_.delays_all(task, 10)) << "24 tasks, 0.8 of 12 seconds";
    make_ready({updates(50)});
    make_ready({updates(51)});
    EXPECT_FALSE(program_.delays_all(task, 10)) << "26 tasks";
}

} // namespace
} // namespace tangram::sched::graph
