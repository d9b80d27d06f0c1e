/// What workers do that find no task.

#include "tests/starpu/foreign_program.hpp"

#include <array>
#include <atomic>

#include <sys/syscall.h>
#include <unistd.h>

namespace {

std::array<std::atomic<unsigned>, STARPU_NMAXWORKERS> yields; ///< by worker
std::atomic<unsigned> unrelaxed_yields;                       ///< of any worker

} // namespace

/// In place of libc's, which the plugin calls.
extern "C" int sched_yield() noexcept {
    if (const int worker = starpu_worker_get_id(); worker >= 0) {
        ++yields[static_cast<std::size_t>(worker)];
        unrelaxed_yields += starpu_worker_get_relax_state() == 0 ? 1 : 0;
    }
    return static_cast<int>(syscall(SYS_sched_yield));
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
    constexpr int most_turns = 10'000'000;
    constexpr unsigned often = 100;
    for (int turn = 0; turn < most_turns && yields[cpu] < often; ++turn) {
        sched_yield();
    }
    EXPECT_GE(yields[cpu], often);
    for (const unsigned device : workers_of(STARPU_OPENCL_WORKER)) {
        EXPECT_EQ(yields[device], 0U) << "worker " << device;
    }
    // Whoever gives a worker a task of its own waits until it is relaxed.
    EXPECT_EQ(unrelaxed_yields, 0U);
}

} // namespace
} // namespace tangram::sched::starpu
