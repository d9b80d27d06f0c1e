#pragma once

/// Runs strategies for independent tasks event by event (Beaumont and Marchal 2014, section 3.4): whichever
/// processor is done first asks for its next tasks; of those that are done at exactly the same time any, since
/// in a fixed order equal ones would move in step, row after row down the same columns. Transfers are hidden
/// behind work, so that time is work alone, and what counts is how many blocks are sent.

#include "model/speeds.hpp"
#include "sched/affinity/affinity_strategy.hpp"

#include <cstdint>
#include <vector>

namespace tangram::model {

struct RunResult {
    std::uint64_t blocks_sent = 0;
    double communication = 0;         ///< blocks_sent by the lower bound for relative_speeds
    std::vector<std::uint64_t> tasks; ///< by processor
    /// Of the whole run: where speeds change, a processor's part of all tasks (none for one that did nothing), as
    /// what balanced work must send is known only afterwards if changes add up.
    std::vector<double> relative_speeds;
    double makespan = 0; ///< seconds of the model
    double seconds = 0;  ///< that the run itself took, without the strategy's set-up
    double beta = 0;     ///< of strategies in two phases
};

/// One run. seed: of changing speeds, and of turns among requests of the same time. O(requests log processors) beside
/// the strategy's work, and O(tasks) more where speeds change, as they do with each task.
RunResult simulate(const sched::AffinityProblem& problem, sched::AffinityStrategy& strategy,
                   const ProcessorSpeeds& speeds, std::uint64_t seed);

} // namespace tangram::model
