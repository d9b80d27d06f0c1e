#pragma once

#include "cluster/fronts/sparse_matrix.hpp"

#include <vector>

namespace tangram::fronts::test {

/// By row and column, whether there is an entry.
using Pattern = std::vector<std::vector<bool>>;

/// Rows of a column's entries below the diagonal, ascending.
inline std::vector<Index> below_diagonal(const Pattern& pattern, Index column) {
    std::vector<Index> rows;
    for (Index row = column + 1; row < static_cast<Index>(pattern.size()); ++row) {
        if (pattern[row][column]) {
            rows.push_back(row);
        }
    }
    return rows;
}

/// The pattern of the permuted matrix after elimination, which is that of L + U.
inline Pattern eliminated(const SparseMatrix& matrix, const std::vector<Index>& permutation) {
    std::vector<Index> number(matrix.size);
    for (Index k = 0; k < matrix.size; ++k) {
        number[permutation[k]] = k;
    }
    Pattern is_entry(matrix.size, std::vector<bool>(matrix.size, false));
    for (Index column = 0; column < matrix.size; ++column) {
        is_entry[number[column]][number[column]] = true;
        for (Index k = matrix.column_begin[column]; k < matrix.column_begin[column + 1]; ++k) {
            is_entry[number[matrix.rows[k]]][number[column]] = true;
        }
    }
    for (Index pivot = 0; pivot < matrix.size; ++pivot) {
        const std::vector<Index> rows = below_diagonal(is_entry, pivot);
        for (const Index row : rows) {
            for (const Index column : rows) { // the pattern is symmetric
                is_entry[row][column] = true;
            }
        }
    }
    return is_entry;
}

} // namespace tangram::fronts::test
