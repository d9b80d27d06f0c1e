/// What workers do that find no task.

#include "tests/starpu/foreign_program.hpp"

#include <array>
#include <atomic>

#include <sys/syscall.h>
#include <unistd.h>

namespace {

constexpr int most_turns = 10'000'000;

std::array<std::atomic<unsigned>, STARPU_NMAXWORKERS> yields; ///< by worker
std::atomic<bool> is_kept;                                    ///< whoever yields shall not return
std::atomic<bool> is_waiting;                                 ///< somebody does not
std::atomic<bool> is_too_late;                                ///< it did at last

int yield() {
    return static_cast<int>(syscall(SYS_sched_yield));
}

void keep() {
    int turn = 0;
    for (; turn < most_turns && is_kept; ++turn) {
        is_waiting = true;
        yield();
    }
    if (turn == most_turns) {
        is_too_late = true;
    }
}

} // namespace

/// In place of libc's, which the plugin calls.
extern "C" int sched_yield() noexcept {
    if (const int worker = starpu_worker_get_id(); worker >= 0) {
        ++yields[static_cast<std::size_t>(worker)];
        keep();
    }
    return yield();
}

namespace tangram::sched::starpu {
namespace {

using IdleWorkersTest = ForeignProgram;

TEST_F(IdleWorkersTest, LetThreadsRunThatWaitForTheirCoreButForThoseOfDevices) {
    {
        starpu_codelet kernels = codelet(true, true);
        Tasks tasks;
        for (int i = 0; i < 20; ++i) {
            submit(tasks.create(kernels, [] {}));
        }
    }
    for (std::atomic<unsigned>& count : yields) {
        count = 0;
    }
    const unsigned cpu = workers_of(STARPU_CPU_WORKER).front();
    constexpr unsigned often = 100;
    for (int turn = 0; turn < most_turns && yields[cpu] < often; ++turn) {
        yield();
    }
    EXPECT_GE(yields[cpu], often);
    for (const unsigned device : workers_of(STARPU_OPENCL_WORKER)) {
        EXPECT_EQ(yields[device], 0U) << "worker " << device;
    }
}

/// Where many workers share a core nearly all of them give way.
TEST_F(IdleWorkersTest, TakeTasksOfTheirOwnMeanwhile) {
    starpu_codelet kernels = codelet(true, false);
    Tasks tasks;
    starpu_task* const task = tasks.create(kernels, [] {});
    task->execute_on_a_specific_worker = 1;
    task->workerid = workers_of(STARPU_CPU_WORKER).front();
    is_kept = true;
    for (int turn = 0; turn < most_turns && !is_waiting; ++turn) {
        yield();
    }
    EXPECT_TRUE(is_waiting);
    submit(task);
    EXPECT_FALSE(is_too_late) << "the submission waited for the worker";
    is_kept = false;
}

} // namespace
} // namespace tangram::sched::starpu
