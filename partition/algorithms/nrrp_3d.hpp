#pragma once

/// 3D-NRRP: dissection of a cuboid into one zone per processor, each a cuboid
/// or a cuboid without a corner, with a small sum of half-surfaces.

#include "partition/base/problem.hpp"
#include "partition/base/zones.hpp"

namespace tangram::partition {

/// 3D non-rectangular recursive partitioning (Beaumont, Eyraud-Dubois and
/// Lambert 2016b: cuboids), the static allocation of Eyraud-Dubois and Lambert
/// (2018, section 3.2). The algorithm's text was not available: this is a
/// reconstruction with the published guarantee (docs/algorithms.md, 3D-NRRP's
/// thresholds, homothetic corners), not the authors' code, and its zones may
/// differ from theirs.
///
/// Zones of at most 3 boxes come in the order of the speeds, with volumes in
/// proportion to them. Neighbouring boxes share their edges as identical doubles
/// and no box leaves the domain. The C factor is taken into account; weights
/// play no part.
///
/// When no side of height x width x depth/c_factor exceeds three times another,
/// the half-surface of every single zone is at most 5/6^(2/3) = 1.5143 times the
/// 3 v^(2/3) of a cube of its volume v (times c_factor^(1/3) for another C
/// factor). So is then any sum of them, whatever the weights. Other domains are
/// partitioned too, without that guarantee.
///
/// Throws InvalidInput as require_valid() does. O(k log k) for k processors.
[[nodiscard]] Partition nrrp_3d(const Problem& problem);

/// nrrp_3d() with better corners: a cube or a prism along the shortest side, from
/// whose base the giant's projection is free (docs/algorithms.md, 3D-NRRP's
/// thresholds, flexible corners). Lowers the guarantee, for every single zone as
/// well, to 4/6^(2/3) = 1.2114, and zones to 2 boxes except around cubes, which
/// take 3.
[[nodiscard]] Partition nrrp_3d_prism(const Problem& problem);

} // namespace tangram::partition
