#pragma once

/// What an idle worker takes of others' ready tasks by a balancer, as in products with a plan:
///
///     none         nothing
///     random       the least urgent task of a node drawn at random
///     choice       of all nodes' least urgent tasks the one whose data the thief lacks least of
///     effective    of all tasks the one whose data the thief lacks least of
///
/// An accelerator steals only what it finishes before the owner would finish all its work; from home's share it takes
/// anything. A CPU worker steals only what delays nobody (cpu_guard.hpp).

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

class BalancedThefts {
  public:
    /// program and places must outlive this. seed: of Balancing::random.
    BalancedThefts(const ProgramState& program, const DataPlaces& places, Balancing balancing, std::uint64_t seed);

    // Balancing::effective keeps costs of all ready tasks; for others these three do nothing.
    /// A task has come into the program's queues. O(nodes (uses + log tasks)).
    void ready(TaskId id);
    /// A task has left the program's queues. O(nodes log tasks).
    void removed(TaskId id);
    /// A task that has left them was given to a worker of this node. Cost: see MissingData::executed.
    void executed(TaskId id, Node node);

    /// What an idle worker of the node takes. It looks at a few tasks of each node.
    std::optional<TaskId> next(Node thief);

  private:
    [[nodiscard]] bool is_worth_stealing(TaskId id, Node thief) const;
    [[nodiscard]] std::vector<std::size_t> victims(Node thief) const;
    [[nodiscard]] std::optional<TaskId> last_of(std::size_t queue, Node thief) const;
    std::optional<TaskId> last_of_random(Node thief);
    [[nodiscard]] std::optional<TaskId> cheapest_of_last(Node thief) const;
    std::optional<TaskId> cheapest_of_all(Node thief);

    const ProgramState& program_;
    const DataPlaces& places_;
    Balancing balancing_;
    Dice dice_;
    MissingData missing_; ///< for Balancing::effective
};

} // namespace tangram::sched::graph
