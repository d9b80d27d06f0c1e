#pragma once

/// How many tiles of C each node should have if links are slow: not what its speed asks for, but what it has computed,
/// fetched and sent by the time all are done.
///
///     T: the least time in which all nodes together do all tiles
///     RAM      as many as it computes in T
///     device   as many as it computes in T, and its link brings in and takes away: s x s tiles need s rows of A and s
///              columns of B
///     all      what they fetch passes RAM in T
///
/// A square needs the fewer bytes for each of its tiles, the larger it is. So where RAM limits, the nodes with the
/// largest squares fetch first, and others may have nothing: fewer nodes move less.

#include "sched/plan/planned_product.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tangram::sched {

/// By node, not rounded; their sum is that of the product. O(nodes log nodes) in each of some forty steps.
std::vector<double> balanced_tiles(const PlannedProduct& product);

/// The nodes that have a tile by balanced_tiles(), if links limit some node clearly below the share that its speed asks
/// for; else nothing. tiles: of those nodes.
struct LimitedShares {
    std::vector<std::size_t> nodes;
    std::vector<double> tiles;
};
std::optional<LimitedShares> shares_that_links_limit(const PlannedProduct& product);

} // namespace tangram::sched
