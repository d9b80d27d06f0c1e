#pragma once

/// Any of the tasks that remain, each as likely, without a list of them that every task given
/// away would have to be taken from: by trial and error while they are many, then from a list made once,
/// which loses those that are gone when they are met. What is read of a large problem is bits
/// that stay in the cache.

#include "base/dice.hpp"
#include "sched/affinity/affinity_strategy.hpp"
#include "sched/affinity/bag.hpp"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tangram::sched {

class TaskDraw {
  public:
    /// Of 0 to tasks - 1.
    explicit TaskDraw(std::uint64_t tasks) : tasks_(tasks) {}

    /// One of the `remaining` tasks, at least one, of which is_open(task) tells. What is open never
    /// becomes more. O(1) looks amortised.
    template <class IsOpen> TaskNumber any(std::uint64_t remaining, const IsOpen& is_open, Dice& dice) {
        if (!last_ && remaining <= tasks_ / few) {
            last_ = open_tasks(remaining, is_open);
        }
        if (last_) {
            return last_->any_of(is_open, dice).value();
        }
        while (true) {
            if (const auto task = static_cast<TaskNumber>(dice.below(tasks_)); is_open(task)) {
                return task;
            }
        }
    }

  private:
    template <class IsOpen> [[nodiscard]] Bag open_tasks(std::uint64_t remaining, const IsOpen& is_open) const {
        std::vector<TaskNumber> tasks;
        tasks.reserve(remaining);
        for (std::uint64_t task = 0; task < tasks_; ++task) {
            if (is_open(static_cast<TaskNumber>(task))) {
                tasks.push_back(static_cast<TaskNumber>(task));
            }
        }
        return Bag(std::move(tasks));
    }

    static constexpr std::uint64_t few = 16; ///< when one of so many tasks remains

    std::uint64_t tasks_;
    std::optional<Bag> last_; ///< tasks that remained when there were few
};

} // namespace tangram::sched
