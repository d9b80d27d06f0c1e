#pragma once

/// Many runs of the event engine, by several threads.

#include "model/engine.hpp"
#include "model/speeds.hpp"
#include "sched/affinity/affinity_strategy.hpp"

#include <cstddef>
#include <functional>
#include <vector>

namespace tangram::model {

/// Many runs of one strategy, on speeds that are drawn for each run, or once for all.
struct Campaign {
    const sched::AffinityKind* kind = nullptr;
    sched::AffinityProblem problem; ///< its seed is that of the first run
    SpeedDistribution speeds{"uniform:10:100"};
    bool same_speeds = false;
    /// Empty: problem.beta; else beta for the speeds of a run.
    std::function<double(const std::vector<double>& speeds)> beta;
    std::size_t runs = 1;
    std::size_t threads = 1;

    /// One of them, 0 to runs - 1.
    [[nodiscard]] RunResult run(std::size_t number) const;

    /// Its speeds, whatever the strategy.
    [[nodiscard]] ProcessorSpeeds speeds_of(std::size_t number) const;
};

/// Results by run: equal for any number of threads. done(finished): called after each run, by
/// any thread, one at a time.
std::vector<RunResult> simulate_all(const Campaign& campaign, const std::function<void(std::size_t)>& done = {});

/// The same for other runs: run(0) to run(runs - 1), by any thread.
std::vector<RunResult> run_all(std::size_t runs, std::size_t threads, const std::function<RunResult(std::size_t)>& run,
                               const std::function<void(std::size_t)>& done = {});

} // namespace tangram::model
