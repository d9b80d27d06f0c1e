#pragma once

/// What `tangram affinity` found: as JSON, and as a table for people.

#include "model/engine.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace tangram::apps {

/// Communication by the lower bound, as the differential equations have it (model/analysis.hpp).
struct AnalysedRun {
    std::optional<double> first_order; ///< of strategies with two phases, up to model::first_order_limit
    double volume = 0;
};

/// One run beside its analysis.
struct AffinityRun {
    model::RunResult result;
    double lower_bound = 0;     ///< blocks
    double imbalance = 0;       ///< of the processor with most tasks by its share of the speed; 0: perfect
    std::optional<double> beta; ///< of strategies with two phases
    std::optional<AnalysedRun> analysis;
};

/// The runs, at least one, and what was asked for.
struct AffinityOutcome {
    std::string strategy;
    std::string description;
    sched::AffinityProblem problem; ///< of equal sides
    std::string speeds;             ///< the text of their distribution
    bool random_speeds = true;      ///< whether they are drawn, or given
    bool same_speeds = false;
    std::vector<AffinityRun> runs;
};

/// The largest of tasks by share of the speed, by that of perfect balance, less 1.
double imbalance(const std::vector<std::uint64_t>& tasks, const std::vector<double>& relative_speeds);

/// "outer" or "matrix".
std::string to_string(sched::Kernel kernel);

/// Keys as documented in docs/affinity.md; unknown values are null.
nlohmann::json to_json(const AffinityOutcome& outcome);

/// The report on stdout.
std::string to_text(const AffinityOutcome& outcome);

} // namespace tangram::apps
