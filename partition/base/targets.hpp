#pragma once

/// How many tiles each processor shall get: whole numbers as near to the
/// proportions of the speeds as wanted.

#include <cstddef>
#include <span>
#include <vector>

namespace tangram::partition {

/// The targets of the Precise routine (Eyraud-Dubois and Lambert 2018, section
/// 3.3): the partial sums of the shares times `tiles`, rounded, halves up. Each
/// target is its processor's quota rounded down or up, and they sum to `tiles`.
///
/// Throws InvalidInput as shares() does. O(k).
[[nodiscard]] std::vector<std::size_t> partial_sum_targets(std::span<const double> speeds, std::size_t tiles);

/// The targets of the smallest makespan, max n/s: tile after tile goes to the
/// processor that would finish it first, the lowest index if several would
/// (D'Hondt 1882; docs/algorithms.md, Targets). No target is
/// below its processor's quota rounded down; they sum to `tiles`.
///
/// Throws InvalidInput as shares() does. O(k log k).
[[nodiscard]] std::vector<std::size_t> apportioned_targets(std::span<const double> speeds, std::size_t tiles);

} // namespace tangram::partition
