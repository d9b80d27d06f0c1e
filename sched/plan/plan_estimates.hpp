#pragma once

/// How long zones would take: what `auto` chooses by.

#include "sched/plan/node_load.hpp"
#include "sched/plan/planned_product.hpp"
#include "sched/zones/block_footprints.hpp"

#include <cstddef>

namespace tangram::sched {

/// The load of a node that computes for `work` seconds, receives `bytes_in` and sends `bytes_out`. No work hides the
/// first slice's tiles and the last tile of C; products of at most four slices hide nothing.
NodeLoad load_of(const PlannedProduct& product, std::size_t node, double work, double bytes_in, double bytes_out);

/// Seconds until the slowest node is done if it computes only when it has all its tiles
/// and no two links share anything. Pessimistic, but it ranks allocations better than
/// one in which all transfers hide behind work: short products hide little. O(tiles).
double estimated_seconds(const BlockedZones& zones, const PlannedProduct& product);

/// A lower bound on estimated_seconds of any zones: each node has a square, and all end at the same time. O(nodes).
double least_estimated_seconds(const PlannedProduct& product);

/// Until the slowest node is done with its zone if it computes while tiles come and go, and until RAM has sent and
/// received all that moves. It shows a zone with too much work for its node, which in estimated_seconds the transfers
/// of other nodes may hide. O(tiles).
double seconds_if_hidden(const BlockedZones& zones, const PlannedProduct& product);

} // namespace tangram::sched
