#pragma once

/// Dense matrices as the applications see them: views on the user's memory and
/// one owning type. All sizes are in elements.

#include "base/transpose.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <type_traits>

namespace tangram::apps {

using tangram::Transpose;

enum class Layout { column_major, row_major };
enum class Precision { single_precision, double_precision };

template <class T> constexpr Precision precision_of() {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>);
    return std::is_same_v<T, float> ? Precision::single_precision : Precision::double_precision;
}

/// "float" or "double", as in `--precision`.
constexpr std::string_view to_string(Precision precision) {
    return precision == Precision::single_precision ? "float" : "double";
}

constexpr std::size_t element_size(Precision precision) {
    return precision == Precision::single_precision ? sizeof(float) : sizeof(double);
}

/// Throws InvalidInput if a size is negative or the bytes exceed 2^63 - 1.
std::uint64_t matrix_bytes(std::int64_t rows, std::int64_t columns, Precision precision);

constexpr Transpose flipped(Transpose transpose) {
    return transpose == Transpose::no ? Transpose::yes : Transpose::no;
}

/// A rows x columns matrix in somebody else's memory. `ld` is the distance
/// between the starts of two columns (column-major) or two rows (row-major).
/// T may be const.
template <class T> struct MatrixView {
    T* data = nullptr;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t ld = 1;
    Layout layout = Layout::column_major;

    T& operator()(std::int64_t i, std::int64_t j) const {
        return layout == Layout::column_major ? data[i + j * ld] : data[i * ld + j];
    }

    operator MatrixView<const T>() const // NOLINT(google-explicit-constructor): a view of more restricted access
        requires(!std::is_const_v<T>) {
        return {data, rows, columns, ld, layout};
    }
};

/// The transpose, in the same memory: rows and columns change places.
template <class T> constexpr MatrixView<T> transposed(MatrixView<T> view) {
    const Layout layout = view.layout == Layout::column_major ? Layout::row_major : Layout::column_major;
    return {view.data, view.columns, view.rows, view.ld, layout};
}

/// A matrix that owns its page-aligned, uninitialised memory; ld is as small as
/// can be, and 1 at least. Movable, not copyable. data() of an empty matrix may
/// be null.
template <class T> class Matrix {
  public:
    Matrix() = default;

    /// Throws InvalidInput if a size is negative or the bytes overflow, and
    /// Unavailable if the machine does not have that much memory available (see
    /// available_memory.hpp).
    Matrix(std::int64_t rows, std::int64_t columns, Layout layout = Layout::column_major);

    [[nodiscard]] MatrixView<T> view() { return {data_.get(), rows_, columns_, ld(), layout_}; }
    [[nodiscard]] MatrixView<const T> view() const { return {data_.get(), rows_, columns_, ld(), layout_}; }
    [[nodiscard]] T* data() { return data_.get(); }
    [[nodiscard]] const T* data() const { return data_.get(); }
    [[nodiscard]] std::int64_t rows() const { return rows_; }
    [[nodiscard]] std::int64_t columns() const { return columns_; }
    [[nodiscard]] Layout layout() const { return layout_; }
    [[nodiscard]] std::int64_t ld() const;
    [[nodiscard]] std::size_t size() const {
        return static_cast<std::size_t>(rows_) * static_cast<std::size_t>(columns_);
    }

    [[nodiscard]] Matrix copy() const;

    /// Takes the elements of another one of the same sizes and layout.
    void copy_from(const Matrix& other);

    /// Uniform in [-1, 1). A value depends on the seed and the position in memory
    /// only: the same on any number of threads; one seed fills a row-major matrix
    /// with the transpose of what it fills a column-major one with.
    void fill_random(std::uint64_t seed);

    /// The same value everywhere.
    void fill(T value);

  private:
    struct Free {
        void operator()(T* pointer) const noexcept;
    };
    std::unique_ptr<T[], Free> data_;
    std::int64_t rows_ = 0;
    std::int64_t columns_ = 0;
    Layout layout_ = Layout::column_major;
};

extern template class Matrix<float>;
extern template class Matrix<double>;

} // namespace tangram::apps
