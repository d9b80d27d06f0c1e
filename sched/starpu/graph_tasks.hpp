#pragma once

/// A program's tasks under a GraphScheduler: what StarPU's tasks and data are there, and where StarPU has the data.
///
/// Which tasks: those of a codelet that all workers of a kind can execute or none; one worker executes each, parallel
/// ones too. Others - bound to some workers, StarPU's own - go by priority (PriorityTasks).
///
/// A task's sched_data, which StarPU leaves to policies, has its number in the graph.

#include "sched/graph/data_places.hpp"
#include "sched/graph/graph_scheduler.hpp"
#include "sched/graph/moved_bytes.hpp"
#include "sched/graph/program_bounds.hpp"
#include "sched/starpu/graph_report.hpp"
#include "sched/starpu/graph_strategy.hpp"
#include "sched/starpu/task_seconds.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include <starpu.h>

namespace tangram::sched::starpu {

/// Workers that can execute a task that takes so long, and are to be woken for it, one of each group: its owner's, CPU
/// workers, and those that may steal.
std::vector<std::vector<unsigned>> groups_to_wake(const std::vector<graph::Worker>& workers,
                                                  const graph::Seconds& seconds, Node owner);

/// Not thread-safe.
class GraphTasks : private graph::DataPlaces {
  public:
    /// For all workers that there are.
    explicit GraphTasks(const ProgramStrategy& chosen);

    /// The program submits a task. If it is not for a GraphScheduler, it is left alone. One that is submitted
    /// again has ended.
    void submitted(starpu_task* task);

    using Groups = std::vector<std::vector<unsigned>>;

    /// The task is ready. Groups of workers of which one each is to be woken, its owner's first, valid as long as this
    /// object; null if the task was not submitted here, or is not for a GraphScheduler.
    const Groups* ready(starpu_task* task);

    struct Choice {
        starpu_task* task = nullptr;        ///< to be executed
        std::vector<starpu_task*> ahead;    ///< whose data the caller fetches ahead, without a lock held, then
        std::vector<graph::TaskId> numbers; ///< calls prefetched() with these; nobody gets the tasks before
        bool wakes_all = false;             ///< all workers are to be woken
    };
    Choice next(unsigned worker);
    void prefetched(const std::vector<graph::TaskId>& tasks) { scheduler_->prefetched(tasks); }

    /// Whether other workers have the same memory node: what was held for prefetched() may be theirs.
    [[nodiscard]] bool shares_node(unsigned worker) const {
        return workers_[workers_of_machine_[worker].node].size() > 1;
    }

    /// The task has ended, executed by this worker if that is known. Those that were not submitted here are left alone.
    void finished(const starpu_task* task, std::optional<unsigned> worker);

    /// Submitted here and not ended.
    [[nodiscard]] std::size_t unfinished() const { return unfinished_; }

    /// What was found and done.
    [[nodiscard]] GraphReport report() const;

    /// All tasks that wait here, which are then somebody else's, but for those that are held for prefetched().
    std::vector<starpu_task*> release();

  private:
    struct Submitted {
        starpu_task* task = nullptr; ///< null: it has ended
        TaskSeconds::Entry* seconds = nullptr;
        double start = 0; ///< when it was given to a worker, in StarPU's microseconds; 0: not here
    };

    struct Report {
        graph::MovedBytes moved;
        graph::ProgramBounds bounds;
    };

    void read_uses(starpu_task* task);
    [[nodiscard]] std::optional<graph::TaskId> number_of(const starpu_task* task) const;
    void end(graph::TaskId number);
    [[nodiscard]] State state(graph::DataId data, Node node) const override;
    [[nodiscard]] double bytes(graph::DataId data) const override;
    graph::MachineView look_at_machine();
    const Groups& groups_to_wake(const TaskSeconds::Entry& kind, Node owner);
    graph::DataId data_number_of(starpu_data_handle_t handle);

    TaskSeconds seconds_;
    std::vector<unsigned> memory_nodes_; ///< StarPU's, by node
    std::vector<graph::Worker> workers_of_machine_;
    std::vector<std::vector<unsigned>> workers_;                                ///< by node
    std::unordered_map<const TaskSeconds::Entry*, std::vector<Groups>> groups_; ///< to be woken, by a task's owner
    std::unordered_map<starpu_data_handle_t, graph::DataId> numbers_;
    std::vector<starpu_data_handle_t> data_; ///< by number
    std::vector<Submitted> submitted_;       ///< by number
    std::size_t unfinished_ = 0;
    std::vector<graph::Use> uses_; ///< as read_uses() left them
    std::unique_ptr<graph::GraphScheduler> scheduler_;
    std::optional<Report> report_; ///< if the settings ask for one
};

} // namespace tangram::sched::starpu
