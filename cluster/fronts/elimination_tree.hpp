#pragma once

#include "cluster/fronts/sparse_matrix.hpp"

#include <vector>

namespace tangram::fronts {

/// Which column needs which others in an elimination, and how many entries it gets (Liu 1990). Columns have their
/// numbers in the order of elimination, which is a postorder: the subtree of a column is the block of columns that ends
/// with it.
struct EliminationTree {
    std::vector<Index> permutation; ///< permutation[k] is the k-th row, and column, of the matrix to be eliminated
    std::vector<Index> parent;      ///< by column, the first row below the diagonal of L; -1 if there is none
    std::vector<Index> counts;      ///< by column, entries of L, the diagonal included
};

/// Of a matrix with a symmetric pattern that is eliminated in this order, or in another of the same fill that is a
/// postorder. By CXSparse, in almost linear time (Davis 2006, chapter 4).
[[nodiscard]] EliminationTree elimination_tree(const SparseMatrix& matrix, const std::vector<Index>& permutation);

/// By row of the matrix, its number in the order of elimination. O(rows).
[[nodiscard]] std::vector<Index> inverse(const std::vector<Index>& permutation);

} // namespace tangram::fronts
