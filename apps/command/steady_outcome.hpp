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

/// The most files of a kind that lay at a processor between periods.
struct SteadyBuffer {
    std::size_t processor;
    std::size_t file;
    model::steady_state::Integer most;
};

struct SteadyOutcome {
    std::optional<NodeStream> node;       ///< if the stream is a node's; the problem is its
    model::steady_state::Problem problem; ///< what was planned
    bool is_coarse = false;               ///< whole jobs alone were asked for: the problem is coarse()
    std::vector<std::string> unreached;   ///< processors that no master reaches
    model::steady_state::SteadyState best;
    std::optional<model::steady_state::SteadyState> coarse; ///< of the same stream, to compare with
    std::string coarse_failure;                             ///< why that was not found
    std::optional<model::steady_state::Schedule> schedule; ///< none where nothing is done, or no exact rates were found
    bool has_given_period = false;                         ///< the user's, not the shortest one
    std::vector<SteadyProgress> simulated;
    std::vector<SteadyBuffer> buffers;                   ///< of the simulated schedule, those that are used
    std::vector<SteadyProgress> simulated_coarse;        ///< in the same time, whole periods of the coarse schedule
    std::vector<SteadyProgress> simulated_demand_driven; ///< in the same time
    std::string not_simulated;                           ///< why there is no demand-driven run
    std::vector<std::string> without_effect;             ///< options that change nothing here
    double seconds = 0;                                  ///< to find best, coarse and schedule
};

/// Throws InvalidInput for files and arguments that are wrong, RunFailure as the parts of model/steady_state do; but a
/// comparison with coarse grain that fails is only noted.
SteadyOutcome steady_outcome(const SteadyArguments& arguments);

} // namespace tangram::apps
