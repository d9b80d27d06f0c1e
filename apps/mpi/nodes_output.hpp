#pragma once

#include "apps/command/gemm_arguments.hpp"
#include "apps/mpi/nodes_outcome.hpp"

namespace tangram::apps {

/// Writes what --draw and --json ask for, and the report where stdout is free. Throws RunFailure as write_output().
void write_outputs(const GemmArguments& arguments, const NodesOutcome& outcome);

} // namespace tangram::apps
