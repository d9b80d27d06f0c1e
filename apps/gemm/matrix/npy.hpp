#pragma once

/// Two-dimensional matrices in NumPy's .npy files (format versions 1.0 to 3.0,
/// numpy/lib/format.py), little-endian float32 and float64, C or Fortran order.
/// Files are not trusted: every length is checked before memory is taken.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/support/files.hpp"

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

/// A file of which parts are read.
template <class T> class NpyPartsReader {
  public:
    /// Throws as read_npy.
    explicit NpyPartsReader(const std::filesystem::path& path);

    [[nodiscard]] const NpyHeader& header() const { return header_; }

    /// The part whose first element is (row, column), of the size of the view, which it fills. Throws InvalidInput if
    /// that fails.
    void read(std::int64_t row, std::int64_t column, MatrixView<T> part) const;

  private:
    InputFile file_;
    NpyHeader header_;
};

/// Writes all that stands before the data of a matrix of this order.
NpyHeader write_npy_header(OutputFile& file, Precision precision, Layout layout, std::int64_t rows,
                           std::int64_t columns);

/// A file whose parts several processes write: one as an OutputFile, with its header, and all the elements.
template <class T> class NpyPartsWriter {
  public:
    /// location: OutputFile::open_to_others. Throws as PartsFile.
    NpyPartsWriter(const std::filesystem::path& location, const NpyHeader& header) : file_(location), header_(header) {}

    /// The part whose first element is (row, column). Throws as PartsFile.
    void write(std::int64_t row, std::int64_t column, MatrixView<const T> part);

    /// To be called after the last part. Throws as PartsFile.
    void close() { file_.close(); }

  private:
    PartsFile file_;
    NpyHeader header_;
};

extern template class NpyPartsReader<float>;
extern template class NpyPartsReader<double>;
extern template class NpyPartsWriter<float>;
extern template class NpyPartsWriter<double>;
extern template Matrix<float> read_npy<float>(const std::filesystem::path&);
extern template Matrix<double> read_npy<double>(const std::filesystem::path&);
extern template void write_npy<float>(const std::filesystem::path&, MatrixView<const float>);
extern template void write_npy<double>(const std::filesystem::path&, MatrixView<const double>);

} // namespace tangram::apps
