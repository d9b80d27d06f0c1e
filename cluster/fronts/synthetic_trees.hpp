#pragma once

/// Assembly trees without a matrix, drawn at random: shapes that real problems have, at any size and at no cost.

#include "cluster/fronts/assembly_tree.hpp"

#include <cstdint>

namespace tangram::fronts {

inline constexpr Index most_volume = 100'000'000; ///< of nested_tree
inline constexpr Index most_branches = 10'000;    ///< of wide_tree, and fronts in each

/// Nested dissection of a region in space of so many unknowns. A front divides its region into parts of 35% to 65%, and
/// has 1.1 volume^(2/3) U(0.75, 1.3) pivots, its separator, and pivots x (1 + U(1, 2.6)) rows; U is uniform. Regions of
/// at most 500 unknowns are leaves. Fronts contribute no more rows than their parent has; the root contributes none.
/// Volume: 1 to most_volume. Throws InvalidInput for others. O(volume / 500).
[[nodiscard]] AssemblyTree nested_tree(Index volume, std::uint64_t seed);

/// Many large fronts at the same time: a root over branches, each a chain of `depth` fronts of 900 U(0.6, 1.4) rows, of
/// which U(0.1, 0.25) are pivots, over two nested dissections of 1000 U(0.6, 1.4) unknowns. The root has 1260 rows.
/// Branches and depth: 1 to most_branches. Throws InvalidInput for others, and for more than 10^6 fronts in chains.
/// O(fronts).
[[nodiscard]] AssemblyTree wide_tree(Index branches, Index depth, std::uint64_t seed);

} // namespace tangram::fronts
