#pragma once

/// Candidates of one memory node by their cost there, 0 to 2. Entries are never
/// moved: a task whose cost changes gets a new entry, and an entry that no longer
/// holds is dropped when it is met. A clean-up now and then keeps their number within
/// that of the ready tasks, however often tiles come and go. O(1) per change of a
/// cost, amortised.

#include "sched/ready/task_lists.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>
#include <optional>
#include <vector>

namespace tangram::sched {

/// Where to take from a list: the task that became ready first, or last.
enum class End { first, last };

class CostBuckets {
  public:
    static constexpr std::size_t costs = 3;

    /// holds(ticket, cost): whether an entry is still right.
    template <class Holds> void insert(TaskLists::Ticket ticket, std::size_t cost, Holds holds) {
        Bucket& bucket = buckets_[cost];
        if (bucket.entries.size() >= bucket.limit) {
            clean_up(bucket.entries, [&](TaskLists::Ticket entry) { return holds(entry, cost); });
            bucket.limit = 2 * bucket.entries.size() + smallest_limit;
        }
        bucket.entries.push_back(ticket);
    }

    /// A task of least cost; it stays. Among equals the one that got this cost first
    /// or last.
    template <class Holds> std::optional<TaskLists::Ticket> cheapest(End end, const Holds& holds) {
        for (std::size_t cost = 0; cost < costs; ++cost) {
            std::deque<TaskLists::Ticket>& entries = buckets_[cost].entries;
            while (!entries.empty()) {
                const TaskLists::Ticket entry = end == End::first ? entries.front() : entries.back();
                if (holds(entry, cost)) {
                    return entry;
                }
                end == End::first ? entries.pop_front() : entries.pop_back();
            }
        }
        return std::nullopt;
    }

  private:
    static constexpr std::size_t smallest_limit = 1024;

    struct Bucket {
        std::deque<TaskLists::Ticket> entries;
        std::size_t limit = smallest_limit; ///< entries that call for a clean-up
    };

    /// Drops what does not hold, and what is there twice: a cost that rose and fell again.
    template <class Holds> static void clean_up(std::deque<TaskLists::Ticket>& entries, Holds holds) {
        std::vector<bool> kept; // by slot
        std::erase_if(entries, [&](TaskLists::Ticket entry) {
            if (!holds(entry)) {
                return true;
            }
            kept.resize(std::max<std::size_t>(kept.size(), entry.slot + 1));
            const bool repeated = kept[entry.slot];
            kept[entry.slot] = true;
            return repeated;
        });
    }

    std::array<Bucket, costs> buckets_;
};

} // namespace tangram::sched
