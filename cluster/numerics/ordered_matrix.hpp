#pragma once

/// The matrix as fronts need it: by rows, in the order of elimination.

#include "cluster/fronts/analysis.hpp"
#include "cluster/numerics/dense.hpp"
#include "cluster/solver/block.hpp"

#include <span>
#include <vector>

namespace tangram::numerics {

class OrderedMatrix {
  public:
    /// Of a matrix with a symmetric pattern. O(size + entries log entries).
    OrderedMatrix(const fronts::SparseMatrix& matrix, const std::vector<Index>& permutation);

    [[nodiscard]] Index size() const { return transposed_.size; }

    /// Of a row's entries; ascending.
    [[nodiscard]] std::span<const Index> columns_of(Index row) const;
    [[nodiscard]] std::span<const double> values_of(Index row) const;

    /// By row: what a pivot must exceed, which else is as good as zero. That is 1e-13 of the largest entry of its row
    /// or of that of its column, whichever is less: a pivot that lost so many digits is noise, and rows and columns of
    /// very different sizes are none.
    [[nodiscard]] std::span<const double> least_pivots() const { return least_pivots_; }

  private:
    fronts::SparseMatrix transposed_; ///< its columns are the rows
    std::vector<double> least_pivots_;
};

/// Adds a front's entries of the matrix to a block of its rows: those in the row or the column of one of its pivots,
/// but not of an earlier pivot. front_rows: as Elimination::rows_of. O(rows log order + entries of these rows log
/// order).
void add_entries(const OrderedMatrix& matrix, const solver::Front& front, std::span<const Index> front_rows,
                 const solver::Block& block, const MatrixView<double>& rows);

} // namespace tangram::numerics
