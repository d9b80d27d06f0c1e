#include "foreign_program.hpp"

#include <gmock/gmock.h>

#include <string>

namespace tangram::sched::starpu {
namespace {

using testing::AnyOfArray;
using testing::Each;
using testing::Eq;

/// A scheduling context with a policy of ours, besides the program's own.
class Context {
  public:
    Context(std::vector<unsigned> workers, const std::string& policy) {
        std::vector<int> ids(workers.begin(), workers.end());
        id_ = starpu_sched_ctx_create(ids.data(), static_cast<int>(ids.size()), "context",
                                      STARPU_SCHED_CTX_POLICY_STRUCT, starpu_get_sched_lib_policy(policy.c_str()), 0);
    }
    ~Context() { starpu_sched_ctx_delete(id_); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    [[nodiscard]] unsigned id() const { return id_; }
    void add(unsigned worker) {
        int id = static_cast<int>(worker);
        starpu_sched_ctx_add_workers(&id, 1, id_);
    }
    void remove(unsigned worker) {
        int id = static_cast<int>(worker);
        starpu_sched_ctx_remove_workers(&id, 1, id_);
    }

  private:
    unsigned id_;
};

class Contexts : public ForeignProgram {
  protected:
    unsigned cpu_ = workers_of(STARPU_CPU_WORKER).front();
    std::vector<unsigned> opencl_ = workers_of(STARPU_OPENCL_WORKER);
    starpu_codelet both_ = codelet(true, true);
    starpu_codelet cpu_only_ = codelet(true, false);

    /// Executes tasks in the context; the worker of each.
    static std::vector<unsigned> run_in(const Context& context, starpu_codelet& kernels) {
        return workers_of_tasks(kernels, 100, [&](starpu_task* task) { task->sched_ctx = context.id(); });
    }
};

TEST_F(Contexts, KeepToTheirWorkers) {
    const Context first({cpu_, opencl_[0]}, "choice-dyn-10");
    const Context second({opencl_[1], opencl_[2]}, "effective-steal");
    EXPECT_THAT(run_in(first, both_), Each(AnyOfArray({cpu_, opencl_[0]})));
    EXPECT_THAT(run_in(second, both_), Each(AnyOfArray({opencl_[1], opencl_[2]})));
    EXPECT_THAT(run_in(first, cpu_only_), Each(Eq(cpu_)));
}

TEST_F(Contexts, ShareAWorkerWithTheProgramsOwn) {
    const Context context({cpu_}, "static");
    for (int round = 0; round < 20; ++round) {
        Tasks tasks;
        for (int i = 0; i < 50; ++i) {
            starpu_task* task = tasks.create(both_, [] {});
            task->sched_ctx = i % 2 == 0 ? context.id() : 0;
            submit(task);
        }
    }
}

TEST_F(Contexts, WorkersThatComeLaterExecute) {
    Context context({opencl_[0]}, "effective-steal");
    std::vector<unsigned> workers;
    {
        Tasks tasks;
        for (int i = 0; i < 20; ++i) {
            starpu_task* task = tasks.create(
                cpu_only_, [&workers] { workers.push_back(static_cast<unsigned>(starpu_worker_get_id())); });
            task->sched_ctx = context.id();
            submit(task);
        }
        context.add(cpu_);
    }
    EXPECT_EQ(workers.size(), 20U);
    EXPECT_THAT(workers, Each(Eq(cpu_)));
    EXPECT_THAT(run_in(context, both_), Each(AnyOfArray({cpu_, opencl_[0]})));
}

TEST_F(Contexts, WorkersThatLeftAreNotCountedOn) {
    Context context({cpu_, opencl_[0], opencl_[1]}, "effective-steal");
    EXPECT_THAT(run_in(context, both_), Each(AnyOfArray({cpu_, opencl_[0], opencl_[1]})));
    context.remove(cpu_);
    context.remove(opencl_[0]);
    for (int round = 0; round < 20; ++round) {
        EXPECT_THAT(run_in(context, both_), Each(Eq(opencl_[1])));
    }
}

} // namespace
} // namespace tangram::sched::starpu
