#pragma once

/// Who executes tasks that have no owner, in a program of little structure (a stencil, a solver with vectors): a task
/// goes to where least of its data is missing when somebody needs work.
///
///     ready(task)    -> the accelerator that lacks least for it is called
///     claim_for(a)   -> accelerator a runs out of work: it owns the tasks that it lacks least for, a few at a time,
///     unless
///                       another one, which will look for work again, lacks less and has the data sooner
///     next_for_cpu() -> what CPU workers lack least for, if nobody waits for it longer than for all other work
///
/// If tasks got owners when they became ready, those that are ready at once would be dealt out by load, and neighbours
/// be torn apart: an iteration of Jacobi's method moved three times as much, in four times the time.

#include "sched/base/task.hpp"
#include "sched/graph/program_state.hpp"
#include "sched/graph/task_graph.hpp"

#include <optional>
#include <vector>

namespace tangram::sched::graph {

class Claims {
  public:
    /// program must outlive this.
    explicit Claims(ProgramState& program) : program_(program), is_called_(program.machine().nodes(), false) {}

    /// An unclaimed task is ready. Returns the accelerator whose worker is to be woken. O(accelerators uses).
    Node ready(TaskId id);

    /// A worker of the accelerator looks for work. O(accelerators uses), and what a claim costs.
    void claim_for(Node node);

    /// A task has ended.
    void finished() { has_finished_ = true; }

    /// Whether accelerators that left tasks to others are to look again, as a task has ended since. Says so once: so
    /// none sleeps for ever beside a task that nobody else takes.
    [[nodiscard]] bool wakes_all();

    /// What an idle CPU worker takes. O(uses), amortised.
    [[nodiscard]] std::optional<TaskId> next_for_cpu();

  private:
    [[nodiscard]] bool leaves(TaskId id, Node node) const;

    ProgramState& program_;
    std::vector<bool> is_called_; ///< by node: it was woken, and has not looked since
    bool has_left_some_ = false;  ///< some accelerator, and has not been woken since
    bool has_finished_ = false;   ///< a task, since somebody looked
};

} // namespace tangram::sched::graph
