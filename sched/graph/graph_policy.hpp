#pragma once

/// Schedules the tasks of any program: who executes what, and when, for little time and little traffic.
///
///     submitted(task) -> TaskGraph: what hangs on it; Owners: the structure of its data
///     ready(task)     -> an owner: by the structure, else the accelerator that ends the task first
///     next(worker)    -> accelerators: own tasks, the most urgent whose data have arrived; then thefts
///                        CPU workers: what only they can execute; home's share; thefts of what they are best at
///     finished(task)
///
/// Accelerators own the tiles, as a tile that stays is not moved. Home, where CPU workers are, has a share of products
/// only: CPU workers are too slow to own a part of what shrinks (the rest of a factorisation), and steal there. What a
/// theft by a CPU worker may cost is bounded by the work that accelerators have left (delays_all).
///
/// Decisions take O(log tasks), amortised: each looks at a few tasks at the ends of ordered sets, and at the nodes; now
/// and then bottom levels are made anew, and ready tasks sorted by them.
///
/// Not thread-safe. Without StarPU: sched/starpu/graph_tasks.hpp drives it there, tests do so with a simulator.

#include "sched/graph/machine_view.hpp"
#include "sched/graph/owners.hpp"
#include "sched/graph/ready_queues.hpp"
#include "sched/graph/task_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tangram::sched::graph {

class GraphPolicy {
  public:
    /// places must outlive the policy.
    GraphPolicy(MachineView machine, const DataPlaces& places);

    /// A program submits a task. seconds: positive, at least one of them finite; must outlive the policy, and may be
    /// corrected meanwhile. priority: the greater, the earlier among tasks on which equally much hangs.
    TaskId submitted(std::span<const Use> uses, const Seconds& seconds, int priority);

    /// Its dependencies are met. Returns its owner, whose workers are to be woken first; one of each other kind that
    /// can execute it is to be woken, too.
    Node ready(TaskId id);

    struct Choice {
        std::optional<TaskId> task;  ///< to be executed, nothing if there is nothing for the worker now
        std::vector<TaskId> ahead;   ///< whose data are to be fetched ahead; nobody gets them before prefetched()
        bool has_new_owners = false; ///< ready tasks have changed hands: workers that sleep are to look again
    };

    Choice next(std::size_t worker);

    /// Data of these tasks are on their way.
    void prefetched(std::span<const TaskId> tasks);

    /// The task has ended, whether next() chose it or somebody else did.
    void finished(TaskId id);

    /// All ready tasks but those that wait for prefetched(): they are no longer this policy's to choose, but still to
    /// be finished.
    std::vector<TaskId> release();

    [[nodiscard]] bool is_for_cpus_alone(TaskId id) const { return tasks_[id].shared_seconds == 0; }

    /// Tasks that were given to workers: to those of their owner, to accelerators that stole them, to CPU workers.
    struct Counts {
        std::size_t own = 0;
        std::size_t stolen = 0;
        std::size_t by_cpus = 0;
    };
    [[nodiscard]] const Counts& counts() const { return counts_; }
    [[nodiscard]] std::string structure() const;

    /// Ready tasks.
    [[nodiscard]] std::size_t waiting() const { return queues_.size(); }

  private:
    enum class Phase : std::uint8_t { submitted, ready, running };

    struct Task {
        const Seconds* seconds = nullptr;
        double shared_seconds = 0; ///< on all accelerators together, 0 if none can execute it
        Phase phase = Phase::submitted;
        bool is_prefetched = false;
        bool is_held = false;            ///< until its prefetch was made
        bool has_owner = false;          ///< by the structure; others are any accelerator's that is free
        Node node = home;                ///< its owner; when it runs, where
        double load = 0;                 ///< seconds there, 0 at home
        std::optional<double> cpu_ratio; ///< as its queues know it: models learn meanwhile
        int priority = 0;
        ReadyTask entry;
    };

    [[nodiscard]] double seconds_on(TaskId task, Node node) const { return (*tasks_[task].seconds)[kind_of_[node]]; }
    [[nodiscard]] double seconds_on_cpu(TaskId task) const { return cpu_workers_ > 0 ? seconds_on(task, home) : never; }
    [[nodiscard]] double fetch_seconds(TaskId task, Node node) const;
    [[nodiscard]] std::size_t tiles_to_come(TaskId task, Node node) const;

    void find_owner(TaskId id);
    [[nodiscard]] Node owner_of(TaskId id, const std::optional<Node>& by_structure) const;
    [[nodiscard]] Node first_to_finish(TaskId task) const;
    [[nodiscard]] double least_load() const; ///< of an accelerator

    [[nodiscard]] std::optional<double> cpu_ratio(TaskId task) const;
    [[nodiscard]] std::size_t home_share() const { return machine_.nodes(); }
    [[nodiscard]] std::size_t queue_of(TaskId id) const;
    void enqueue(TaskId id);
    void dequeue(TaskId id);
    void set_load(TaskId id, Node node);
    bool refresh();
    void count_level(double bottom_level);
    void discount_level(double bottom_level);
    void set_level(TaskId id);
    [[nodiscard]] double longest_chain() const { return bottom_levels_.rbegin()->first; } ///< that has begun

    [[nodiscard]] bool delays_all(TaskId id, double seconds) const;
    [[nodiscard]] bool is_left_to_cpus(TaskId id, Node node) const;
    Choice next_own(Node node);
    std::vector<TaskId> hold_for_prefetch(std::span<const TaskId> waiting, std::optional<TaskId> chosen, Node node);
    [[nodiscard]] std::optional<TaskId> next_stolen(Node thief) const;
    [[nodiscard]] std::optional<TaskId> next_for_cpu() const;
    [[nodiscard]] std::optional<TaskId> next_of_share() const;
    [[nodiscard]] bool is_for_accelerators_now(TaskId id) const;
    [[nodiscard]] std::optional<TaskId> next_from_home(Node thief) const;

    MachineView machine_;
    const DataPlaces& places_;
    std::vector<Node> accelerators_;
    std::vector<WorkerKind> kind_of_; ///< by node
    std::size_t cpu_workers_;

    TaskGraph graph_;
    std::vector<Task> tasks_;
    Owners owners_;

    ReadyQueues queues_; ///< by node, at home what CPU workers alone can execute; and home_share()
    Counts counts_;
    bool has_news_ = false; ///< since next() was asked last: vain questions must not cost new bottom levels
    std::uint64_t numbers_ = 0;
    std::vector<double> load_;                    ///< seconds of ready and running tasks, by node
    std::map<double, std::size_t> bottom_levels_; ///< of ready and running tasks, with how many have them
    double shared_work_ = 0;                      ///< shared_seconds of all tasks that have not ended
};

} // namespace tangram::sched::graph
