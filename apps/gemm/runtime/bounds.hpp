#pragma once

/// Lower bounds on a product's time and traffic.

#include "apps/gemm/machines/machine.hpp"
#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/runtime/speeds.hpp"
#include "partition/base/traffic.hpp"

#include <vector>

namespace tangram::apps {

/// Of a set of memory nodes. Less traffic is possible where shares of C are not in proportion to the
/// speeds, or where nodes compute part of k only.
struct ProductBounds {
    double seconds = 0; ///< all operations, by the sum of the nodes' speeds
    double bytes = 0;   ///< partition::traffic_bound; 0 where the home node computes alone
};

/// Bounds of an m x n x k product (each at least 1) on these nodes, of which there is at least one, with speeds in
/// flop/s. reads_c: beta is not 0. O(nodes).
ProductBounds product_bounds(const std::vector<partition::TrafficProblem::MemoryNode>& nodes, TileShape product,
                             Precision precision, bool reads_c);

/// On all memory nodes of a machine; a speed for each.
ProductBounds product_bounds(const std::vector<MemoryNode>& nodes, const Speeds& speeds, TileShape product,
                             Precision precision, bool reads_c);

} // namespace tangram::apps
