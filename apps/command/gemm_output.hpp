#pragma once

/// What `tangram gemm` and `tangram outer` write besides C: the report, JSON, drawings, and warnings.

#include "apps/command/gemm_arguments.hpp"
#include "apps/gemm/report/report.hpp"

namespace tangram::apps {

/// Throws InvalidInput if two outputs go to one place, RunFailure if one cannot be written: to fail before the work.
void check_outputs(const GemmArguments& arguments);

/// Writes what the options ask for.
void write_outputs(const GemmArguments& arguments, const GemmOutcome& outcome);

/// Throws RunFailure if verification failed.
void require_verified(const GemmOutcome& outcome);

} // namespace tangram::apps
