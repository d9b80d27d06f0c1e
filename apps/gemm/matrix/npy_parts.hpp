#pragma once

/// Parts of matrices in NumPy's .npy files, which several processes read and write.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/matrix/npy.hpp"
#include "apps/gemm/support/files.hpp"

#include <cstdint>
#include <filesystem>

namespace tangram::apps {

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

/// Writes all that stands before the data of a matrix of this order. Throws as OutputFile.
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

} // namespace tangram::apps
