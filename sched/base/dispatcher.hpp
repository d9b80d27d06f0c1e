#pragma once

/// A Policy that many workers use at once, and the window of each worker: the tasks
/// that it holds in advance while their tiles are fetched (Eyraud-Dubois and Lambert 2018, section 4.3.1).
///
///     ready(task) -> [lock] Policy::ready
///     next(worker, fetch) -> [lock] Policy::next ... [unlock] fetch(task) -> window
///
/// One lock serves all: a decision is O(nodes + log tasks), amortised (ChoiceDyn-X: and X), and takes well under a
/// microsecond, while fetching, which takes many, happens outside of it. A window is touched by its
/// worker's thread only, and what is in it cannot be stolen. Idle workers ask all the time:
/// one that found nothing takes the lock again only when the policy has changed.

#include "sched/base/policy.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace tangram::sched {

/// Lockable: std::mutex, or StarPU's.
template <class Lockable> class Dispatcher {
  public:
    struct Worker {
        Node node = 0;
        std::size_t window = 0; ///< tasks held in advance
    };

    Dispatcher(std::unique_ptr<Policy> policy, const std::vector<Worker>& workers) : policy_(std::move(policy)) {
        for (const Worker& worker : workers) {
            seats_.push_back({worker, {}});
        }
    }

    Wake ready(const Task& task) {
        const std::lock_guard lock(mutex_);
        const Wake wake = policy_->ready(task);
        ++changes_;
        ++ready_;
        return wake;
    }

    /// The task that the worker shall start now, nothing if there is none. Calls
    /// fetch(task) for each task that enters its window behind others, not for one
    /// that starts at once. To be called by one thread at a time for each worker.
    template <class Fetch> std::optional<Task> next(std::size_t worker, Fetch fetch) {
        Seat& seat = seats_.at(worker);
        std::size_t known = seat.held.size();
        fill(seat);
        for (known = std::max<std::size_t>(known, 1); known < seat.held.size(); ++known) {
            fetch(seat.held[known]);
        }
        if (seat.held.empty()) {
            return std::nullopt;
        }
        const Task task = seat.held.front();
        seat.held.pop_front();
        --held_;
        return task;
    }

    /// Whether tasks were moved to nodes whose workers may sleep, since this was asked last (Policy::has_moved_tasks).
    bool has_moved_tasks() { return has_moved_tasks_.exchange(false); }

    /// What the policy did so far.
    Decisions decisions() {
        const std::lock_guard lock(mutex_);
        return policy_->decisions();
    }

    /// How many tasks wait where, for a person who wonders why nothing goes on.
    struct Waiting {
        std::size_t ready; ///< the policy has not handed them out
        std::size_t held;  ///< in the workers' windows
    };

    /// Takes no lock; the two may belong to moments that lie close together.
    [[nodiscard]] Waiting waiting() const { return {ready_, held_}; }

  private:
    struct Seat {
        Worker worker;
        std::deque<Task> held;
        std::uint64_t searched_in_vain = 0; ///< after so many changes; its worker's only
    };

    void fill(Seat& seat) {
        if (ready_ == 0 || changes_ == seat.searched_in_vain) {
            return;
        }
        const std::lock_guard lock(mutex_);
        while (seat.held.size() <= seat.worker.window) {
            const std::optional<Task> task = policy_->next(seat.worker.node);
            if (policy_->has_moved_tasks()) {
                has_moved_tasks_ = true;
                ++changes_;
            }
            if (!task) {
                seat.searched_in_vain = changes_;
                return;
            }
            seat.held.push_back(*task);
            ++held_;
            ++changes_;
            --ready_;
        }
    }

    Lockable mutex_;
    std::unique_ptr<Policy> policy_;
    std::vector<Seat> seats_;                ///< by worker
    std::atomic<std::size_t> ready_ = 0;     ///< tasks that the policy holds
    std::atomic<std::size_t> held_ = 0;      ///< tasks in the windows
    std::atomic<std::uint64_t> changes_ = 0; ///< of what the policy holds
    std::atomic<bool> has_moved_tasks_ = false;
};

} // namespace tangram::sched
