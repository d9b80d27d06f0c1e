#pragma once

/// NRRP: dissection of a rectangle into one zone per processor, each a
/// rectangle or an L, with a small sum of half-perimeters.

#include "partition/base/problem.hpp"
#include "partition/base/zones.hpp"

namespace tangram::partition {

/// Non-rectangular recursive partitioning (Beaumont, Eyraud-Dubois and Lambert
/// 2016a: NRRP), the static allocation of Eyraud-Dubois and Lambert (2018,
/// section 3.2). The algorithm's text was not available: this is a
/// reconstruction with the published guarantee (docs/algorithms.md, NRRP's
/// thresholds), not the authors' code, and its zones may differ from theirs.
///
/// Zones come in the order of the speeds, with areas in proportion to them.
/// Neighbouring boxes share their edges as identical doubles and no box leaves
/// the domain. Depth, weights and C factor play no part.
///
/// On domains of aspect at most 5/2 the sum of half-perimeters is at most
/// 2/sqrt(3) = 1.1547 times the lower bound 2 * sum of sqrt(area). Longer
/// domains are first cut into shorter ones, without that guarantee. Nor does it
/// hold with weights: there snrrp() keeps its own.
///
/// Throws InvalidInput as require_valid() does. O(k log k) for k processors.
[[nodiscard]] Partition nrrp(const Problem& problem);

} // namespace tangram::partition
