#pragma once

/// How many products of each tile a node does first, rank by rank, before it goes on slice by slice (ZoneOrder).
///
/// One, where tiles of C cost nothing: a slice then unlocks most work for the tiles of A and B that have come. But a
/// device allocates memory for each tile of C before its first product, while kernels wait for the thread that drives
/// it, and devices wait for each other's allocations. Let c be the seconds of an allocation, p those of a product. With
/// s products of each tile, r ranks are r^2 s products, and need r^2 allocations for C and 2 r s for A and B. The node
/// is late by
///
///     c (r^2 + 2 r s) - p r^2 s,    at most s^2 c^2 / (s p - c),    which is least for s = 2 c / p: 4 c^3 / p^2
///
/// Links make it late, too. If a tile of A or B takes t seconds, that is by 2 r s t - p r^2 s, at most s t^2 / p, which
/// shall not be more: s <= 4 c^3 / (p t^2).
///
/// Not in Eyraud-Dubois and Lambert (2018).

#include "sched/base/node_speed.hpp"

#include <cstdint>
#include <vector>

namespace tangram::sched {

/// By node, from 1 to a quarter of the depth. speeds: by node.
std::vector<std::uint32_t> zone_starts(std::uint32_t depth, const std::vector<NodeSpeed>& speeds);

} // namespace tangram::sched
