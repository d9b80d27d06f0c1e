#pragma once

#include "cluster/fronts/sparse_matrix.hpp"

#include <span>

namespace tangram::numerics {

/// ||b - A x|| / (||A|| ||x|| + ||b||) in the maximum norm: the normwise backward error of x as a solution of A x = b
/// (Higham 2002, theorem 7.1). 0 if A x and b are zero. Not a number if x or b have one that is
/// none. x and b: by row of the matrix. O(size + entries).
[[nodiscard]] double scaled_residual(const fronts::SparseMatrix& matrix, std::span<const double> x,
                                     std::span<const double> b);

} // namespace tangram::numerics
