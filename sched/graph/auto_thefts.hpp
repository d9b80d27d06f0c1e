#pragma once

/// What an idle worker takes of others' ready tasks under `auto`.
///
/// An accelerator steals from the accelerator with most work. It takes a task only if it will be done with it clearly
/// before the owner is done with all of its work: earlier by the time of two updates, in an outer product by half of
/// one. If there is none, it takes a task of home's share, or of what is left at home (work_at_home.hpp). A CPU worker
/// takes the task at which it is best compared with the owner, if that delays nobody (cpu_guard.hpp).

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
    [[nodiscard]] std::optional<TaskId> next_left_at_home(Node thief) const;
    [[nodiscard]] bool relieves_more(TaskId id, TaskId other) const;
    [[nodiscard]] std::optional<TaskId> next_best_for_cpu() const;

    const ProgramState& program_;
};

} // namespace tangram::sched::graph
