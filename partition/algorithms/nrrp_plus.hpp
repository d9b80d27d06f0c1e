#pragma once

/// NRRP+: rollouts over NRRP. For every part, the cut or corner is taken after
/// which NRRP, or columns, would be cheapest.

#include "partition/base/problem.hpp"
#include "partition/base/zones.hpp"

#include <cstddef>

namespace tangram::partition {

/// How much NRRP+ searches.
struct PlusOptions {
    std::size_t beam_width = 1;  ///< cuts followed to the end, the cheapest of which is taken; at least 1,
    std::size_t beam_levels = 0; ///< on so many levels of the recursion, and one cut below
    std::size_t searched = 5;    ///< parts of up to so many processors are searched as exact_family() does; at most 9
};

/// A beam, and a larger search at its ends (docs/algorithms.md, NRRP+ and its beam).
constexpr PlusOptions plus_beam{3, 2, 7};

/// NRRP+, a rollout (docs/algorithms.md, NRRP+ and its beam). A part is tried
/// with every cut along either axis (of more than 48 processors: with some 20)
/// and with its largest processor around all others, which are together in a
/// corner of one of several aspects, or but for the next largest, up to three,
/// which are squares beside it; followed is what would be cheapest if NRRP or,
/// up to 64 processors, columns came next. A processor with a lower weight than
/// the largest one has, the home node, is tried around all others as well.
///
/// Without the squares the others of a giant would nest in each other. Two
/// processors of {3/4, 1/4} cannot do better than 1.0981 times the bound of
/// squares, and hill climbing found nothing above that for up to five; for more it
/// finds up to 1.109, where a cut and a corner tie in the rollout's estimate and
/// the worse of them is followed.
///
/// Weights count; depth and C factor play no part. The cost is never above that
/// of nrrp(), snrrp() or column_based(). Hence, with squares of the zones' areas:
/// without weights at most 2/sqrt(3) times their half-perimeters on domains of
/// aspect at most 5/2; with any weights at most sqrt(3/2) times, on domains of
/// aspect at most 3. For longer domains nothing is known.
///
/// Zones come in the order of the speeds, at most five boxes each. The partition
/// is called "nrrp-plus", or "nrrp-plus-beam" with a beam.
///
/// Throws InvalidInput as require_valid() does, and for options out of range.
/// For k processors of similar speed O(k log^2 k); at worst it gives up the
/// rollout for NRRP or columns after O(k) steps of O(log k), besides what
/// column_based() takes.
[[nodiscard]] Partition nrrp_plus(const Problem& problem, const PlusOptions& options = {});

} // namespace tangram::partition
