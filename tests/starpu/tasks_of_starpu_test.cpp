/// Tasks that StarPU submits itself, beside a program's: reductions, copies, what is executed on each worker. It does
/// not tell a policy when they end.
#include "foreign_program.hpp"

#include <cstdint>

namespace tangram::sched::starpu {
namespace {

class TasksOfStarpu : public ForeignProgram {
  protected:
    static void zero(void** buffers, void* /*argument*/) {
        *reinterpret_cast<int*>(STARPU_VARIABLE_GET_PTR(buffers[0])) = 0;
    }
    static void add(void** buffers, void* /*argument*/) {
        *reinterpret_cast<int*>(STARPU_VARIABLE_GET_PTR(buffers[0])) +=
            *reinterpret_cast<int*>(STARPU_VARIABLE_GET_PTR(buffers[1]));
    }
    static void increment(void** buffers, void* /*argument*/) {
        ++*reinterpret_cast<int*>(STARPU_VARIABLE_GET_PTR(buffers[0]));
    }
    static void nothing(void* /*argument*/) {}

    static starpu_data_handle_t variable(int& value) {
        starpu_data_handle_t handle = nullptr;
        starpu_variable_data_register(&handle, STARPU_MAIN_RAM, reinterpret_cast<std::uintptr_t>(&value), sizeof value);
        return handle;
    }

    static starpu_codelet on_cpus(starpu_cpu_func_t function, int buffers) {
        starpu_codelet kernels{};
        kernels.cpu_funcs[0] = function;
        kernels.nbuffers = buffers;
        return kernels;
    }
};

TEST_F(TasksOfStarpu, EndBesideTheProgramsOwn) {
    starpu_codelet zeroes = on_cpus(zero, 1);
    zeroes.modes[0] = STARPU_W;
    starpu_codelet adds = on_cpus(add, 2);
    adds.modes[0] = STARPU_RW;
    adds.modes[1] = STARPU_R;
    starpu_codelet increments = on_cpus(increment, STARPU_VARIABLE_NBUFFERS);
    int sum = 5;
    int copy = 0;
    const starpu_data_handle_t summed = variable(sum);
    const starpu_data_handle_t copied = variable(copy);
    starpu_data_set_reduction_methods(summed, &adds, &zeroes);
    constexpr int rounds = 30;
    for (int round = 0; round < rounds; ++round) {
        for (const starpu_data_access_mode mode : {STARPU_REDUX, STARPU_REDUX, STARPU_REDUX, STARPU_RW}) {
            starpu_task* task = starpu_task_create();
            task->cl = &increments;
            task->nbuffers = 1;
            task->handles[0] = summed;
            task->modes[0] = mode;
            submit(task);
        }
        starpu_data_cpy(copied, summed, 1, nullptr, nullptr);
        starpu_execute_on_each_worker(nothing, nullptr, STARPU_CPU);
    }
    starpu_task_wait_for_all();
    starpu_data_unregister(summed);
    starpu_data_unregister(copied);
    EXPECT_EQ(sum, 5 + 4 * rounds);
    EXPECT_EQ(copy, sum);
}

} // namespace
} // namespace tangram::sched::starpu
