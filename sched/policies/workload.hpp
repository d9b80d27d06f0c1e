#pragma once

/// What a policy is made for: a product on a machine.

#include "partition/base/allocation.hpp"
#include "sched/base/node_speed.hpp"
#include "sched/base/product_tiles.hpp"
#include "sched/ready/ready_tasks.hpp"
#include "sched/zones/zone_order.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched {

/// In which order a node executes its own tasks.
enum class Order {
    zone,       ///< ZoneOrder: slices of the zone, in each its rows and columns growing
    submission, ///< as they became ready
};

struct Workload {
    ProductShape shape;
    StartingPlaces start;
    Order order = Order::zone;
    std::uint64_t seed = 1; ///< of what is drawn at random

    /// Who should compute what, one layer or `shape.depth` of them; for policies that
    /// follow a plan.
    std::optional<partition::Allocation> allocation = {};

    /// By tile of a layer of the allocation: whether it is no part of the product, as another process computes it: no
    /// node waits for its tasks. Empty: none is absent.
    std::vector<bool> absent = {};

    /// Whether nodes that share a tile of C accumulate in auxiliary tiles (Reduction).
    bool reduces = false;

    /// Of strategies in two phases (AffinityProblem).
    double beta = 0;

    /// By node; empty: every theft counts as worthwhile.
    std::vector<NodeSpeed> speeds = {};

    /// Besides the allocation.
    ZonePlan zones = {};
};

} // namespace tangram::sched
