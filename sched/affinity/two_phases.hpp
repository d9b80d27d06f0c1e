#pragma once

/// Dynamic*2Phases (Beaumont and Marchal 2014, algorithm 2): processors grow at random as long as more than
/// exp(-beta) of the tasks remain; then each task that remains goes to whoever asks, at
/// random. Dynamic never changes (beta = infinity), Random does before the first task
/// (beta = 0).

#include "sched/affinity/affinity_strategy.hpp"
#include "sched/affinity/bag.hpp"

#include <cmath>
#include <optional>
#include <vector>

namespace tangram::sched {

/// Growth: OuterGrowth or MatrixGrowth.
template <class Growth> class TwoPhases final : public AffinityStrategy {
  public:
    explicit TwoPhases(const AffinityProblem& problem)
        : growth_(problem), dice_(problem.seed),
          second_phase_(std::exp(-problem.beta) * static_cast<double>(problem.tasks())) {}

    std::uint64_t next(Node processor, std::vector<TaskNumber>& tasks) override {
        const std::size_t before = tasks.size();
        std::uint64_t sent = 0;
        while (growth_.remaining() > 0 && tasks.size() == before) {
            sent += static_cast<double>(growth_.remaining()) > second_phase_
                        ? growth_.grow_at_random(processor, dice_, tasks)
                        : send_one(processor, tasks);
        }
        return sent;
    }

  private:
    std::uint64_t send_one(Node processor, std::vector<TaskNumber>& tasks) {
        if (!remaining_) {
            remaining_.emplace(growth_.remaining());
            growth_.for_each_open([&](TaskNumber task) { remaining_->add(task, dice_); });
        }
        tasks.push_back(remaining_->draw(dice_));
        return growth_.send(processor, tasks.back());
    }

    Growth growth_;
    Dice dice_;
    double second_phase_;              ///< when so many tasks remain
    std::optional<Shuffle> remaining_; ///< in the second phase
};

/// Sorted: the tasks by rising number, one for each request (Beaumont and Marchal 2014, section 3.2).
template <class Growth> class InOrder final : public AffinityStrategy {
  public:
    explicit InOrder(const AffinityProblem& problem) : growth_(problem) {}

    std::uint64_t next(Node processor, std::vector<TaskNumber>& tasks) override {
        if (growth_.remaining() == 0) {
            return 0;
        }
        tasks.push_back(next_++);
        return growth_.send(processor, tasks.back());
    }

  private:
    Growth growth_;
    TaskNumber next_ = 0;
};

} // namespace tangram::sched
