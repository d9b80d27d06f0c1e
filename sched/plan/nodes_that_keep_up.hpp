#pragma once

/// Who has time for any tile of C: nodes whose workers are so slow that the others would wait for them get none.

#include "partition/base/allocation.hpp"
#include "sched/plan/planned_product.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tangram::sched {

/// The nodes whose workers do a tile of C in the time in which the others do all of them, in their order: repeatedly
/// drops the node with the slowest worker while this worker needs longer for one tile than the other nodes for the
/// product. At least one node stays. Simulated (200 square products on nodes of one to eight GPUs of 1 to 60 TFlop/s
/// with CPU workers of 5 to 675 GFlop/s): where this leaves the CPUs out they make a product up to 34 times slower and
/// never over 1% faster. O(nodes^3 log tiles).
std::vector<std::size_t> nodes_that_keep_up(const PlannedProduct& product);

/// Names of nodes that an allocation gives tiles of C, though a worker of theirs takes longer over one than the other
/// nodes over all (nodes_that_keep_up). None in three dimensions, where nodes share tiles.
std::vector<std::string> nodes_behind(const partition::Allocation& allocation, const PlannedProduct& product);

/// All but these nodes, in their order.
std::vector<std::size_t> nodes_except(const std::vector<std::size_t>& nodes, const PlannedProduct& product);

} // namespace tangram::sched
