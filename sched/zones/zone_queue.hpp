#pragma once

/// A node's own ready tasks by the shell of its zone (ZoneOrder). Tasks that were
/// stolen meanwhile are dropped when they are met.

#include "sched/ready/task_lists.hpp"

#include <cstddef>
#include <deque>
#include <iterator>
#include <map>
#include <optional>

namespace tangram::sched {

class ZoneQueue {
  public:
    void add(TaskLists::Ticket ticket, std::size_t shell) { shells_[shell].push_back(ticket); }

    /// The oldest task of the lowest shell; it stays. Amortised O(log of the shells that
    /// have a ready task).
    std::optional<TaskLists::Ticket> first(const TaskLists& lists) {
        return first(lists, [](TaskLists::Ticket) { return true; });
    }

    /// Of those that are wanted; looks at all before it.
    template <class Wanted> std::optional<TaskLists::Ticket> first(const TaskLists& lists, Wanted wanted) {
        for (auto shell = shells_.begin(); shell != shells_.end();) {
            std::deque<TaskLists::Ticket>& tasks = shell->second;
            while (!tasks.empty() && !lists.contains(tasks.front())) {
                tasks.pop_front();
            }
            for (const TaskLists::Ticket ticket : tasks) {
                if (lists.contains(ticket) && wanted(ticket)) {
                    return ticket;
                }
            }
            shell = tasks.empty() ? shells_.erase(shell) : std::next(shell);
        }
        return std::nullopt;
    }

  private:
    std::map<std::size_t, std::deque<TaskLists::Ticket>> shells_;
};

} // namespace tangram::sched
