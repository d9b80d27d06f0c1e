#pragma once

/// The runs of `tangram affinity`, each beside its lower bound and its analysis.

#include "apps/command/affinity_arguments.hpp"
#include "apps/command/affinity_report.hpp"

namespace tangram::apps {

/// Throws InvalidInput for arguments that are missing or do not fit each other.
AffinityOutcome affinity_outcome(const AffinityArguments& arguments);

} // namespace tangram::apps
