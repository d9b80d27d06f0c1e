#include "cluster/fronts/sparse_matrix.hpp"

#include "base/dice.hpp"

#include <algorithm>
#include <tuple>

namespace tangram::fronts {

namespace {

bool is_before(const Entry& a, const Entry& b) {
    return std::tie(a.column, a.row) < std::tie(b.column, b.row);
}

bool is_at(const Entry& a, const Entry& b) {
    return a.column == b.column && a.row == b.row;
}

} // namespace

SparseMatrix compressed(Index size, std::vector<Entry> entries) {
    std::stable_sort(entries.begin(), entries.end(), is_before); // stable: sums are the same with every library
    SparseMatrix matrix{size, {0}, {}, {}};
    matrix.column_begin.reserve(size + 1);
    matrix.rows.reserve(entries.size());
    matrix.values.reserve(entries.size());
    for (auto entry = entries.begin(); entry != entries.end();) {
        const Entry& first = *entry;
        double sum = 0;
        for (; entry != entries.end() && is_at(*entry, first); ++entry) {
            sum += entry->value;
        }
        matrix.column_begin.resize(first.column + 1, static_cast<Index>(matrix.rows.size()));
        matrix.rows.push_back(first.row);
        matrix.values.push_back(sum);
    }
    matrix.column_begin.resize(size + 1, static_cast<Index>(matrix.rows.size()));
    return matrix;
}

bool has_symmetric_pattern(const SparseMatrix& matrix) {
    // Columns are visited in ascending order. So the entries of row i come up in the order of those of column i.
    std::vector<Index> next(matrix.column_begin.begin(), matrix.column_begin.end() - 1);
    for (Index column = 0; column < matrix.size; ++column) {
        for (Index k = matrix.column_begin[column]; k < matrix.column_begin[column + 1]; ++k) {
            const Index row = matrix.rows[k];
            if (next[row] == matrix.column_begin[row + 1] || matrix.rows[next[row]] != column) {
                return false;
            }
            ++next[row];
        }
    }
    return true;
}

void draw_dominant_values(SparseMatrix& matrix, std::uint64_t seed) {
    Dice dice(seed);
    matrix.values.resize(matrix.rows.size());
    for (Index column = 0; column < matrix.size; ++column) {
        double sum = 0;
        Index diagonal = 0;
        for (Index k = matrix.column_begin[column]; k < matrix.column_begin[column + 1]; ++k) {
            if (matrix.rows[k] == column) {
                diagonal = k;
            } else {
                matrix.values[k] = -dice.unit();
                sum -= matrix.values[k];
            }
        }
        matrix.values[diagonal] = 1 + sum;
    }
}

} // namespace tangram::fronts
