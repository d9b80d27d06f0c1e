#pragma once

/// A matrix whose tiles lie at several processes of a program.

#include "apps/gemm/matrix/matrix.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <type_traits>

namespace tangram::cluster {

/// A rows x columns matrix in square tiles of one side; those of the last row and column of tiles may be smaller. All
/// processes give the same sizes and owners. T may be const.
template <class T> struct DistributedMatrix {
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t tile = 0;

    /// The process that has tile (i, j), by its number in MPI_COMM_WORLD. Tiles are numbered from 0.
    std::function<std::size_t(std::size_t i, std::size_t j)> owner{};

    /// Where tile (i, j) lies, column-major. Only asked for those of this process.
    std::function<apps::MatrixView<T>(std::size_t i, std::size_t j)> at{};

    operator DistributedMatrix<const T>() const // NOLINT(google-explicit-constructor): a view of more restricted access
        requires(!std::is_const_v<T>) {
        return {rows, columns, tile, owner, at};
    }
};

} // namespace tangram::cluster
