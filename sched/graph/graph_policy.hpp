#pragma once

/// Schedules the tasks of any program by owners: who executes what, and when, for little time and little traffic.
///
///     submitted(task) -> TaskGraph: what hangs on it; Owners: the structure of its data
///     ready(task)     -> an owner: by the structure, else the accelerator that ends the task first
///     next(worker)    -> accelerators: own tasks, the most urgent whose data have arrived; then thefts
///                        CPU workers: what only they can execute; home's share; thefts
///     finished(task)
///
/// Accelerators own the tiles, as a tile that stays is not moved. Home, where CPU workers are, has a share of products
/// only: CPU workers are too slow to own a part of what shrinks (the rest of a factorisation), and steal there. What a
/// theft by a CPU worker may cost is bounded by the work that accelerators have left (delays_all).
///
/// Decisions take O(log tasks), amortised: each looks at a few tasks at the ends of ordered sets, and at the nodes; now
/// and then bottom levels are made anew, and ready tasks sorted by them.

#include "base/dice.hpp"
#include "sched/base/balancing.hpp"
#include "sched/graph/data_places.hpp"
#include "sched/graph/graph_scheduler.hpp"
#include "sched/graph/machine_view.hpp"
#include "sched/graph/missing_data.hpp"
#include "sched/graph/owners.hpp"
#include "sched/graph/ready_queues.hpp"
#include "sched/graph/task_graph.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tangram::sched::graph {

/// What the name of a strategy says about the tasks of any program.
struct GraphRules {
    /// The zones of products.
    const AllocationKind* zones = &automatic_zones();

    /// Nothing: as `auto` does. Accelerators steal from the one with most work, CPU workers what they are best at
    /// compared with the owner, and accelerators leave panels to them.
    std::optional<Balancing> balancing = std::nullopt;

    std::uint64_t seed = 1; ///< of Balancing::random
};

class GraphPolicy final : public GraphScheduler {
  public:
    /// places must outlive the policy.
    GraphPolicy(MachineView machine, const DataPlaces& places, const GraphRules& rules = {});

    TaskId submitted(std::span<const Use> uses, const Seconds& seconds, int priority) override;

    /// Returns the task's owner.
    Node ready(TaskId id) override;

    Choice next(std::size_t worker) override;
    void prefetched(std::span<const TaskId> tasks) override;
    void finished(TaskId id) override;
    std::vector<TaskId> release() override;

    [[nodiscard]] Counts counts() const override { return counts_; }
    [[nodiscard]] std::vector<Structure> structures() const override { return owners_.structures(); }
    [[nodiscard]] std::size_t waiting() const override { return queues_.size(); }

  private:
    /// Tasks at the end of an ordered set that a decision looks at.
    static constexpr int looked_at = 12;
    /// How much of what a CPU worker makes others wait must be covered by an accelerator's ready work: each update that
    /// ends makes the next one of its tile ready.
    static constexpr double ready_part = 0.5;

    enum class Phase : std::uint8_t { submitted, ready, running };

    struct Task {
        const Seconds* seconds = nullptr;
        double shared_seconds = 0; ///< on all accelerators together, 0 if none can execute it
        Phase phase = Phase::submitted;
        bool is_prefetched = false;
        bool is_held = false;               ///< until its prefetch was made
        bool has_owner = false;             ///< by the structure; others are any accelerator's that is free
        std::optional<std::uint32_t> shell; ///< of a plain product, which grows as a cube
        Node node = home;                   ///< its owner; when it runs, where
        double load = 0;                    ///< seconds there, 0 at home
        std::optional<double> cpu_ratio;    ///< as its queues know it: models learn meanwhile
        int priority = 0;
        ReadyTask entry;
    };

    [[nodiscard]] bool is_for_cpus_alone(TaskId id) const { return tasks_[id].shared_seconds == 0; }
    [[nodiscard]] double seconds_on(TaskId task, Node node) const { return (*tasks_[task].seconds)[kind_of_[node]]; }
    [[nodiscard]] double seconds_on_cpu(TaskId task) const { return cpu_workers_ > 0 ? seconds_on(task, home) : never; }
    [[nodiscard]] double fetch_seconds(TaskId task, Node node) const;
    [[nodiscard]] std::size_t tiles_to_come(TaskId task, Node node) const;

    Owners::Answer find_place(TaskId id);
    void find_owner(TaskId id);
    [[nodiscard]] Node owner_of(TaskId id, const Owners::Answer& by_structure) const;
    [[nodiscard]] Node first_to_finish(TaskId task, double price_of_moves) const;
    [[nodiscard]] double least_load() const; ///< of an accelerator

    [[nodiscard]] std::optional<double> cpu_ratio(TaskId task) const;
    [[nodiscard]] std::size_t home_share() const { return machine_.nodes(); }
    [[nodiscard]] std::size_t queue_of(TaskId id) const;
    [[nodiscard]] std::vector<Node> able(TaskId id) const;
    void leave(TaskId id);
    void enqueue(TaskId id);
    void dequeue(TaskId id);
    void set_load(TaskId id, Node node);
    bool refresh();
    void count_level(double bottom_level);
    void discount_level(double bottom_level);
    void set_level(TaskId id);
    void set_urgency(TaskId id);
    [[nodiscard]] double longest_chain() const { return bottom_levels_.rbegin()->first; } ///< that has begun

    [[nodiscard]] bool is_left_to_cpus(TaskId id, Node node) const;
    Choice next_own(Node node);
    std::vector<TaskId> hold_for_prefetch(std::span<const TaskId> waiting, std::optional<TaskId> chosen, Node node);
    [[nodiscard]] bool steals_as_auto() const { return !rules_.balancing; }

    // graph_policy_thefts.cpp
    [[nodiscard]] bool delays_all(TaskId id, double seconds) const;
    [[nodiscard]] bool is_worth_stealing(TaskId id, Node thief) const;
    std::optional<TaskId> next_stolen(Node thief);
    [[nodiscard]] std::vector<std::size_t> victims(Node thief) const;
    [[nodiscard]] std::optional<TaskId> last_of(std::size_t queue, Node thief) const;
    std::optional<TaskId> last_of_random(Node thief);
    [[nodiscard]] std::optional<TaskId> cheapest_of_last(Node thief) const;
    std::optional<TaskId> cheapest_of_all(Node thief);
    [[nodiscard]] std::optional<TaskId> next_of_busiest(Node thief) const;
    std::optional<TaskId> next_for_cpu();
    [[nodiscard]] std::optional<TaskId> next_best_for_cpu() const;
    [[nodiscard]] std::optional<TaskId> next_of_share() const;
    [[nodiscard]] bool is_for_accelerators_now(TaskId id) const;
    [[nodiscard]] std::optional<TaskId> next_from_home(Node thief) const;

    MachineView machine_;
    const DataPlaces& places_;
    GraphRules rules_;
    Dice dice_;
    std::vector<Node> accelerators_;
    std::vector<WorkerKind> kind_of_; ///< by node
    std::size_t cpu_workers_;

    TaskGraph graph_;
    std::vector<Task> tasks_;
    Owners owners_;

    MissingData missing_; ///< for Balancing::effective
    ReadyQueues queues_;  ///< by node, at home what CPU workers alone can execute; and home_share()
    Counts counts_;
    bool has_news_ = false;           ///< since next() was asked last: vain questions must not cost new bottom levels
    bool has_plain_products_ = false; ///< when ready tasks were given to owners and sorted
    std::uint64_t numbers_ = 0;
    std::vector<double> load_;                    ///< seconds of ready and running tasks, by node
    std::map<double, std::size_t> bottom_levels_; ///< of ready and running tasks, with how many have them
    double shared_work_ = 0;                      ///< shared_seconds of all tasks that have not ended
};

} // namespace tangram::sched::graph
