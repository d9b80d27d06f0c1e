#pragma once

/// Who executes tasks that have no owner, in a program of little structure (a stencil, a solver with vectors): a task
/// goes to where least of its data is missing when somebody needs work.
///
///     ready(task)    -> the accelerator that lacks least for it is called
///     claim_for(a)   -> accelerator a runs out of work: it becomes the owner of the task that it lacks least for, and
///                       two more; a task stays for another one that lacks less and has the data sooner
///     next_for_cpu() -> what CPU workers lack least for, if it delays nobody (delays_claims)
///
/// Where data move for longer than tasks take, one accelerator claims all that it can execute (Concentration).
///
/// A task is left only to an accelerator that looks for work again by itself: it is at work, or was woken. Those that
/// left one look once more when somebody else finds nothing, as nobody else might be able to execute it.

#include "sched/base/task.hpp"
#include "sched/graph/concentration.hpp"
#include "sched/graph/program_state.hpp"
#include "sched/graph/task_graph.hpp"

#include <optional>
#include <vector>

namespace tangram::sched::graph {

class Claims {
  public:
    /// program and places must outlive this.
    Claims(ProgramState& program, const DataPlaces& places)
        : program_(program), concentration_(program.machine(), places), is_called_(program.machine().nodes(), false) {}

    /// An unclaimed task is ready, and in the program's queues. Returns the accelerator whose worker is to be woken.
    /// O(accelerators).
    Node ready(TaskId id);

    /// A worker of the accelerator looks for work. O(accelerators + uses), and for each of three claims O(nodes log
    /// tasks).
    void claim_for(Node node);

    /// What an idle CPU worker takes. O(accelerators + uses).
    [[nodiscard]] std::optional<TaskId> next_for_cpu();

    /// A task that is or was unclaimed is given to a node. O(uses + nodes).
    void started(TaskId id, Node node);

    /// Whether a claimed task is one of those that another accelerator executes alone: nobody steals it.
    [[nodiscard]] bool is_for_another(TaskId id, Node node) const;

    /// A task has ended, and the program knows it. O(accelerators).
    void finished();

    /// A worker has looked for work. Whether all are to look again: it found nothing, a task has ended since somebody
    /// looked, and an accelerator left a task to another one before; or it has changed who claims tasks.
    [[nodiscard]] bool wakes_all(bool has_found_work);

  private:
    [[nodiscard]] std::optional<Node> alone_for(TaskId id) const;
    [[nodiscard]] bool leaves(TaskId id, Node node) const;

    ProgramState& program_;
    Concentration concentration_;
    std::vector<bool> is_called_; ///< by node: it was woken, and has not looked since
    bool has_left_some_ = false;  ///< some accelerator, and has not been woken since
    bool has_finished_ = false;   ///< a task, since somebody looked
    bool has_changed_ = false;    ///< whether one accelerator claims all, or which
};

} // namespace tangram::sched::graph
