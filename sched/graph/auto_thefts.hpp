#pragma once

/// What an idle worker takes of others' ready tasks under `auto`: accelerators steal from the one with most work what
/// they are done with clearly before it is done with all: by the time of two updates, of half of one in an outer
/// product; from home's share they take anything. CPU workers take what they are best at compared with the owner, if it
/// delays nobody (cpu_guard.hpp).

#include "sched/graph/program_state.hpp"

#include <optional>

namespace tangram::sched::graph {

class AutoThefts {
  public:
    /// program must outlive this.
    explicit AutoThefts(const ProgramState& program) : program_(program) {}

    /// What an idle worker of the node takes. It looks at a few tasks of one node, or of each class of tasks that suit
    /// CPU workers alike.
    [[nodiscard]] std::optional<TaskId> next(Node thief) const;

  private:
    [[nodiscard]] std::optional<TaskId> next_of_busiest(Node thief) const;
    [[nodiscard]] std::optional<TaskId> next_from_home(Node thief) const;
    [[nodiscard]] bool relieves_more(TaskId id, TaskId other) const;
    [[nodiscard]] std::optional<TaskId> next_best_for_cpu() const;

    const ProgramState& program_;
};

} // namespace tangram::sched::graph
