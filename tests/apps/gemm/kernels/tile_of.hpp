#pragma once

/// Tiles inside of matrices, for tests of kernels.

#include "apps/gemm/matrix/matrix.hpp"
#include "base/tile_view.hpp"

#include <cstdint>

namespace tangram::apps {

template <class T> Matrix<T> random_matrix(std::int64_t rows, std::int64_t columns, std::uint64_t seed) {
    Matrix<T> matrix(rows, columns);
    matrix.fill_random(seed);
    return matrix;
}

/// The first rows of a matrix, in all its columns. What lies below is padding.
template <class T> TileView<T> tile_of(Matrix<T>& matrix, int rows) {
    return {matrix.data(), rows, static_cast<int>(matrix.columns()), static_cast<int>(matrix.ld())};
}

template <class T> TileView<const T> const_tile_of(const Matrix<T>& matrix, int rows) {
    return {matrix.data(), rows, static_cast<int>(matrix.columns()), static_cast<int>(matrix.ld())};
}

} // namespace tangram::apps
