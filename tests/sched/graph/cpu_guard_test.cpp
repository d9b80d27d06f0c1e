/// The guard for CPU workers, in scenes by hand.

#include "sched/graph/cpu_guard.hpp"

#include "tests/sched/graph/program_state_scene.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

namespace tangram::sched::graph {
namespace {

using CpuGuardScene = ProgramStateScene;

/// Ten seconds on a core instead of one are a delay of nine: accelerators need ready work for half of it.
TEST_F(CpuGuardScene, ACpuWorkerDelaysAllIfItsOwnerRunsOutOfWork) {
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
    EXPECT_TRUE(delays_all(program_, task, 10)) << "4 and 6 seconds of ready work";
    make_ready({updates(4)});
    EXPECT_FALSE(delays_all(program_, task, 10)) << "5 and 6 seconds";
    EXPECT_FALSE(delays_all(program_, task, 1)) << "no delay";
}

/// Delay and bottom level are 10 seconds: as much as 0.8 of 25 seconds of work on two accelerators.
TEST_F(CpuGuardScene, ACpuWorkerDelaysAllIfTheRestEndsBefore) {
    const TaskId task = make_ready({updates(0)});
    for (DataId other = 0; other < 23; ++other) {
        make_ready({updates(other % 2 == 0 ? 1 + other / 2 % 9 : 10 + other)});
    }
    EXPECT_TRUE(delays_all(program_, task, 10)) << "24 tasks, 0.8 of 12 seconds";
    make_ready({updates(50)});
    make_ready({updates(51)});
    EXPECT_FALSE(delays_all(program_, task, 10)) << "26 tasks";
}

} // namespace
} // namespace tangram::sched::graph
