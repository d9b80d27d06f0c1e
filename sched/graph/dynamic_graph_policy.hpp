#pragma once

/// The dynamic strategies of Eyraud-Dubois and Lambert (2018, section 4.2.2) for the tasks of any program: nobody owns
/// a task, and a worker that wants one gets the cheapest of the first ready ones (FirstDyn: 1, ChoiceDyn-X: X,
/// EffectiveDyn: all). A task costs a node the bytes of what it reads and the node does not have. First is what has the
/// highest priority of the program's, and then what became ready first.
///
/// Each worker of an accelerator holds some tasks in advance (the same, section 4.3.1), whose data are fetched; they
/// stay its own.

#include "sched/graph/data_places.hpp"
#include "sched/graph/graph_scheduler.hpp"
#include "sched/graph/missing_data.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace tangram::sched::graph {

class DynamicGraphPolicy final : public GraphScheduler {
  public:
    /// choices: ready tasks that are looked at, the first ones; nothing: all of them.
    /// window: tasks that each worker of an accelerator holds in advance. places must outlive the policy.
    DynamicGraphPolicy(MachineView machine, const DataPlaces& places, std::optional<std::size_t> choices,
                       std::size_t window);

    /// O(uses + kinds of workers).
    TaskId submitted(std::span<const Use> uses, const Seconds& seconds, int priority) override;
    /// O(log tasks); of all tasks O(nodes log tasks).
    Node ready(TaskId id) override;
    /// O(choices (uses + log tasks)); of all tasks as MissingData::executed, amortised.
    Choice next(std::size_t worker) override;
    void prefetched(std::span<const TaskId> tasks) override;
    void finished(TaskId id) override;
    std::vector<TaskId> release() override;

    [[nodiscard]] Counts counts() const override { return counts_; }
    [[nodiscard]] std::vector<Structure> structures() const override { return {}; }
    [[nodiscard]] std::size_t waiting() const override { return waiting_ + held_; }

  private:
    enum class Phase : std::uint8_t { submitted, ready, held, given };

    /// Nodes that can execute a task. Tasks with the same ones share a queue: programs have few such groups.
    using Able = std::vector<Node>;
    using Queue = std::map<Turn, TaskId>;

    struct Task {
        std::vector<Use> uses;
        std::map<Able, Queue>::iterator group;
        Phase phase = Phase::submitted;
        Turn turn;
        bool is_being_fetched = false; ///< until prefetched()
    };

    [[nodiscard]] std::optional<TaskId> cheapest_of_first(Node node) const;
    std::optional<TaskId> cheapest_of_all(Node node);
    std::optional<TaskId> take(Node node);
    void forget(TaskId id);
    void count(Node node);

    MachineView machine_;
    const DataPlaces& places_;
    std::optional<std::size_t> choices_;
    std::size_t window_;
    std::vector<Node> nodes_; ///< that have workers
    std::vector<WorkerKind> kind_of_;

    std::vector<Task> tasks_;
    std::vector<TaskId> free_;
    std::uint64_t numbers_ = 0;
    std::map<Able, Queue> queues_;          ///< of ready tasks
    MissingData missing_;                   ///< where all tasks are looked at
    std::size_t waiting_ = 0;               ///< ready tasks that nobody holds
    std::vector<std::deque<TaskId>> seats_; ///< held tasks, by worker
    std::size_t held_ = 0;
    Counts counts_;
};

} // namespace tangram::sched::graph
