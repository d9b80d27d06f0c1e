#pragma once

/// How many tiles of C each node should have if links are slow: not what its speed asks for, but what it has computed,
/// fetched and sent by the time all are done.
///
///     T: the least time in which all nodes together do all tiles
///     RAM      as many as it computes in T
///     device   as many as it computes in T, and its link brings in and takes away: s x s tiles need s rows of A and s
///              columns of B
///     all      what moves passes RAM in T, from it and back to it
///
/// Those that fetch at once get equal parts of RAM's bandwidth, and others what a device does not need of its part. A
/// square needs the fewer bytes for each of its tiles, the larger it is: so only as many devices have tiles, those that
/// could have most, as do most together. Fewer nodes move less.
///
/// Devices that are nearer to each other than to RAM fetch as one: each row and column passes RAM about once, whoever
/// needs it, and what RAM brings is theirs in proportion to what they would have without it.

#include "sched/plan/planned_product.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tangram::sched {

/// By node, not rounded; their sum is that of the product. O(nodes^2) in each of some forty steps.
std::vector<double> balanced_tiles(const PlannedProduct& product);

/// Seconds for which RAM is busy with a product of tiles on a device, in the mean, if the whole product takes clearly
/// longer than its work by the sum of the speeds because all links share RAM's bandwidth: then what one device fetches
/// delays all that fetch. Else 0.
double ram_seconds(const PlannedProduct& product);

/// The nodes that have a tile by balanced_tiles(), if links limit some node clearly below the share that its speed asks
/// for; else nothing. tiles: of those nodes.
struct LimitedShares {
    std::vector<std::size_t> nodes;
    std::vector<double> tiles;
};
std::optional<LimitedShares> shares_that_links_limit(const PlannedProduct& product);

} // namespace tangram::sched
