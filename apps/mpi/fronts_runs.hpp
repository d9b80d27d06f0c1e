#pragma once

/// The runs of `tangram-mpi fronts`.

#include "apps/command/exchange_runs.hpp"
#include "cluster/mpi/session.hpp"

namespace tangram::apps {

/// Collective. Figures are process 0's; residuals are the same everywhere. Each process analyses the matrix by itself,
/// which must give the same tree on all. Throws InvalidInput, on one process, for what is wrong in the arguments or in
/// the file of a matrix, or where processes have found different ones, RunFailure if a pivot is as good as zero or MPI
/// fails.
ExchangeOutcome fronts_outcome(const ExchangeArguments& arguments, const mpi::Session& session);

} // namespace tangram::apps
