#pragma once

/// What real and simulated processes do alike for a product that they have agreed on (nodes_product.hpp): they compute
/// it, so many times, and tell each other what each has done. If zones shall follow the speeds, they go on with new
/// ones where that pays, in the middle of a product, too:
///
///     multiply() --measured speeds--> cluster::Rebalancer --other plan--> migrated tiles --> multiply() the slices
///     that are left

#include "apps/gemm/runtime/runtime.hpp"
#include "apps/mpi/nodes_product.hpp"
#include "cluster/gemm/node_gemm.hpp"
#include "cluster/gemm/placed_operands.hpp"
#include "cluster/nodes/node_plan.hpp"
#include "cluster/team/team.hpp"

#include <functional>
#include <optional>
#include <string>

namespace tangram::apps {

struct Repetition {
    int repeats = 1;
    /// Told of each product before it begins, by its number from 0: makes C what it is before the product.
    std::function<void(int number)> before_each = {};
    /// As nodes::node_zones() takes it; nothing if zones shall not follow the speeds.
    std::optional<std::string> zones = {};
    /// Collective: whether memory has room for other zones; may be null. Without it they stay.
    std::function<bool(const nodes::NodePlan& now, const nodes::NodePlan& next)> has_room = {};
    bool counts_tiles = false; ///< whether NodesRepeat::executed is asked for
};

/// Collective. Adds what all processes have done to the outcome; its zones and speeds are the last ones then. The
/// window is the outcome's. Only the first call of multiply() notifies, as its lines hold for the others; besides there
/// is a line for each change of the zones. Throws as cluster::multiply(), cluster::Rebalancer::review() and
/// cluster::migrated().
template <class T> void compute_repeats(Runtime& runtime, const team::Team& team, PlannedNodes& planned,
                                        cluster::PlacedOperands<T>& operands, const cluster::NodeGemmOptions& options,
                                        const Repetition& repetition);

extern template void compute_repeats<float>(Runtime&, const team::Team&, PlannedNodes&, cluster::PlacedOperands<float>&,
                                            const cluster::NodeGemmOptions&, const Repetition&);
extern template void compute_repeats<double>(Runtime&, const team::Team&, PlannedNodes&,
                                             cluster::PlacedOperands<double>&, const cluster::NodeGemmOptions&,
                                             const Repetition&);

} // namespace tangram::apps
