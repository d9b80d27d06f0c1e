#pragma once

/// What real and simulated processes do alike before a product: they agree on the problem, its zones and its plan.

#include "apps/command/gemm_problem.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/mpi/nodes_arguments.hpp"
#include "apps/mpi/nodes_outcome.hpp"
#include "cluster/nodes/node_plan.hpp"
#include "cluster/team/team.hpp"

namespace tangram::apps {

/// A product before its repetitions.
struct PlannedNodes {
    double speed = 0; ///< of this process, in flop/s by the models of its kernels
    nodes::NodePlan plan;
    NodesOutcome outcome; ///< all but repeats and verification
};

/// Collective. Throws, on one process: InvalidInput for a tile that does not fit the product or that StarPU-MPI cannot
/// send, and where another process has another product or finds other zones; what process_speed() throws.
[[nodiscard]] PlannedNodes planned_nodes(const NodesArguments& arguments, const GemmProblem& product, Runtime& runtime,
                                         const team::Team& team, const Notify& notify);

} // namespace tangram::apps
