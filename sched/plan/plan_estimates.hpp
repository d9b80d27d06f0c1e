#pragma once

/// How long zones would take, and who has time for any: what `auto` chooses by.

#include "sched/plan/planned_product.hpp"
#include "sched/zones/blocked_zones.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace tangram::sched {

/// Seconds until the slowest node is done if it computes only when it has all its tiles
/// and no two links share anything. Pessimistic, but it ranks allocations better than
/// one in which all transfers hide behind work: short products hide little. O(tiles).
double estimated_seconds(const BlockedZones& zones, const PlannedProduct& product);

/// Until the slowest node is done with its zone if it computes while tiles come and go. Optimistic where links are
/// shared, but it does not hide from whom a zone is too large. O(tiles).
double seconds_if_hidden(const BlockedZones& zones, const PlannedProduct& product);

/// The nodes whose workers do a tile of C in the time in which the others do all of them, slowest ones left out first;
/// at least one, in their order. Simulated (200 square products on nodes of one to eight GPUs of 1 to 60 TFlop/s with
/// CPU workers of 5 to 675 GFlop/s): where this leaves the CPUs out they make a product up to 34 times slower and never
/// over 1% faster. O(nodes^3 log tiles).
std::vector<std::size_t> nodes_that_keep_up(const PlannedProduct& product);

/// Names of nodes that an allocation gives tiles of C, though a worker of theirs takes longer over one than the other
/// nodes over all (nodes_that_keep_up). None in three dimensions, where nodes share tiles.
std::vector<std::string> nodes_behind(const partition::Allocation& allocation, const PlannedProduct& product);

/// All but these nodes, in their order.
std::vector<std::size_t> nodes_except(const std::vector<std::size_t>& nodes, const PlannedProduct& product);

} // namespace tangram::sched
