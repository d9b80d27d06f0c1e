#pragma once

/// What real and simulated processes do alike for a product: they agree on the problem, its zones and its plan, and
/// tell process 0 what each has done. All of it is collective.

#include "apps/command/gemm_problem.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/mpi/nodes_arguments.hpp"
#include "apps/mpi/nodes_outcome.hpp"
#include "cluster/gemm/node_gemm.hpp"
#include "cluster/nodes/node_plan.hpp"
#include "cluster/team/team.hpp"

#include <functional>

namespace tangram::apps {

/// A product before its repetitions.
struct PlannedNodes {
    double speed = 0; ///< of this process, in flop/s by the models of its kernels
    nodes::NodePlan plan;
    NodesOutcome outcome; ///< all but repeats and verification
};

/// Throws, on one process: InvalidInput for a tile that does not fit the product or that StarPU-MPI cannot send, and
/// where another process has another product or finds other zones; what process_speed() throws.
[[nodiscard]] PlannedNodes planned_nodes(const NodesArguments& arguments, const GemmProblem& product, Runtime& runtime,
                                         const team::Team& team, const Notify& notify);

/// Computes the product so many times, and adds what all processes have done to the outcome. before_each: makes C what
/// it is before the product. The window is the outcome's; only the first repetition notifies, as its lines hold for the
/// others. Throws as cluster::multiply().
template <class T> void compute_repeats(Runtime& runtime, const team::Team& team, PlannedNodes& planned,
                                        const cluster::DistributedProduct<T>& product,
                                        const cluster::NodeGemmOptions& options, int repeats,
                                        const std::function<void()>& before_each);

extern template void compute_repeats<float>(Runtime&, const team::Team&, PlannedNodes&,
                                            const cluster::DistributedProduct<float>&, const cluster::NodeGemmOptions&,
                                            int, const std::function<void()>&);
extern template void compute_repeats<double>(Runtime&, const team::Team&, PlannedNodes&,
                                             const cluster::DistributedProduct<double>&,
                                             const cluster::NodeGemmOptions&, int, const std::function<void()>&);

} // namespace tangram::apps
