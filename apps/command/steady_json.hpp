#pragma once

/// What `tangram steady` found, as JSON.

#include "apps/command/steady_outcome.hpp"

#include <nlohmann/json_fwd.hpp>

namespace tangram::apps {

/// Keys as documented in docs/steady-state.md; unknown values are null. Exact numbers are texts, names as they were
/// given.
nlohmann::json to_json(const SteadyOutcome& outcome);

} // namespace tangram::apps
