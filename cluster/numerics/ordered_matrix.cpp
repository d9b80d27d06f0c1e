#include "cluster/numerics/ordered_matrix.hpp"

#include "cluster/fronts/elimination_tree.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace tangram::numerics {

namespace {

template <class Value>
std::span<const Value> of_column(const fronts::SparseMatrix& matrix, Index column, const std::vector<Value>& all) {
    const auto begin = static_cast<std::size_t>(matrix.column_begin[column]);
    const auto end = static_cast<std::size_t>(matrix.column_begin[column + 1]);
    return std::span(all).subspan(begin, end - begin);
}

fronts::SparseMatrix ordered_rows(const fronts::SparseMatrix& matrix, const std::vector<Index>& permutation) {
    const std::vector<Index> number = fronts::inverse(permutation);
    std::vector<fronts::Entry> entries;
    entries.reserve(matrix.rows.size());
    for (Index column = 0; column < matrix.size; ++column) {
        for (Index k = matrix.column_begin[column]; k < matrix.column_begin[column + 1]; ++k) {
            entries.push_back({number[column], number[matrix.rows[k]], matrix.values[k]});
        }
    }
    return fronts::compressed(matrix.size, std::move(entries));
}

} // namespace

OrderedMatrix::OrderedMatrix(const fronts::SparseMatrix& matrix, const std::vector<Index>& permutation)
    : transposed_(ordered_rows(matrix, permutation)) {
    constexpr double digits_lost = 1e-13;
    std::vector<double> largest_in_row(permutation.size(), 0);
    std::vector<double> largest_in_column(permutation.size(), 0);
    for (Index row = 0; row < size(); ++row) {
        const std::span<const Index> columns = columns_of(row);
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const double entry = std::abs(values_of(row)[k]);
            largest_in_row[row] = std::max(largest_in_row[row], entry);
            largest_in_column[columns[k]] = std::max(largest_in_column[columns[k]], entry);
        }
    }
    least_pivots_.resize(permutation.size());
    std::transform(largest_in_row.begin(), largest_in_row.end(), largest_in_column.begin(), least_pivots_.begin(),
                   [](double in_row, double in_column) { return digits_lost * std::min(in_row, in_column); });
}

std::span<const Index> OrderedMatrix::columns_of(Index row) const {
    return of_column(transposed_, row, transposed_.rows);
}

std::span<const double> OrderedMatrix::values_of(Index row) const {
    return of_column(transposed_, row, transposed_.values);
}

void add_entries(const OrderedMatrix& matrix, const solver::Front& front, std::span<const Index> front_rows,
                 const solver::Block& block, const MatrixView<double>& rows) {
    const Index first_pivot = front_rows.front();
    for (Index row = block.begin; row < block.end; ++row) {
        const Index number = front_rows[row];
        const Index end = row < front.pivots ? matrix.size() : first_pivot + front.pivots;
        const std::span<const Index> columns = matrix.columns_of(number);
        const auto first = std::lower_bound(columns.begin(), columns.end(), first_pivot);
        auto place = front_rows.begin();
        for (auto column = first; column != columns.end() && *column < end; ++column) {
            place = std::lower_bound(place, front_rows.end(), *column);
            const double value = matrix.values_of(number)[column - columns.begin()];
            rows.row(row - block.begin)[place - front_rows.begin()] += value;
        }
    }
}

} // namespace tangram::numerics
