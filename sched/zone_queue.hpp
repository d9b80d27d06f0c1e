#pragma once

/// A node's own ready tasks by the shell of its zone (ZoneOrder). Tasks that were
/// stolen meanwhile are dropped when they are met.

#include "sched/task_lists.hpp"

#include <cstddef>
#include <deque>
#include <map>
#include <optional>

namespace tangram::sched {

class ZoneQueue {
  public:
    void add(TaskLists::Ticket ticket, std::size_t shell) { shells_[shell].push_back(ticket); }

    /// The oldest task of the lowest shell; it stays. Amortised O(log of the shells that
    /// have a ready task).
    std::optional<TaskLists::Ticket> first(const TaskLists& lists) {
        while (!shells_.empty()) {
            std::deque<TaskLists::Ticket>& lowest = shells_.begin()->second;
            while (!lowest.empty() && !lists.contains(lowest.front())) {
                lowest.pop_front();
            }
            if (!lowest.empty()) {
                return lowest.front();
            }
            shells_.erase(shells_.begin());
        }
        return std::nullopt;
    }

    /// The oldest task of the lowest shell that is wanted; it stays. O(tasks in the queue).
    template <class Wanted> std::optional<TaskLists::Ticket> first(const TaskLists& lists, Wanted wanted) const {
        for (const auto& [shell, tasks] : shells_) {
            for (const TaskLists::Ticket ticket : tasks) {
                if (lists.contains(ticket) && wanted(ticket)) {
                    return ticket;
                }
            }
        }
        return std::nullopt;
    }

  private:
    std::map<std::size_t, std::deque<TaskLists::Ticket>> shells_;
};

} // namespace tangram::sched
