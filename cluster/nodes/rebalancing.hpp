#pragma once

/// New zones for processes whose speeds have changed, while products go on: whether they pay, and what must move.
///
///     measured speeds --zones_near()--> zones in proportion, like those of now --> worth the moves?
///
/// Values only, the same on every process that gives the same.

#include "cluster/nodes/node_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tangram::nodes {

/// What is still to be computed.
struct Remaining {
    std::size_t slices = 0;     ///< of the product that is under way; 0 between products
    std::size_t products = 0;   ///< whole ones after it
    std::size_t matrices_c = 0; ///< of C's shape that would move: C itself under way, what it is before each product
};

/// How fast all is.
struct Pace {
    double flops_per_unit = 1;           ///< flop/s for each unit of NodeProblem::speeds
    double network_bytes_per_second = 1; ///< that a process sends or receives at a time
    double restart_seconds = 0;          ///< for a product to end and go on with another plan, without the migration
    double least_gain = 0.05;            ///< part of the time that is left that a change must save
};

/// Of the time that remains.
struct RebalancingEstimate {
    double seconds_as_is = 0;
    double seconds_rebalanced = 0; ///< with the migration and the restart
    double seconds_of_migration = 0;
    std::uint64_t bytes_of_migration = 0; ///< sent by all processes together
};

struct Rebalanced {
    NodePlan plan;
    RebalancingEstimate estimate;
};

/// Bytes of tiles that change their owners, by process. matrices_c: as in Remaining. O(tiles of A, B and C).
[[nodiscard]] std::vector<Transfers> migration(const NodeProblem& problem, const Owners& from, const Owners& to,
                                               std::size_t matrices_c);

/// Of a whole product, without what moves before it: the slowest process's time, which is that of its computing, or of
/// what it receives or sends, if that is longer. O(tiles of C).
[[nodiscard]] double product_seconds(const NodeProblem& problem, const NodePlan& plan, const Pace& pace);

/// Of a whole product by zones that have all processes end together, without any transfer: no zones take less. O(1).
[[nodiscard]] double least_product_seconds(const NodeProblem& problem, const Pace& pace);

/// Until the process that sends or receives most is done.
[[nodiscard]] double migration_seconds(const std::vector<Transfers>& migration, const Pace& pace);

/// A plan by the problem's speeds, that of zones_near() with which what remains takes least time, its migration
/// included, if that is so much less than as it is as shall be the least; 5% would be lost in the noise of measured
/// speeds. A process's time is that of its computing, or of what it receives or sends, if that is longer. Each process
/// that computes has a full tile: models, and what was measured, are of full ones. The search for zones may take a
/// tenth of the time that perfect balance would save. Throws InvalidInput as node_zones().
[[nodiscard]] std::optional<Rebalanced> rebalanced(const std::string& name, const NodeProblem& problem,
                                                   const NodePlan& now, const Remaining& remaining, const Pace& pace);

} // namespace tangram::nodes
