#pragma once

/// How fast nodes compute, fetch and send tiles of a planned product: what the ends of zones and the worth of thefts
/// are made of.

#include "sched/base/node_speed.hpp"
#include "sched/plan/planned_product.hpp"
#include "sched/zones/zone_blocks.hpp"

#include <cstddef>
#include <vector>

namespace tangram::sched {

/// Bytes per second from RAM to the node if all devices fetch at once; infinite at home.
double bandwidth_if_all_fetch(const PlannedProduct& product, std::size_t node);

/// By node. window: tasks that each worker of a device holds in advance. blocks: of the zones. O(nodes (nodes +
/// links)).
std::vector<NodeSpeed> product_speeds(const PlannedProduct& product, std::size_t window, const BlockNumbers& blocks);

} // namespace tangram::sched
