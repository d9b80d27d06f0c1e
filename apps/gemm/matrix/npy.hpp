#pragma once

/// Two-dimensional matrices in NumPy's .npy files (format versions 1.0 to 3.0,
/// numpy/lib/format.py), little-endian float32 and float64, C or Fortran order.
/// Files are not trusted: every length is checked before memory is taken.

#include "apps/gemm/matrix/matrix.hpp"

#include <cstdint>
#include <filesystem>

namespace tangram::apps {

struct NpyHeader {
    Precision precision;
    std::int64_t rows;
    std::int64_t columns;
    Layout layout;             ///< Fortran order is column-major
    std::uint64_t data_offset; ///< bytes before the first element
};

/// Reads and checks the header and the file's length.
/// Throws InvalidInput("cannot read FILE: ...") for anything but a complete,
/// 2-D, float32 or float64 .npy file; bytes behind the data are an error too.
NpyHeader read_npy_header(const std::filesystem::path& path);

/// Reads a matrix of T; the file's order becomes the matrix's layout.
/// Throws as read_npy_header, InvalidInput if the file holds another precision, and
/// Unavailable if the matrix does not fit into memory.
template <class T> Matrix<T> read_npy(const std::filesystem::path& path);

/// Writes a view to `path`, in Fortran order for column-major views, C order
/// else, as an OutputFile (files.hpp): complete or not at all. Throws
/// RunFailure("cannot write FILE: ...") with the system's reason.
template <class T> void write_npy(const std::filesystem::path& path, MatrixView<const T> matrix);

extern template Matrix<float> read_npy<float>(const std::filesystem::path&);
extern template Matrix<double> read_npy<double>(const std::filesystem::path&);
extern template void write_npy<float>(const std::filesystem::path&, MatrixView<const float>);
extern template void write_npy<double>(const std::filesystem::path&, MatrixView<const double>);

} // namespace tangram::apps
