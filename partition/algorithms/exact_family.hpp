#pragma once

/// The best partition of a family of dissections, for few processors.

#include "partition/base/problem.hpp"
#include "partition/base/zones.hpp"

#include <cstddef>

namespace tangram::partition {

/// Of more, some take longer than 50 ms.
constexpr std::size_t exact_family_most = 9;

/// The cheapest of all recursive dissections by straight cuts along either
/// axis, with any processors on either side, and by any processor around a
/// corner box of one of a few aspects and up to three squares beside it, each of
/// one processor; or what nrrp_plus() with its beam finds if that is cheaper
/// (docs/algorithms.md, The exact family).
/// Weights count. Keeps the guarantees of nrrp_plus().
///
/// Zones come in the order of the speeds, at most five boxes each. Throws
/// InvalidInput as require_valid() does, or for more than exact_family_most
/// processors. Branch and bound: exponential in their number.
[[nodiscard]] Partition exact_family(const Problem& problem);

} // namespace tangram::partition
