#pragma once

/// Whether a program is still submitting tasks that are ready at once: an idle accelerator steals nothing meanwhile, as
/// its own tasks may be still to come.
///
///     submitted(t), ready(t) at once -> the phase is on
///     finished()                     -> it is off
///
/// A program that submits each task when another one ends must not put thefts off for ever: so after a theft was put
/// off, the phase begins again only when those who waited have been told (take_put_off).

#include "sched/graph/task_graph.hpp"

#include <optional>
#include <utility>

namespace tangram::sched::graph {

class SubmissionPhase {
  public:
    void submitted(TaskId id) { last_ = id; }
    void ready(TaskId id) { is_on_ = is_on_ || (last_ == id && !has_put_off_); }

    /// A task has ended.
    void finished() {
        last_.reset();
        is_on_ = false;
    }

    [[nodiscard]] bool is_on() const { return is_on_; }

    /// Somebody would steal: whether that must wait.
    [[nodiscard]] bool puts_off() {
        has_put_off_ = has_put_off_ || is_on_;
        return is_on_;
    }

    /// Whether a theft was put off in a phase that is over. Says so once.
    [[nodiscard]] bool take_put_off() { return !is_on_ && std::exchange(has_put_off_, false); }

  private:
    std::optional<TaskId> last_; ///< submitted, if no task has ended since
    bool is_on_ = false;
    bool has_put_off_ = false;
};

} // namespace tangram::sched::graph
