#include "apps/gemm/matrix/npy.hpp"

#include "apps/gemm/matrix/npy_dictionary.hpp"
#include "apps/gemm/matrix/npy_parts.hpp"
#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::apps {

namespace {

static_assert(std::endian::native == std::endian::little, "elements are read and written as they lie in memory");

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t longest_dictionary = 65536; ///< NumPy's own headers take about 100 bytes
constexpr std::size_t data_alignment = 64;        ///< what NumPy writes, for those who map files

constexpr std::string_view descr(Precision precision) {
    return precision == Precision::single_precision ? "<f4" : "<f8";
}

Precision parse_descr(const std::string& text) {
    for (const Precision precision : {Precision::single_precision, Precision::double_precision}) {
        if (text == descr(precision)) {
            return precision;
        }
    }
    throw InvalidInput(fmt::format("it has elements of type '{}', allowed are '<f4' and '<f8' (float and double, "
                                   "little-endian)",
                                   excerpt(text)));
}

/// What the dictionary says, where it says that there is a matrix of ours.
NpyHeader interpreted(const NpyDictionary& dictionary) {
    const std::vector<std::int64_t>& shape = dictionary.shape;
    if (shape.size() != 2) {
        throw InvalidInput(fmt::format("it has shape {}, a matrix has two dimensions", excerpt(shape_text(shape))));
    }
    return {.precision = parse_descr(dictionary.descr),
            .rows = shape[0],
            .columns = shape[1],
            .layout = dictionary.fortran_order ? Layout::column_major : Layout::row_major,
            .data_offset = 0};
}

/// The next `bytes` of the header, if the file has them.
std::string read_text(InputFile& file, std::uint64_t bytes) {
    const std::uint64_t end = file.position() + bytes;
    if (file.size() < end) {
        throw file.error(fmt::format("it is truncated: it has {} bytes, its header needs {}", file.size(), end));
    }
    std::string text(bytes, '\0');
    file.read(std::as_writable_bytes(std::span(text)));
    return text;
}

/// Little-endian.
std::uint64_t read_number(InputFile& file, std::uint64_t bytes) {
    const std::string digits = read_text(file, bytes);
    std::uint64_t number = 0;
    for (std::uint64_t i = 0; i < bytes; ++i) {
        number |= std::uint64_t{static_cast<unsigned char>(digits[i])} << (8 * i);
    }
    return number;
}

/// The text of the dictionary, which follows the magic bytes, the version and its own length.
std::string read_dictionary(InputFile& file) {
    if (read_text(file, std::min<std::uint64_t>(magic.size(), file.size())) != magic) {
        throw file.error("it is not an .npy file, which begins with \\x93NUMPY");
    }
    const std::uint64_t major = read_number(file, 1);
    const std::uint64_t minor = read_number(file, 1);
    if (major < 1 || major > 3 || minor != 0) {
        throw file.error(fmt::format("it has .npy format {}.{}, allowed are 1.0, 2.0 and 3.0", major, minor));
    }
    const std::uint64_t length = read_number(file, major == 1 ? 2 : 4);
    if (length > longest_dictionary) {
        throw file.error(fmt::format("its header has {} bytes, allowed are {}", length, longest_dictionary));
    }
    return read_text(file, length);
}

/// Leaves the file at its first element.
NpyHeader read_header(InputFile& file) {
    const std::string dictionary = read_dictionary(file);
    try {
        NpyHeader header = interpreted(parse_npy_dictionary(dictionary));
        const std::uint64_t expected = matrix_bytes(header.rows, header.columns, header.precision);
        header.data_offset = file.position();
        const std::uint64_t present = file.size() - header.data_offset;
        if (present != expected) {
            throw InvalidInput(fmt::format("it {}: {} bytes of data, {} expected",
                                           present < expected ? "is truncated" : "has bytes behind its end", present,
                                           expected));
        }
        return header;
    } catch (const InvalidInput& error) {
        throw file.error(error.what());
    }
}

/// All that stands before the data of a file in format 1.0.
std::string header_text(Precision precision, Layout layout, std::int64_t rows, std::int64_t columns) {
    std::string dictionary =
        to_string(NpyDictionary{std::string(descr(precision)), layout == Layout::column_major, {rows, columns}});
    while ((magic.size() + 4 + dictionary.size() + 1) % data_alignment != 0) {
        dictionary += ' ';
    }
    dictionary += '\n';
    const auto length = static_cast<std::uint16_t>(dictionary.size());
    return fmt::format("{}{}{}{}{}{}", magic, '\x01', '\x00', static_cast<char>(length & 0xff),
                       static_cast<char>(length >> 8), dictionary);
}

template <class T> NpyHeader read_header_of(InputFile& file) {
    const NpyHeader header = read_header(file);
    if (header.precision != precision_of<T>()) {
        throw file.error(fmt::format("it has elements of type {}, {} is asked for", to_string(header.precision),
                                     to_string(precision_of<T>())));
    }
    return header;
}

/// The part in the order of the file, as columns, which lie together there: told of each, with its position in bytes.
template <class T, class Tell> void for_each_line(const NpyHeader& header, std::int64_t row, std::int64_t column,
                                                  const MatrixView<T>& part, const Tell& tell) {
    const bool has_columns = header.layout == Layout::column_major;
    const MatrixView<T> lines = has_columns ? part : transposed(part);
    const std::int64_t length = has_columns ? header.rows : header.columns;
    const std::int64_t first = has_columns ? column : row;
    const std::int64_t begin = has_columns ? row : column;
    for (std::int64_t line = 0; line < lines.columns; ++line) {
        const auto element = static_cast<std::uint64_t>((first + line) * length + begin);
        tell(header.data_offset + element * sizeof(T), lines, line);
    }
}

} // namespace

NpyHeader read_npy_header(const std::filesystem::path& path) {
    InputFile file(path);
    return read_header(file);
}

template <class T> Matrix<T> read_npy(const std::filesystem::path& path) {
    InputFile file(path);
    const NpyHeader header = read_header_of<T>(file);
    Matrix<T> matrix(header.rows, header.columns, header.layout);
    file.read(std::as_writable_bytes(std::span(matrix.data(), matrix.size())));
    return matrix;
}

template <class T> void write_npy(const std::filesystem::path& path, MatrixView<const T> matrix) {
    OutputFile file(path);
    write_npy_header(file, precision_of<T>(), matrix.layout, matrix.rows, matrix.columns);
    const MatrixView<const T> columns = matrix.layout == Layout::column_major ? matrix : transposed(matrix);
    for (std::int64_t j = 0; j < columns.columns && columns.rows > 0; ++j) {
        file.write(std::as_bytes(std::span(columns.data + j * columns.ld, static_cast<std::size_t>(columns.rows))));
    }
    file.commit();
}

template <class T> NpyPartsReader<T>::NpyPartsReader(const std::filesystem::path& path)
    : file_(path), header_(read_header_of<T>(file_)) {}

template <class T> void NpyPartsReader<T>::read(std::int64_t row, std::int64_t column, MatrixView<T> part) const {
    std::vector<T> elements;
    for_each_line(header_, row, column, part,
                  [&](std::uint64_t position, const MatrixView<T>& lines, std::int64_t line) {
                      elements.resize(static_cast<std::size_t>(lines.rows));
                      file_.read_at(position, std::as_writable_bytes(std::span(elements)));
                      for (std::int64_t i = 0; i < lines.rows; ++i) {
                          lines(i, line) = elements[static_cast<std::size_t>(i)];
                      }
                  });
}

NpyHeader write_npy_header(OutputFile& file, Precision precision, Layout layout, std::int64_t rows,
                           std::int64_t columns) {
    const std::string header = header_text(precision, layout, rows, columns);
    file.write(std::as_bytes(std::span(header)));
    return {precision, rows, columns, layout, header.size()};
}

template <class T> void NpyPartsWriter<T>::write(std::int64_t row, std::int64_t column, MatrixView<const T> part) {
    std::vector<T> elements;
    for_each_line(header_, row, column, part,
                  [&](std::uint64_t position, const MatrixView<const T>& lines, std::int64_t line) {
                      elements.resize(static_cast<std::size_t>(lines.rows));
                      for (std::int64_t i = 0; i < lines.rows; ++i) {
                          elements[static_cast<std::size_t>(i)] = lines(i, line);
                      }
                      file_.write_at(position, std::as_bytes(std::span(elements)));
                  });
}

template class NpyPartsReader<float>;
template class NpyPartsReader<double>;
template class NpyPartsWriter<float>;
template class NpyPartsWriter<double>;
template Matrix<float> read_npy<float>(const std::filesystem::path&);
template Matrix<double> read_npy<double>(const std::filesystem::path&);
template void write_npy<float>(const std::filesystem::path&, MatrixView<const float>);
template void write_npy<double>(const std::filesystem::path&, MatrixView<const double>);

} // namespace tangram::apps
