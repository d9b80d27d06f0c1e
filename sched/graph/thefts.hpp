#pragma once

/// What an idle worker takes of others' ready tasks. By a balancer, as in products with a plan:
///
///     none         nothing
///     random       the least urgent task of a node drawn at random
///     choice       of all nodes' least urgent tasks the one whose data the thief lacks least of
///     effective    of all tasks the one whose data the thief lacks least of
///
/// or, under `auto`, accelerators steal from the one with most work, and CPU workers what they are best at compared
/// with the owner. An accelerator steals only what it finishes before the owner would finish all its work, under `auto`
/// by a margin of half an update, or of two; from home's share it takes anything. A CPU worker steals only what delays
/// nobody (cpu_guard.hpp). What CPU workers execute of home's own share is no theft: GraphPolicy.

#include "base/dice.hpp"
#include "sched/base/balancing.hpp"
#include "sched/graph/data_places.hpp"
#include "sched/graph/missing_data.hpp"
#include "sched/graph/program_state.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched::graph {

class Thefts {
  public:
    /// program and places must outlive this. balancing: nothing for `auto`. seed: of Balancing::random.
    Thefts(const ProgramState& program, const DataPlaces& places, std::optional<Balancing> balancing,
           std::uint64_t seed);

    // Balancing::effective keeps costs of all ready tasks; for others these three do nothing.
    /// A task has come into the program's queues. O(nodes (uses + log tasks)).
    void ready(TaskId id);
    /// A task has left the program's queues. O(nodes log tasks).
    void left(TaskId id);
    /// A task that has left them was given to a worker of this node. Cost: see MissingData::executed.
    void executed(TaskId id, Node node);

    /// What an idle worker of the node takes. It looks at a few tasks of each node, or of each class of tasks that suit
    /// CPU workers alike.
    std::optional<TaskId> next(Node thief);

  private:
    [[nodiscard]] bool is_worth_stealing(TaskId id, Node thief) const;
    [[nodiscard]] std::vector<std::size_t> victims(Node thief) const;
    [[nodiscard]] std::optional<TaskId> last_of(std::size_t queue, Node thief) const;
    std::optional<TaskId> last_of_random(Node thief);
    [[nodiscard]] std::optional<TaskId> cheapest_of_last(Node thief) const;
    std::optional<TaskId> cheapest_of_all(Node thief);
    [[nodiscard]] std::optional<TaskId> next_of_busiest(Node thief) const;
    [[nodiscard]] std::optional<TaskId> next_from_home(Node thief) const;
    [[nodiscard]] bool relieves_more(TaskId id, TaskId other) const;
    [[nodiscard]] std::optional<TaskId> next_best_for_cpu() const;

    const ProgramState& program_;
    const DataPlaces& places_;
    std::optional<Balancing> balancing_;
    Dice dice_;
    MissingData missing_; ///< for Balancing::effective
};

} // namespace tangram::sched::graph
