#include "foreign_program.hpp"

#include <atomic>

namespace tangram::sched::starpu {
namespace {

class Implementations : public ForeignProgram {};

std::atomic<int>& calls_of_second() {
    static std::atomic<int> calls = 0;
    return calls;
}

void second(void** buffers, void* action) {
    ++calls_of_second();
    call(buffers, action);
}

/// The first one that can_execute allows is taken, on either kind of worker.
TEST_F(Implementations, OnesThatCannotExecuteAreNotTaken) {
    starpu_codelet kernels = codelet(true, true);
    kernels.cpu_funcs[1] = second;
    kernels.opencl_funcs[1] = second;
    kernels.can_execute = [](unsigned, starpu_task*, unsigned implementation) {
        return static_cast<int>(implementation == 1);
    };
    calls_of_second() = 0;
    workers_of_tasks(kernels, 200, [](starpu_task*) {});
    EXPECT_EQ(calls_of_second(), 200);
}

/// The CPU has only its second, the OpenCL devices only their first.
TEST_F(Implementations, EachKindOfWorkerHasItsOwn) {
    starpu_codelet kernels = codelet(true, true);
    kernels.cpu_funcs[1] = second;
    kernels.can_execute = [](unsigned worker, starpu_task*, unsigned implementation) {
        const bool is_cpu = starpu_worker_get_type(static_cast<int>(worker)) == STARPU_CPU_WORKER;
        return static_cast<int>(implementation == (is_cpu ? 1 : 0));
    };
    calls_of_second() = 0;
    int on_cpu = 0;
    for (const unsigned worker : workers_of_tasks(kernels, 200, [](starpu_task*) {})) {
        on_cpu += starpu_worker_get_type(static_cast<int>(worker)) == STARPU_CPU_WORKER ? 1 : 0;
    }
    EXPECT_EQ(calls_of_second(), on_cpu);
}

} // namespace
} // namespace tangram::sched::starpu
