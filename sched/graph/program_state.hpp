#pragma once

/// A program's tasks as they stand: what hangs on each, who owns the ready ones, how urgent they are, and how much work
/// each node has. GraphPolicy and Thefts choose by it.
///
///     submitted(task) -> TaskGraph: what hangs on it; Owners: the structure of its data
///     ready(task)     -> in its owner's queue, by urgency; or unclaimed
///     started(task)   -> in no queue; it counts for the load of the node that executes it
///     finished(task)  -> its load, and its part of the work that is left, are taken off
///
/// TaskMapping chooses owners, unless WorkAtHome leaves tasks to CPU workers. Bottom levels are made anew now and then
/// (refresh), and ready tasks sorted by them.

#include "sched/graph/data_places.hpp"
#include "sched/graph/machine_view.hpp"
#include "sched/graph/missing_data.hpp"
#include "sched/graph/owners.hpp"
#include "sched/graph/ready_queues.hpp"
#include "sched/graph/task_graph.hpp"
#include "sched/graph/task_mapping.hpp"
#include "sched/graph/work_at_home.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tangram::sched::graph {

class ProgramState {
  public:
    struct Rules {
        const AllocationKind* zones = &automatic_zones(); ///< of products
        bool has_thieves = true;       ///< idle nodes steal: the choice of owners need not balance the load
        bool sorts_for_cpus = true;    ///< queues sort tasks also by how well they suit CPU workers
        bool leaves_unclaimed = false; ///< in programs of little structure, what has no owner by it
        bool leaves_at_home = false;   ///< what CPU workers end before accelerators have the data (WorkAtHome)
    };

    /// places must outlive the state.
    ProgramState(MachineView machine, const DataPlaces& places, const Rules& rules);

    enum class Phase : std::uint8_t { submitted, ready, running };

    /// One that has been submitted.
    struct Task {
        const Seconds* seconds = nullptr;
        double shared_seconds = 0; ///< if all accelerators shared it: 1 / sum of 1 / seconds; 0 if none can
        Phase phase = Phase::submitted;
        bool is_prefetched = false;
        bool is_held = false;               ///< until its prefetch was made
        bool is_claimed = false;            ///< was unclaimed
        bool is_left_at_home = false;       ///< by WorkAtHome
        bool has_owner = false;             ///< by the structure; others are any accelerator's that is free
        std::optional<std::uint32_t> shell; ///< of a plain product, which grows as a cube
        Node node = home;                   ///< its owner, or unclaimed(); when it runs, where
        double load = 0;                    ///< seconds there, 0 at home
        std::optional<double> cpu_ratio;    ///< that it was queued with: models may say something else meanwhile
        int priority = 0;
        WorkAtHome::Length length; ///< as it was submitted
        ReadyTask entry;
    };

    /// As GraphScheduler::submitted.
    TaskId submitted(std::span<const Use> uses, const Seconds& seconds, int priority);
    /// Its dependencies are met: it gets an owner, and comes into the owner's queue; or it is unclaimed.
    void ready(TaskId id);
    /// A ready task was given to a worker of this node.
    void started(TaskId id, Node node);
    /// The task has ended, wherever it was executed, and whether or not it was ready before.
    void finished(TaskId id);

    /// The data of a ready task are to be fetched ahead: nobody gets it before unhold(), and afterwards neither CPU
    /// workers nor balancers steal it.
    void hold(TaskId id);
    /// Its data are on their way.
    void unhold(TaskId id);

    /// Unclaimed tasks that the node can execute, those that it lacks fewest bytes for first; of several, those of
    /// greatest priority, then those that became ready first. Looks where the first one's data are, as
    /// MissingData::check_cheapest does.
    [[nodiscard]] const MissingData::Costs& unclaimed_of(Node node);
    /// The accelerator that lacks fewest bytes for an unclaimed task. O(accelerators).
    [[nodiscard]] Node lacking_least(TaskId id) const { return missing_.node_lacking_least(id); }
    /// An accelerator becomes the owner of an unclaimed task. O(nodes log tasks).
    void claim(TaskId id, Node node);

    /// Takes all ready tasks but those that are held from their queues: others execute them.
    std::vector<TaskId> release();

    /// New bottom levels change the order of ready tasks; new zones, or products that are plain no more, also their
    /// owners; and tasks submitted later may end that others are left at home. Whether tasks may have other owners.
    bool refresh();

    [[nodiscard]] const Task& task(TaskId id) const { return tasks_[id]; }
    [[nodiscard]] std::span<const Use> uses(TaskId id) const { return graph_.uses(id); }
    [[nodiscard]] const MachineView& machine() const { return machine_; }
    [[nodiscard]] const std::vector<Node>& accelerators() const { return accelerators_; }
    [[nodiscard]] const Owners& owners() const { return owners_; }

    /// Ready tasks by owner; the queue of home has what only CPU workers can execute.
    [[nodiscard]] const ReadyQueues& queues() const { return queues_; }

    /// The queue of tasks that home owns though accelerators can execute them.
    [[nodiscard]] std::size_t home_share() const { return machine_.nodes(); }

    /// Stands for the owner of unclaimed tasks, ready ones that wait for whoever claims them (Claims), and for their
    /// queue.
    [[nodiscard]] Node unclaimed() const { return home_share() + 1; }

    /// The queue of tasks that are left to CPU workers (WorkAtHome).
    [[nodiscard]] std::size_t left_at_home() const { return unclaimed() + 1; }

    /// Seconds of tasks that the node owns and are ready, or that it executes; 0 at home. Of unclaimed tasks, each on
    /// the accelerator that is fastest for it.
    [[nodiscard]] double load(Node node) const { return load_[node]; }
    /// Of an accelerator. O(accelerators).
    [[nodiscard]] double least_load() const;
    /// Whether the accelerator executes a task, or owns a ready one.
    [[nodiscard]] bool is_at_work(Node node) const { return tasks_at_[node] > 0; }

    /// Seconds of all tasks that have not ended, if accelerators shared them.
    [[nodiscard]] double shared_work() const { return shared_work_; }

    /// Until CPU workers have ended all tasks of the kind that is left to them.
    [[nodiscard]] double seconds_at_home() const { return work_at_home_.seconds(); }

    [[nodiscard]] double seconds_on(TaskId id, Node node) const { return (*tasks_[id].seconds)[kind_of_[node]]; }
    /// `never` without CPU workers.
    [[nodiscard]] double seconds_on_cpu(TaskId id) const { return cpu_workers_ > 0 ? seconds_on(id, home) : never; }
    /// To fetch what is neither there nor on its way. O(uses).
    [[nodiscard]] double fetch_seconds(TaskId id, Node node) const;
    /// Data that the task reads and that are not there yet. O(uses).
    [[nodiscard]] std::size_t tiles_to_come(TaskId id, Node node) const;
    /// Of these, those that take a link no less time than its latency. O(uses).
    [[nodiscard]] std::size_t large_tiles_to_come(TaskId id, Node node) const;
    /// Of all that the task uses, wherever it is. O(uses).
    [[nodiscard]] double bytes(TaskId id) const;
    /// Nodes whose workers can execute the task.
    [[nodiscard]] std::vector<Node> able(TaskId id) const;

    /// The greatest bottom level of the tasks that are ready or running; there must be one.
    [[nodiscard]] double longest_chain() const { return bottom_levels_.rbegin()->first; }

  private:
    [[nodiscard]] bool is_for_cpus_alone(TaskId id) const { return tasks_[id].shared_seconds == 0; }
    [[nodiscard]] bool is_to_come(const Use& use, Node node) const;
    [[nodiscard]] double seconds_on_owner(TaskId id) const;
    [[nodiscard]] bool is_better_at_home(TaskId id) const;
    bool has_more_structure();
    bool find_owners_of_left_at_home();
    Owners::Answer set_by_structure(TaskId id);
    void find_owner(TaskId id);
    void set_load(TaskId id, Node node);

    [[nodiscard]] std::optional<double> cpu_ratio(TaskId id) const;
    [[nodiscard]] std::size_t queue_of(TaskId id) const;
    std::vector<TaskId> clear_queues();
    void enqueue(TaskId id);
    void dequeue(TaskId id);

    void count_level(double bottom_level);
    void discount_level(double bottom_level);
    void set_level(TaskId id);
    void set_urgency(TaskId id);

    MachineView machine_;
    const DataPlaces& places_;
    bool sorts_for_cpus_;
    bool leaves_at_home_;
    std::vector<Node> accelerators_;
    std::vector<WorkerKind> kind_of_; ///< by node
    std::size_t cpu_workers_;

    TaskGraph graph_;
    std::vector<Task> tasks_;
    Owners owners_;
    TaskMapping mapping_;
    WorkAtHome work_at_home_;
    ReadyQueues queues_;
    MissingData missing_;             ///< of unclaimed tasks
    bool was_unclaimed_ = false;      ///< some task has been
    bool has_news_ = false;           ///< since the last refresh(), which costs nothing without
    bool has_plain_products_ = false; ///< when ready tasks were given to owners and sorted
    std::uint64_t numbers_ = 0;
    std::vector<std::size_t> tasks_at_;           ///< by node: ready ones that it owns, and running ones
    std::vector<double> load_;                    ///< by node
    std::map<double, std::size_t> bottom_levels_; ///< of ready and running tasks, with how many have them
    std::size_t structured_tasks_ = 0;            ///< Owners::structured_tasks when unclaimed tasks were asked last
    double shared_work_ = 0;                      ///< shared_seconds of all tasks that have not ended
};

} // namespace tangram::sched::graph
