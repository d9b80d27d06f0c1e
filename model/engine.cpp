#include "model/engine.hpp"

#include "base/dice.hpp"
#include "model/analysis.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <limits>
#include <queue>
#include <tuple>
#include <utility>

namespace tangram::model {

namespace {

/// Speeds as they change.
class Clock {
  public:
    /// Its numbers are not those that the strategy draws with the same seed.
    Clock(const ProcessorSpeeds& speeds, std::uint64_t seed)
        : first_(speeds.tasks_per_second), speeds_(first_), change_(speeds.change), adds_up_(speeds.changes_add_up),
          dice_(seed ^ 0x9e3779b97f4a7c15) {}

    /// Seconds that the processor's next tasks take.
    double duration(std::size_t processor, std::size_t tasks) {
        if (change_ == 0) {
            return static_cast<double>(tasks) / speeds_[processor];
        }
        double seconds = 0;
        for (std::size_t task = 0; task < tasks; ++task) {
            seconds += 1 / (adds_up_ ? moved_on(processor) : changed(first_[processor]));
        }
        return seconds;
    }

  private:
    double moved_on(std::size_t processor) {
        const double first = first_[processor];
        speeds_[processor] = std::clamp(changed(speeds_[processor]), first / ProcessorSpeeds::farthest,
                                        first * ProcessorSpeeds::farthest);
        return speeds_[processor];
    }

    /// Up as often as down by the same factor: else all would slow down in the long run.
    double changed(double speed) {
        const double change = change_ * (2 * part() - 1);
        return change > 0 ? speed * (1 + change) : speed / (1 - change);
    }

    double part() { return static_cast<double>(dice_.below(std::uint64_t{1} << 53)) * 0x1p-53; }

    std::vector<double> first_;
    std::vector<double> speeds_;
    double change_;
    bool adds_up_;
    Dice dice_;
};

/// Places among requests of the same time.
class Turns {
  public:
    explicit Turns(std::uint64_t seed) : dice_(seed ^ 0xbf58476d1ce4e5b9) {}

    std::uint64_t next() { return dice_.below(std::numeric_limits<std::uint64_t>::max()); }

  private:
    Dice dice_; ///< others than those of the strategy and of the clock
};

std::vector<double> relative_speeds_of_run(const ProcessorSpeeds& speeds, const std::vector<std::uint64_t>& tasks) {
    if (speeds.change == 0) {
        return relative_speeds(speeds.tasks_per_second);
    }
    std::vector<double> worked;
    std::copy_if(tasks.begin(), tasks.end(), std::back_inserter(worked), [](std::uint64_t count) { return count > 0; });
    return relative_speeds(worked);
}

} // namespace

RunResult simulate(const sched::AffinityProblem& problem, sched::AffinityStrategy& strategy,
                   const ProcessorSpeeds& speeds, std::uint64_t seed) {
    using Request = std::tuple<double, std::uint64_t, sched::Node>; // when, its turn among those of that time, whose
    const auto start = std::chrono::steady_clock::now();
    RunResult result;
    result.tasks.resize(problem.processors);
    Clock clock(speeds, seed);
    Turns turns(seed);
    std::vector<Request> first;
    for (sched::Node processor = 0; processor < problem.processors; ++processor) {
        first.emplace_back(0.0, turns.next(), processor);
    }
    std::priority_queue<Request, std::vector<Request>, std::greater<>> requests({}, std::move(first));
    std::vector<sched::TaskNumber> tasks;
    while (!requests.empty()) {
        const auto [now, turn, processor] = requests.top();
        requests.pop();
        tasks.clear();
        result.blocks_sent += strategy.next(processor, tasks);
        result.tasks[processor] += tasks.size();
        result.makespan = std::max(result.makespan, now);
        if (!tasks.empty()) {
            requests.emplace(now + clock.duration(processor, tasks.size()), turns.next(), processor);
        }
    }
    result.relative_speeds = relative_speeds_of_run(speeds, result.tasks);
    result.communication = static_cast<double>(result.blocks_sent) / lower_bound(problem, result.relative_speeds);
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

} // namespace tangram::model
