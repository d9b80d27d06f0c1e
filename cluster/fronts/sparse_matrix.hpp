#pragma once

/// Square sparse matrices, in compressed columns.

#include <cstdint>
#include <vector>

namespace tangram::fronts {

/// Numbers of rows, columns and entries: the long integers of CXSparse.
using Index = std::int64_t;

struct SparseMatrix {
    Index size = 0;
    std::vector<Index> column_begin; ///< by column, where its entries begin; one more at the end
    std::vector<Index> rows;         ///< of the entries; ascending in each column
    std::vector<double> values;
};

struct Entry {
    Index row;
    Index column;
    double value;
};

/// The matrix of entries in any order. Those at the same place are added up. Rows and columns must be below size.
/// O(size + entries log entries).
[[nodiscard]] SparseMatrix compressed(Index size, std::vector<Entry> entries);

/// Whether a(j,i) is an entry wherever a(i,j) is. O(size + entries).
[[nodiscard]] bool has_symmetric_pattern(const SparseMatrix& matrix);

/// Draws values for a pattern that has the whole diagonal: of [-1, 0) off the diagonal, each by itself, so that the
/// matrix is unsymmetric; on it 1 + the sum of the others' absolute values in the column. Columns are strictly
/// diagonally dominant, so LU needs no pivoting: entries grow by a factor of at most 2 (Higham 2002, theorem 9.9).
/// O(entries).
void draw_dominant_values(SparseMatrix& matrix, std::uint64_t seed);

} // namespace tangram::fronts
