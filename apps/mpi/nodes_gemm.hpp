#pragma once

/// The runs of `tangram-mpi gemm`.

#include "apps/command/gemm_problem.hpp"
#include "apps/mpi/nodes_arguments.hpp"
#include "apps/mpi/nodes_outcome.hpp"
#include "cluster/mpi/session.hpp"

#include <exception>
#include <functional>

namespace tangram::apps {

/// Collective. The outcome is the same on all but for its repeats, which process 0 has. end_all: called with what fails
/// on this process once others may wait for it; must not return. Throws InvalidInput, on one process, for what is wrong
/// in the arguments.
NodesOutcome nodes_outcome(const NodesArguments& arguments, const GemmProblem& problem, const mpi::Session& session,
                           const std::function<void(std::exception_ptr)>& end_all);

} // namespace tangram::apps
