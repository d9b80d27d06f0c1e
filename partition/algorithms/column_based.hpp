#pragma once

/// Column-based partitioning: rectangles stacked in columns.

#include "partition/base/problem.hpp"
#include "partition/base/zones.hpp"

namespace tangram::partition {

/// The cheapest partition into columns, along x or along y, each with a run of
/// the processors in ascending order (Beaumont et al. 2001). Weights count.
///
/// On a square domain, without weights, the sum of half-perimeters is at most
/// 7/4 times the bound 2 * sum of sqrt(area); on no other domain, and not with
/// weights, is anything guaranteed but that no such columns are cheaper.
///
/// Zones come in the order of the speeds, one box each. Throws InvalidInput as
/// require_valid() does. O(k log k) without weights. With different ones plus
/// O(k l), l processors being in a few neighbouring columns: some sqrt(k) of
/// similar speed, all k at worst.
[[nodiscard]] Partition column_based(const Problem& problem);

} // namespace tangram::partition
