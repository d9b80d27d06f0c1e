/// ProgramState: loads and queues, in scenes by hand.

#include "sched/graph/program_state.hpp"

#include "tests/sched/graph/program_state_scene.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tangram::sched::graph {
namespace {

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

} // namespace
} // namespace tangram::sched::graph
