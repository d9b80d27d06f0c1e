#pragma once

/// Dense matrices whose rows lie one after the other, as blocks of fronts are dealt out by rows.

#include "cluster/fronts/sparse_matrix.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tangram::numerics {

using fronts::Index;

/// Rows that lie `stride` numbers apart, in somebody else's memory.
template <class Value> struct MatrixView {
    Value* values = nullptr;
    Index rows = 0;
    Index columns = 0;
    Index stride = 0;

    [[nodiscard]] Value* row(Index number) const { return values + number * stride; }

    /// So many rows and columns from a place on.
    [[nodiscard]] MatrixView part(Index first_row, Index first_column, Index row_count, Index column_count) const {
        return {row(first_row) + first_column, row_count, column_count, stride};
    }

    [[nodiscard]] MatrixView<const Value> read_only() const { return {values, rows, columns, stride}; }
};

struct Matrix {
    Index rows = 0;
    Index columns = 0;
    std::vector<double> values; ///< row by row

    /// Of zeros.
    static Matrix zeros(Index rows, Index columns) {
        return {rows, columns, std::vector<double>(static_cast<std::size_t>(rows * columns))};
    }

    [[nodiscard]] MatrixView<double> view() { return {values.data(), rows, columns, columns}; }
    [[nodiscard]] MatrixView<const double> view() const { return {values.data(), rows, columns, columns}; }
};

/// Another's numbers, row by row, in so many rows.
[[nodiscard]] inline MatrixView<const double> viewed(std::span<const double> values, Index rows, Index columns) {
    return {values.data(), rows, columns, columns};
}

/// The numbers of a view, row by row. O(entries).
[[nodiscard]] std::vector<double> copied(const MatrixView<const double>& matrix);

} // namespace tangram::numerics
