#pragma once

/// A node's own ready tasks by the shell of its zone (ZoneOrder). Tasks that were
/// stolen meanwhile are dropped when they are met.

#include "sched/task_lists.hpp"

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace tangram::sched {

class ZoneQueue {
  public:
    explicit ZoneQueue(std::size_t shells) : shells_(shells) {}

    void add(TaskLists::Ticket ticket, std::size_t shell) {
        shells_.at(shell).push_back(ticket);
        lowest_ = std::min(lowest_, shell);
    }

    /// The oldest task of the lowest shell; it stays. O(1) amortised over a product,
    /// as tasks become ready by rising shells but for what waits for others.
    std::optional<TaskLists::Ticket> first(const TaskLists& lists) {
        for (; lowest_ < shells_.size(); ++lowest_) {
            std::deque<TaskLists::Ticket>& shell = shells_[lowest_];
            while (!shell.empty() && !lists.contains(shell.front())) {
                shell.pop_front();
            }
            if (!shell.empty()) {
                return shell.front();
            }
        }
        return std::nullopt;
    }

  private:
    std::vector<std::deque<TaskLists::Ticket>> shells_;
    std::size_t lowest_ = 0; ///< none below it has a task
};

} // namespace tangram::sched
