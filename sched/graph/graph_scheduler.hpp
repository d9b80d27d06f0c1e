#pragma once

/// What schedules the tasks of any program.
///
///     submitted(task) -> ready(task) -> next(worker) gives it to a worker -> finished(task)
///
/// Its driver calls it, one call at a time: under StarPU sched/starpu/context_tasks.hpp with its lock held, by way of
/// graph_tasks.hpp; in tests a simulator. It asks for nothing but where data are (DataPlaces), waits for nothing, and
/// touches neither StarPU nor threads: what it wants fetched ahead, or woken, it returns to the driver.

#include "sched/base/task.hpp"
#include "sched/graph/machine_view.hpp"
#include "sched/graph/structure.hpp"
#include "sched/graph/task_graph.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace tangram::sched::graph {

class GraphScheduler {
  public:
    GraphScheduler() = default;
    GraphScheduler(const GraphScheduler&) = delete;
    GraphScheduler& operator=(const GraphScheduler&) = delete;
    virtual ~GraphScheduler() = default;

    /// A program submits a task. seconds: positive, at least one of them finite; must outlive the scheduler; the driver
    /// may change the values later, also while tasks are queued. priority: the greater, the earlier among tasks that
    /// are equal otherwise.
    virtual TaskId submitted(std::span<const Use> uses, const Seconds& seconds, int priority) = 0;

    /// Its dependencies are met. Returns the node whose workers are to be woken first; one CPU worker and one of the
    /// other accelerators are to be woken, too.
    virtual Node ready(TaskId id) = 0;

    struct Choice {
        std::optional<TaskId> task; ///< to be executed, nothing if there is nothing for the worker now
        std::vector<TaskId> ahead;  ///< whose data are to be fetched ahead; nobody gets them before prefetched()
        bool wakes_all = false;     ///< ready tasks have changed hands, or may now: workers that sleep are to look
    };

    virtual Choice next(std::size_t worker) = 0;

    /// Data of these tasks are on their way.
    virtual void prefetched(std::span<const TaskId> tasks) = 0;

    /// The task has ended, whether next() chose it or somebody else did.
    virtual void finished(TaskId id) = 0;

    /// All ready tasks but those that wait for prefetched(): they are no longer the scheduler's to choose, but still to
    /// be finished.
    virtual std::vector<TaskId> release() = 0;

    /// Tasks that were given to workers.
    struct Counts {
        std::size_t own = 0;     ///< to an accelerator that owned them
        std::size_t stolen = 0;  ///< to another accelerator
        std::size_t by_cpus = 0; ///< to CPU workers
        std::size_t unowned = 0; ///< to accelerators, by schedulers without owners

        [[nodiscard]] std::size_t all() const { return own + stolen + by_cpus + unowned; }
    };
    [[nodiscard]] virtual Counts counts() const = 0;

    /// What was found in the tasks. Nothing where that does not matter.
    [[nodiscard]] virtual std::vector<Structure> structures() const = 0;

    /// Ready tasks that no worker has.
    [[nodiscard]] virtual std::size_t waiting() const = 0;
};

} // namespace tangram::sched::graph
