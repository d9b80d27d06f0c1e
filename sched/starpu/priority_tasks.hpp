#pragma once

/// A scheduling context's tasks that go by priority, shared by its workers: OtherTasks with a lock, and counters that
/// spare it.

#include "sched/starpu/mutex.hpp"
#include "sched/starpu/other_tasks.hpp"

#include <atomic>
#include <vector>

#include <starpu.h>

namespace tangram::sched::starpu {

/// Other tasks of a higher priority go before the tiles of a product.
inline constexpr int tile_priority = STARPU_DEFAULT_PRIO;

class PriorityTasks {
  public:
    explicit PriorityTasks(unsigned context) : context_(context) {}

    /// The task is ready. The context's workers that can execute it, of which one is to be woken, without a lock held.
    std::vector<unsigned> push(starpu_task* task);

    /// The task of this priority or a higher one that the worker shall execute, nothing if there is none for it.
    starpu_task* pop(unsigned worker, int lowest_priority);

    [[nodiscard]] int waiting() const { return waiting_; }
    [[nodiscard]] bool has_urgent() const { return urgent_.load() > 0; } ///< more urgent than tiles

  private:
    void count(const starpu_task& task, int change);
    [[nodiscard]] std::vector<unsigned> members(starpu_task* task) const;

    unsigned context_;
    RelaxedMutex mutex_; ///< guards tasks_, and members()
    OtherTasks tasks_;
    std::atomic<int> waiting_ = 0; ///< in tasks_
    std::atomic<int> urgent_ = 0;  ///< of these
};

} // namespace tangram::sched::starpu
