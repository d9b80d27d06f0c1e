#pragma once

#include "apps/command/gemm_problem.hpp"
#include "apps/mpi/nodes_arguments.hpp"

#include <cstddef>

namespace tangram::apps {

/// The product that options and files ask for. Throws InvalidInput as problem_of(), for sizes of zero, a bad window,
/// and speeds or zones that do not fit so many processes.
[[nodiscard]] GemmProblem problem_of_nodes(const NodesArguments& arguments, std::size_t processes);

} // namespace tangram::apps
