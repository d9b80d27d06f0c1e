#pragma once

/// Zones of processes by name, as users write them after --nodes:
///
///     block-cyclic:PxQ  tile (i, j) of C is that of process (i mod P) Q + j mod Q, whatever the speeds: ScaLAPACK's
///                       (Blackford et al. 1997)
///     columns           whole columns of tiles, in proportion to the speeds
///     nrrp, ...         a partitioner for two dimensions (partition/partitioners.hpp), by the speeds

#include "cluster/nodes/node_plan.hpp"
#include "partition/base/allocation.hpp"
#include "partition/base/work_budget.hpp"

#include <cstddef>
#include <string>

namespace tangram::nodes {

inline constexpr const char* columns_name = "columns";

/// Throws InvalidInput as node_zones() does for the name.
void require_zones(const std::string& name, std::size_t processes);

/// Whether zones of this name depend on the speeds.
[[nodiscard]] bool follow_speeds(const std::string& name);

/// The same on every process that gives the same. Throws InvalidInput as require_valid(), for an unknown name, with all
/// that there are, for a PxQ that is not the number of processes, and for more processes than the partitioner takes.
/// By speeds it takes a second or two at most, as partition::refined() does, and spends of the budget, if one is given.
[[nodiscard]] partition::Allocation node_zones(const std::string& name, const NodeProblem& problem,
                                               partition::WorkBudget* budget = nullptr);

} // namespace tangram::nodes
