#pragma once

/// Records who executed what, and when, as tasks end. Each task that is watched writes to a place
/// of its own, so that workers never wait for each other.

#include "apps/gemm/product/timeline.hpp"
#include "apps/gemm/support/progress.hpp"
#include "sched/base/task.hpp"

#include <deque>
#include <functional>
#include <mutex>
#include <utility>

#include <starpu.h>

namespace tangram::apps {

/// Must outlive the tasks that it watches. They are watched by one thread.
class Executions {
  public:
    /// progress, if given, is told about each product's end as well.
    explicit Executions(Progress* progress) : progress_(progress) {}
    Executions(const Executions&) = delete;
    Executions& operator=(const Executions&) = delete;
    ~Executions() = default;

    /// Who is told, from now on, of each watched product that ends: on the thread of its worker, times in StarPU's
    /// microseconds.
    void tell(std::function<void(const TaskRun& run)> product_ended) { product_ended_ = std::move(product_ended); }

    /// Has the task, not yet submitted, recorded as `what` when it ends. is_full: see TaskRun.
    void watch(starpu_task* task, const sched::Task& what, bool is_full = false);

    /// Called by the callback of a task that nobody could watch, as StarPU itself submitted it.
    void record(const sched::Task& what);

    /// All tasks, when they have ended; `origin` is starpu_timing_now() at time 0.
    [[nodiscard]] Timeline timeline(double origin) const;

  private:
    struct Record {
        const Executions* all = nullptr;
        TaskRun run; ///< times in StarPU's microseconds
    };

    static void task_done(void* argument); ///< a Record
    void tell_of(const TaskRun& run) const;

    Progress* progress_;
    std::function<void(const TaskRun& run)> product_ended_;
    std::deque<Record> records_; ///< grows without moving what tasks point to
    std::mutex mutex_;
    Timeline others_; ///< not watched; times as in records_
};

} // namespace tangram::apps
