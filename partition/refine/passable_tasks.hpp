#pragma once

/// Which tasks a processor could pass on to which other, because that one is on
/// all their lines already.

#include "partition/refine/task_lines.hpp"

#include <cstddef>
#include <limits>
#include <vector>

namespace tangram::partition {

/// Notes by pair of processors. They are checked when used, not taken back.
class PassableTasks {
  public:
    static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

    /// Refers to the lines; notes nothing yet. Memory: O(processors^2) and the notes.
    explicit PassableTasks(const TaskLines& lines) : lines_(lines), tasks_(lines.processors() * lines.processors()) {}

    /// Whether all the lines through a task are open to a processor.
    [[nodiscard]] bool may_own(std::size_t task, std::size_t processor) const;

    /// Notes all whom a task can be passed to.
    void note(std::size_t task);
    /// Notes that a task can be passed to a processor, if it can.
    void note(std::size_t task, std::size_t processor);
    /// Forgets all notes and makes them anew.
    void note_all();

    /// A task that can be passed, or none.
    [[nodiscard]] std::size_t find(std::size_t from, std::size_t to);

    [[nodiscard]] std::size_t notes() const { return notes_; }
    /// Steps taken so far, for budgets.
    [[nodiscard]] std::size_t steps() const { return steps_; }

  private:
    [[nodiscard]] std::vector<std::size_t>& tasks(std::size_t from, std::size_t to) {
        return tasks_[from * lines_.processors() + to];
    }

    const TaskLines& lines_;
    std::vector<std::vector<std::size_t>> tasks_; ///< per pair of processors, those that could be passed once
    std::size_t notes_ = 0;
    std::size_t steps_ = 0;
};

} // namespace tangram::partition
