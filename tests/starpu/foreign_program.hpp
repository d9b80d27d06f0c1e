#pragma once

/// What tests of programs that are not ours share: StarPU started the way such a
/// program would, by tangram_sched_select, on a node with one CPU worker and three
/// OpenCL devices (tests/CMakeLists.txt sets the environment).

#include "sched/starpu/tangram_sched.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <starpu.h>

namespace tangram::sched::starpu {

/// Each suite starts and ends StarPU once, under STARPU_SCHED, else under nrrp-rounded-effective-steal.
class ForeignProgram : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        static const char* const chosen = std::getenv("STARPU_SCHED"); // taken out of the environment each time
        static const std::string name = chosen != nullptr ? chosen : "nrrp-rounded-effective-steal";
        setenv("STARPU_SCHED", name.c_str(), 1);
        starpu_conf conf{};
        starpu_conf_init(&conf);
        ASSERT_EQ(tangram_sched_select(&conf), 0);
        ASSERT_EQ(starpu_init(&conf), 0);
        ASSERT_EQ(starpu_sched_ctx_get_sched_policy(0)->policy_name, name);
    }
    static void TearDownTestSuite() { starpu_shutdown(); }
};

inline std::vector<unsigned> workers_of(starpu_worker_archtype type) {
    std::vector<unsigned> found;
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        if (starpu_worker_get_type(static_cast<int>(worker)) == type) {
            found.push_back(worker);
        }
    }
    return found;
}

/// The kernel of all codelets here: calls the std::function that the task's cl_arg is.
inline void call(void** /*buffers*/, void* action) {
    (*static_cast<std::function<void()>*>(action))();
}

/// A codelet for tasks without data, with kernels for these kinds of workers.
inline starpu_codelet codelet(bool cpu, bool opencl) {
    starpu_codelet result{};
    if (cpu) {
        result.cpu_funcs[0] = call;
    }
    if (opencl) {
        result.opencl_funcs[0] = call;
    }
    return result;
}

/// Tasks with actions of their own, which live until all are done.
class Tasks {
  public:
    Tasks() = default;
    ~Tasks() { starpu_task_wait_for_all(); }
    Tasks(const Tasks&) = delete;
    Tasks& operator=(const Tasks&) = delete;

    /// To be submitted by submit() or starpu_task_submit.
    starpu_task* create(starpu_codelet& kernels, std::function<void()> action) {
        actions_.push_back(std::make_unique<std::function<void()>>(std::move(action)));
        starpu_task* task = starpu_task_create();
        task->cl = &kernels;
        task->cl_arg = actions_.back().get();
        return task;
    }

  private:
    std::vector<std::unique_ptr<std::function<void()>>> actions_;
};

inline void submit(starpu_task* task) {
    ASSERT_EQ(starpu_task_submit(task), 0);
}

/// Executes `count` tasks made by `prepare` and gives the worker of each.
template <class Prepare>
std::vector<unsigned> workers_of_tasks(starpu_codelet& kernels, std::size_t count, Prepare prepare) {
    std::vector<unsigned> workers(count);
    Tasks tasks;
    for (unsigned& worker : workers) {
        starpu_task* task =
            tasks.create(kernels, [&worker] { worker = static_cast<unsigned>(starpu_worker_get_id()); });
        prepare(task);
        submit(task);
    }
    starpu_task_wait_for_all();
    return workers;
}

} // namespace tangram::sched::starpu
