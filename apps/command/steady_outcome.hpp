#pragma once

/// What `tangram steady` finds: the best throughput, its schedule, and what simulated runs of it do.

#include "apps/command/steady_arguments.hpp"
#include "apps/command/steady_node.hpp"
#include "model/steady_state/executor.hpp"
#include "model/steady_state/throughput.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tangram::apps {

/// Jobs done by the end of so many periods of the schedule.
struct SteadyProgress {
    std::size_t periods;
    model::steady_state::Rational time;
    model::steady_state::Integer done;
};

struct SteadyOutcome {
    std::optional<NodeStream> node;       ///< if the stream is a node's; the problem is its
    model::steady_state::Problem problem; ///< what was planned; coarse if that alone was asked for
    std::vector<std::string> unreached;   ///< processors that no master reaches
    model::steady_state::SteadyState best;
    std::optional<model::steady_state::SteadyState> coarse; ///< of the same stream, to compare with
    std::optional<model::steady_state::Schedule> schedule; ///< none where nothing is done, or no exact rates were found
    std::vector<SteadyProgress> simulated;
    std::vector<SteadyProgress> simulated_coarse;        ///< in the same time, whole periods of the coarse schedule
    std::vector<SteadyProgress> simulated_demand_driven; ///< in the same time
    std::string not_simulated;                           ///< why there is no demand-driven run
    std::vector<std::string> without_effect;             ///< options that need a schedule, where there is none
    double seconds = 0;                                  ///< to find best, coarse and schedule
};

/// Part of all jobs that the stream does more than the coarse one; nothing unless both throughputs are proved, and the
/// coarse one positive.
std::optional<model::steady_state::Rational> gain(const SteadyOutcome& outcome);

/// Why there is no schedule, where there is none.
std::string why_no_schedule(const SteadyOutcome& outcome);

/// By processor, the part of the time that rates take of its capacity of a kind (cpu, out or in); 0 where it has none.
std::vector<model::steady_state::Rational> busy_processors(const SteadyOutcome& outcome,
                                                           model::steady_state::Capacity::Kind kind);

/// Throws InvalidInput for files and arguments that are wrong, RunFailure as the parts of model/steady_state do.
SteadyOutcome steady_outcome(const SteadyArguments& arguments);

} // namespace tangram::apps
