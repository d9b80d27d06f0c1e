#pragma once

/// What an idle worker takes of others' ready tasks: by the balancer of the strategy's name (balanced_thefts.hpp), or
/// under `auto` (auto_thefts.hpp). What CPU workers execute of home's own share is no theft: GraphPolicy.

#include "sched/graph/auto_thefts.hpp"
#include "sched/graph/balanced_thefts.hpp"

#include <cstdint>
#include <optional>

namespace tangram::sched::graph {

class Thefts {
  public:
    /// program and places must outlive this. balancing: nothing for `auto`. seed: of Balancing::random.
    Thefts(const ProgramState& program, const DataPlaces& places, std::optional<Balancing> balancing,
           std::uint64_t seed);

    /// A task has come into the program's queues.
    void ready(TaskId id);
    /// A task has left the program's queues.
    void removed(TaskId id);
    /// A task that has left them was given to a worker of this node.
    void executed(TaskId id, Node node);

    /// What an idle worker of the node takes.
    std::optional<TaskId> next(Node thief);

  private:
    AutoThefts automatic_;
    std::optional<BalancedThefts> balanced_; ///< unless under `auto`
};

} // namespace tangram::sched::graph
