#pragma once

/// Whom a master chooses as slaves for a front of type 2, and how many rows each one gets (Guermouche and L'Excellent
/// 2005, sections 4.2.1 and 4.2.2): those with the least loads, so that all have the same load then.
///
/// The paper's strategies also hold back tasks that would take too much memory, and keep within memory when they go by
/// workload. Neither is done here.

#include "cluster/exchange/load.hpp"
#include "cluster/solver/block.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::solver {

enum class Strategy {
    memory,   ///< least active memory
    workload, ///< least flops to be done
};

/// "memory", "workload": by Strategy.
[[nodiscard]] const std::vector<std::string>& strategy_names();

/// Throws InvalidInput if there is no strategy of this name.
[[nodiscard]] Strategy strategy_named(std::string_view name);

/// What a strategy looks at.
[[nodiscard]] std::int64_t metric(Strategy strategy, const exchange::Load& load);

/// What so many rows add to a slave's load, in the end to be subtracted again.
[[nodiscard]] exchange::Load slave_load(const Front& front, Index rows);

struct SelectionLimits {
    int most_slaves = 8; ///< more of them work at the same time, and exchange more messages
    /// That each slave gets, but for fronts that have fewer: small blocks make slow products of matrices.
    Index least_rows = 16;
};

/// Shares of so many rows for other processes than the master, as many slaves as the limits allow: the least loaded are
/// filled up to the same level ("water-filling"), up to a row each, the least loaded first. Those with the same load
/// come in the order of their numbers, from the master's on. Empty if there are no rows. O(processes log processes).
[[nodiscard]] std::vector<Share> water_filled(std::span<const std::int64_t> loads, int master, Index rows,
                                              std::int64_t row_load, const SelectionLimits& limits);

/// Of all rows that a front contributes, by the loads in a view. Throws InvalidInput if there are rows, but no process
/// other than the master.
[[nodiscard]] std::vector<Share> selected_slaves(Strategy strategy, const Front& front, int master,
                                                 std::span<const exchange::Load> view, const SelectionLimits& limits);

} // namespace tangram::solver
