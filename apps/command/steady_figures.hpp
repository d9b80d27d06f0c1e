#pragma once

/// What follows from what `tangram steady` found, for the report, the JSON and the pictures.

#include "apps/command/steady_outcome.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace tangram::apps {

/// In the singular.
std::string time_unit(const SteadyOutcome& outcome);

/// Whether a job has several leaves, whose outputs stay: only then an end for each leaf is another problem than a joint
/// one.
bool outputs_of_leaves_stay(const model::steady_state::Problem& problem);

/// Nothing sustains more whole jobs, by the bounds of both grains: a schedule of whole jobs is one of tasks, too. There
/// must be a coarse result.
model::steady_state::Rational most_coarse(const SteadyOutcome& outcome);

/// Of whole jobs; nothing where it was not found, or where floating point found more than is possible.
std::optional<model::steady_state::Rational> coarse_throughput(const SteadyOutcome& outcome);

/// Part of all jobs that the stream does more than the coarse one; nothing unless both throughputs are proved, and the
/// coarse one positive.
std::optional<model::steady_state::Rational> gain(const SteadyOutcome& outcome);

/// Why there is no schedule, where there is none.
std::string why_no_schedule(const SteadyOutcome& outcome);

/// The parts of the time that rates take of capacities.
struct Busy {
    using Parts = std::vector<std::optional<model::steady_state::Rational>>;
    Parts cpu; ///< by processor, as those below; nothing where it has no such capacity
    Parts out;
    Parts in;
    std::vector<std::pair<std::string, model::steady_state::Rational>> resources; ///< that links share, by their names
};

Busy busy_parts(const SteadyOutcome& outcome);

} // namespace tangram::apps
