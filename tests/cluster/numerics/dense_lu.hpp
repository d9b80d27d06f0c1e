#pragma once

/// LU without pivoting as textbooks have it, of matrices that are rows of rows.

#include "cluster/fronts/sparse_matrix.hpp"

#include <vector>

namespace tangram::numerics::test {

using DenseMatrix = std::vector<std::vector<double>>;

inline DenseMatrix dense_zeros(fronts::Index size) {
    return DenseMatrix(size, std::vector<double>(size, 0));
}

/// Row k, and column k, are those that are eliminated k-th.
inline DenseMatrix permuted(const fronts::SparseMatrix& matrix, const std::vector<fronts::Index>& permutation) {
    DenseMatrix original = dense_zeros(matrix.size);
    for (fronts::Index column = 0; column < matrix.size; ++column) {
        for (fronts::Index k = matrix.column_begin[column]; k < matrix.column_begin[column + 1]; ++k) {
            original[matrix.rows[k]][column] = matrix.values[k];
        }
    }
    DenseMatrix result = dense_zeros(matrix.size);
    for (fronts::Index row = 0; row < matrix.size; ++row) {
        for (fronts::Index column = 0; column < matrix.size; ++column) {
            result[row][column] = original[permutation[row]][permutation[column]];
        }
    }
    return result;
}

/// L below the diagonal, U from it on.
inline DenseMatrix eliminated(DenseMatrix a) {
    for (std::size_t k = 0; k < a.size(); ++k) {
        for (std::size_t i = k + 1; i < a.size(); ++i) {
            a[i][k] /= a[k][k];
            for (std::size_t j = k + 1; j < a.size(); ++j) {
                a[i][j] -= a[i][k] * a[k][j];
            }
        }
    }
    return a;
}

} // namespace tangram::numerics::test
