#include "cluster/numerics/dense.hpp"

namespace tangram::numerics {

std::vector<double> copied(const MatrixView<const double>& matrix) {
    std::vector<double> values;
    values.reserve(static_cast<std::size_t>(matrix.rows * matrix.columns));
    for (Index row = 0; row < matrix.rows; ++row) {
        values.insert(values.end(), matrix.row(row), matrix.row(row) + matrix.columns);
    }
    return values;
}

} // namespace tangram::numerics
