#include "cluster/numerics/residual.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

namespace tangram::numerics {

namespace {

/// Keeps what is not a number, which std::max does not.
double maximum_norm(std::span<const double> values) {
    double largest = 0;
    for (const double value : values) {
        largest = std::isnan(value) || std::abs(value) > largest ? std::abs(value) : largest;
    }
    return largest;
}

} // namespace

double scaled_residual(const fronts::SparseMatrix& matrix, std::span<const double> x, std::span<const double> b) {
    std::vector<double> residual(b.begin(), b.end());
    std::vector<double> row_sums(b.size(), 0);
    for (std::size_t column = 0; column < x.size(); ++column) {
        for (fronts::Index k = matrix.column_begin[column]; k < matrix.column_begin[column + 1]; ++k) {
            residual[matrix.rows[k]] -= matrix.values[k] * x[column];
            row_sums[matrix.rows[k]] += std::abs(matrix.values[k]);
        }
    }
    const double scale = maximum_norm(row_sums) * maximum_norm(x) + maximum_norm(b);
    return scale == 0 ? 0 : maximum_norm(residual) / scale;
}

} // namespace tangram::numerics
