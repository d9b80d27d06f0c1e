#pragma once

/// The tasks of a scheduling context that are not tiles of a product, shared by its workers, which may come and go, or
/// lead child contexts.
///
/// A program's tasks go by a GraphScheduler as long as the context has all workers, if that is wanted; all others, and
/// all tasks once a worker has left, by priority (PriorityTasks).

#include "sched/starpu/graph_tasks.hpp"
#include "sched/starpu/idle_workers.hpp"
#include "sched/starpu/mutex.hpp"
#include "sched/starpu/priority_tasks.hpp"

#include <atomic>
#include <cstddef>
#include <optional>
#include <vector>

#include <starpu.h>

namespace tangram::sched::starpu {

class ContextTasks {
  public:
    /// chosen: what schedules the program's tasks, but for those that go by priority; nothing: all do.
    ContextTasks(unsigned context, std::optional<ProgramStrategy> chosen);

    ContextTasks(const ContextTasks&) = delete;
    ContextTasks& operator=(const ContextTasks&) = delete;

    /// Says what was found and done, as the settings want it: on stderr, and in a file.
    ~ContextTasks();

    /// The program submits a task. may_be_of_graph: false if it may belong to a product.
    void submitted(starpu_task* task, bool may_be_of_graph);

    /// The task is ready: wakes workers for it.
    void push(starpu_task* task, IdleWorkers& workers);

    /// The task of this priority or a higher one that the worker shall execute, nothing if there is none for it, or if
    /// it went to a child context that the worker leads.
    starpu_task* pop(unsigned worker, int lowest_priority);

    void finished(starpu_task* task);

    /// Whether tasks have changed hands since this was asked last - they go by priority now, or have new owners, or
    /// are held no more - whose workers nobody has woken yet: then all are to be.
    bool has_moved_tasks() { return has_moved_tasks_.exchange(false); }

    [[nodiscard]] int waiting() const { return by_priority_.waiting() + waiting_in_graph_; }
    [[nodiscard]] bool has_urgent() const { return by_priority_.has_urgent(); } ///< more urgent than tiles

  private:
    void report() const;
    void give_up_graph_without_workers();
    void release_graph();
    starpu_task* pop_of_graph(unsigned worker);
    GraphTasks::Choice choose(unsigned worker);
    bool hand_to_child_context(unsigned worker, starpu_task* task);

    unsigned context_;
    PriorityTasks by_priority_;
    std::optional<ProgramStrategy> chosen_;
    std::atomic<bool> finds_graphs_;  ///< tasks may go by a GraphScheduler; changed with the mutex held
    RelaxedMutex mutex_;              ///< guards graph_
    std::optional<GraphTasks> graph_; ///< made with the first task
    std::atomic<std::size_t> unfinished_in_graph_ = 0; ///< submitted there
    std::atomic<int> waiting_in_graph_ = 0;            ///< of these, ready and not given to a worker
    std::atomic<bool> has_moved_tasks_ = false;
};

} // namespace tangram::sched::starpu
