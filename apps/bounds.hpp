#pragma once

/// What a product takes at least on the memory nodes of a machine.

#include "apps/matrix.hpp"
#include "apps/runtime.hpp"
#include "apps/speeds.hpp"

#include <cstdint>
#include <vector>

namespace tangram::apps {

struct ProductBounds {
    double seconds = 0; ///< the work by the sum of the speeds
    double bytes = 0;   ///< partition::traffic_bound
};

/// Bounds of an m x n x k product (each at least 1) at these speeds, one for each
/// node. reads_c: beta is not 0. O(nodes).
ProductBounds product_bounds(const std::vector<MemoryNode>& nodes, const Speeds& speeds, TileShape product,
                             Precision precision, bool reads_c);

} // namespace tangram::apps
