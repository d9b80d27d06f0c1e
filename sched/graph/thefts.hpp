#pragma once

/// What an idle worker takes of others' ready tasks. By a balancer, as in products with a plan:
///
///     none         nothing
///     random       the last task of a node drawn at random
///     choice       of all nodes' last tasks the one whose data the thief lacks least of
///     effective    of all tasks the one whose data the thief lacks least of
///
/// or, under `auto`, accelerators steal from the one with most work, and CPU workers what they are best at compared
/// with the owner. A theft must be worth it: the thief is done with the task before its owner is done with all that it
/// has.

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

    /// A task is ready, and in the program's queues. O(nodes (uses + log tasks)), as the next two, for
    /// Balancing::effective; else nothing is to be done.
    void ready(TaskId id);
    /// It is there no more.
    void left(TaskId id);
    /// It was given to a worker of this node.
    void executed(TaskId id, Node node);

    /// What an idle worker of the node takes. O(nodes), and a few tasks of each.
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
    [[nodiscard]] std::optional<TaskId> next_best_for_cpu() const;

    const ProgramState& program_;
    const DataPlaces& places_;
    std::optional<Balancing> balancing_;
    Dice dice_;
    MissingData missing_; ///< for Balancing::effective
};

} // namespace tangram::sched::graph
