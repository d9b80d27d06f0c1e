#pragma once

/// What `tangram steady` found, as a report for people.

#include "apps/command/steady_outcome.hpp"

#include <string>

namespace tangram::apps {

/// The report on stdout. Names are cut and printable (excerpt() in base/text.hpp).
std::string to_text(const SteadyOutcome& outcome);

} // namespace tangram::apps
