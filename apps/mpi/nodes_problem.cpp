#include "apps/mpi/nodes_problem.hpp"

#include "base/error.hpp"
#include "cluster/nodes/node_zones.hpp"

#include <fmt/format.h>

namespace tangram::apps {

GemmProblem problem_of_nodes(const NodesArguments& arguments, std::size_t processes) {
    GemmProblem problem = problem_of(arguments.gemm);
    if (problem.m == 0 || problem.n == 0 || problem.k == 0) {
        throw InvalidInput(
            fmt::format("a product of {} x {} x {} (m, n, k): all must be positive", problem.m, problem.n, problem.k));
    }
    static_cast<void>(given_window(arguments)); // throws, as does the next
    static_cast<void>(given_speeds(arguments, processes));
    nodes::require_zones(arguments.nodes, processes);
    if (arguments.rebalance && !nodes::follow_speeds(arguments.nodes)) {
        throw InvalidInput(fmt::format("--rebalance: zones '{}' are the same for all speeds", arguments.nodes));
    }
    return problem;
}

} // namespace tangram::apps
