#pragma once

/// SNRRP: the simpler ancestor of NRRP, whose guarantee holds for each zone by itself.

#include "partition/base/problem.hpp"
#include "partition/base/zones.hpp"

namespace tangram::partition {

/// Simple non-rectangular recursive partitioning (Beaumont, Eyraud-Dubois and
/// Lambert 2016a: NRRP): halves, unless one processor dominates and takes an L
/// around a corner square with all others (docs/algorithms.md, SNRRP's
/// threshold).
///
/// On domains of aspect at most 3 each zone's half-perimeter is at most
/// sqrt(3/2) = 1.2247 times that of a square of its area. So is the cost with
/// any weights, which play no part in the cuts; nor do depth and C factor.
/// Longer domains are cut into shorter ones, without that guarantee.
///
/// Zones come in the order of the speeds. Throws InvalidInput as
/// require_valid() does. O(k log k) for k processors.
[[nodiscard]] Partition snrrp(const Problem& problem);

} // namespace tangram::partition
