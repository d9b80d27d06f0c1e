#pragma once

/// Visits all states that a scene can reach, breadth first: every order of deliveries that keeps the order in each
/// channel, every moment at which a process may act, and every choice of slaves. Numbers of states grow fast: scenes
/// have at most four processes.

#include "trace.hpp"
#include "world.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace tangram::exchange {

struct Verdict {
    std::size_t states = 0;
    std::string fault;                ///< empty if there is none
    std::vector<std::string> trace{}; ///< of the fault: there is no shorter one
    std::int64_t most_messages = 0;   ///< at an end; of all ways there, if the scene keeps a record
};

template <class Process> class ModelChecker {
  public:
    /// The scene must outlive this.
    explicit ModelChecker(const Scene<Process>& scene) : start_(scene) {}

    /// Once. O(states x processes^2); memory for each state's encoding, and for the states of two distances from the
    /// start.
    [[nodiscard]] Verdict run() {
        try {
            visit(start_, {});
            while (!frontier_.empty()) {
                const auto [state, world] = std::move(frontier_.front());
                frontier_.pop_front();
                expand(state, world);
            }
        } catch (const std::exception& fault) { // a Violation, or what a mechanism throws
            verdict_.fault = fault.what();
            verdict_.trace = trace(start_, path());
        }
        verdict_.states = origins_.size();
        return verdict_;
    }

  private:
    /// How a state was reached first.
    struct Origin {
        std::size_t state = 0;
        Step step{};
    };

    void expand(std::size_t state, const World<Process>& world) {
        const std::vector<Step> steps = world.steps();
        if (steps.empty()) {
            last_ = origins_[state];
            world.check_end();
            verdict_.most_messages = std::max(verdict_.most_messages, world.network().sent());
        }
        for (const Step& step : steps) {
            take(step, state, world);
        }
    }

    void take(Step step, std::size_t state, World<Process> world) {
        last_ = {state, step};
        world.act(step);
        const std::vector<std::uint32_t> choices = world.choices(step.process);
        if (choices.empty()) {
            return visit(std::move(world), last_);
        }
        for (const std::uint32_t slaves : choices) {
            last_.step.slaves = slaves;
            World<Process> chosen = world;
            chosen.select(step.process, slaves);
            visit(std::move(chosen), last_);
        }
    }

    void visit(World<Process> world, const Origin& origin) {
        world.check();
        if (seen_.insert(world.encoded()).second) {
            frontier_.emplace_back(origins_.size(), std::move(world));
            origins_.push_back(origin);
        }
    }

    /// From the start to the last step. The start is its own origin.
    [[nodiscard]] std::vector<Step> path() const {
        std::vector<Step> steps{last_.step};
        for (std::size_t state = last_.state; state != 0; state = origins_[state].state) {
            steps.push_back(origins_[state].step);
        }
        std::reverse(steps.begin(), steps.end());
        return steps;
    }

    World<Process> start_;
    Verdict verdict_;
    std::unordered_set<std::string> seen_;
    std::deque<std::pair<std::size_t, World<Process>>> frontier_;
    std::vector<Origin> origins_; ///< by state, in the order of visits
    Origin last_;                 ///< the step that is taken now
};

template <class Process> Verdict checked(const Scene<Process>& scene) {
    return ModelChecker<Process>(scene).run();
}

} // namespace tangram::exchange
