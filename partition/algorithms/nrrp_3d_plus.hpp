#pragma once

/// 3D-NRRP+: the dissections of 3D-NRRP and many more, of which a search picks a
/// cheap one.

#include "partition/base/problem.hpp"
#include "partition/base/zones.hpp"

#include <cstddef>

namespace tangram::partition {

/// How many choices are followed to the end, and on how many levels of the
/// recursion; one everywhere below.
struct Plus3dOptions {
    std::size_t beam_width = 1;
    std::size_t beam_levels = 0;
};

/// 3D-NRRP strengthened by a rollout (docs/algorithms.md, 3D-NRRP+): every
/// part is cut or carved the way that costs least if nrrp_3d_prism() goes on from
/// there - where few processors are left, after one more choice of that kind.
///
/// Zones are like nrrp_3d()'s, of at most 3 boxes. Minimises cost() with its
/// weights and C factor and never exceeds nrrp_3d_prism(), so that
/// its guarantee holds: 1.2114 times the sum of weight * 3 v^(2/3) when no side
/// of height x width x depth/c_factor exceeds three times another. A processor of
/// weight 0 may lie around all others even if it is not the largest.
///
/// Throws InvalidInput as require_valid() does, and for a beam without width.
/// O(k log k), for speeds that differ by a bounded factor, with a large constant:
/// about 10 ms for 100 processors, 30 ms for 1000, 0.15 s for 10000.
[[nodiscard]] Partition nrrp_3d_plus(const Problem& problem, const Plus3dOptions& options = {});

} // namespace tangram::partition
