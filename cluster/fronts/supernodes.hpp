#pragma once

#include "cluster/fronts/elimination_tree.hpp"

#include <array>
#include <vector>

namespace tangram::fronts {

/// When a front and the child that stands just before it become one (Ashcraft and Grimes 1989). It saves small fronts,
/// at the price of zeros in the factors. With up to columns[0] pivots together they always do, with up to columns[1] if
/// less than a share of zeros[0] of the entries are zeros, with up to columns[2] if less than zeros[1], with more if
/// less than zeros[2]; and whenever it costs no zero. Entries are those of L, zeros those of earlier amalgamations,
/// too. Rule and defaults are CHOLMOD's (Chen et al. 2008).
struct Amalgamation {
    std::array<Index, 3> columns{4, 16, 48};
    std::array<double, 3> zeros{0.8, 0.1, 0.05};
};

/// Fronts are those of the pattern, no zero is stored.
inline constexpr Amalgamation no_amalgamation{{0, 0, 0}, {0, 0, 0}};

/// Consecutive columns that one front eliminates.
struct Supernode {
    Index first;  ///< column
    Index pivots; ///< columns
    Index order;  ///< rows, those of the pivots included
    Index zeros;  ///< that amalgamation costs, among the entries of L
};

/// Of all columns, in their order. In the end no pair is left that the rule would make one. O(columns).
[[nodiscard]] std::vector<Supernode> supernodes(const EliminationTree& tree, const Amalgamation& amalgamation);

} // namespace tangram::fronts
