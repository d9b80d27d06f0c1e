#pragma once

/// The symbolic part of a multifrontal factorisation: a fill-reducing order, and the fronts that follow from it. It
/// serves LU, too, if the pattern is symmetric and pivots stay on the diagonal: the fill of L is that of Cholesky's
/// factor, and U has its transpose.

#include "cluster/fronts/assembly_tree.hpp"
#include "cluster/fronts/sparse_matrix.hpp"
#include "cluster/fronts/supernodes.hpp"

#include <span>
#include <vector>

namespace tangram::fronts {

/// Which rows of the matrix are in which front. Rows have their numbers in the order of elimination.
struct Elimination {
    std::vector<Index> permutation; ///< permutation[k] is the k-th row, and column, of the matrix to be eliminated
    std::vector<Index> rows_begin;  ///< by front, where its rows begin in `rows`; one more at the end
    std::vector<Index> rows;        ///< ascending in each front, so that its pivots, which are consecutive, come first

    /// Those of a front's contribution block are rows of its parent, too.
    [[nodiscard]] std::span<const Index> rows_of(FrontId front) const {
        return std::span(rows).subspan(rows_begin[front], rows_begin[front + 1] - rows_begin[front]);
    }
};

struct Analysis {
    AssemblyTree tree;
    Elimination elimination;
};

/// Of a matrix with a symmetric pattern. The same matrix has the same analysis with the same libraries. METIS seeds and
/// uses std::rand, so no other thread may meanwhile. Throws InvalidInput if the pattern is not symmetric or the matrix
/// too large, RunFailure if METIS fails. Some seconds for a million unknowns in a plane, more in space.
[[nodiscard]] Analysis analyse(const SparseMatrix& matrix, const Amalgamation& amalgamation = {});

} // namespace tangram::fronts
