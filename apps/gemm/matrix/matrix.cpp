#include "apps/gemm/matrix/matrix.hpp"

#include "apps/gemm/support/available_memory.hpp"
#include "apps/gemm/support/format_bytes.hpp"
#include "apps/gemm/support/random.hpp"
#include "base/ceil_divided.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>

namespace tangram::apps {

namespace {

constexpr std::size_t page = 4096;

/// Null for no elements.
void* allocate(std::int64_t rows, std::int64_t columns, Precision precision) {
    const std::uint64_t bytes = matrix_bytes(rows, columns, precision);
    if (bytes == 0) {
        return nullptr;
    }
    const std::string request = fmt::format("a {} x {} matrix of {} needs {}", rows, columns, to_string(precision),
                                            format_bytes(static_cast<double>(bytes)));
    const std::optional<std::uint64_t> available = available_memory();
    if (available && bytes > *available) {
        throw Unavailable(fmt::format("{}, {} are available", request, format_bytes(static_cast<double>(*available))));
    }
    void* const memory = std::aligned_alloc(page, ceil_divided(bytes, page) * page);
    if (memory == nullptr) {
        throw Unavailable(request + ", the system refuses them");
    }
    return memory;
}

} // namespace

std::uint64_t matrix_bytes(std::int64_t rows, std::int64_t columns, Precision precision) {
    if (rows < 0 || columns < 0) {
        throw InvalidInput(fmt::format("a {} x {} matrix does not exist, sizes are 0 or more", rows, columns));
    }
    std::int64_t elements = 0;
    std::int64_t bytes = 0;
    if (__builtin_mul_overflow(rows, columns, &elements) ||
        __builtin_mul_overflow(elements, element_size(precision), &bytes)) {
        throw InvalidInput(
            fmt::format("a {} x {} matrix of {} is too large for any machine", rows, columns, to_string(precision)));
    }
    return static_cast<std::uint64_t>(bytes);
}

template <class T> void Matrix<T>::Free::operator()(T* pointer) const noexcept {
    std::free(pointer);
}

template <class T> Matrix<T>::Matrix(std::int64_t rows, std::int64_t columns, Layout layout)
    : data_(static_cast<T*>(allocate(rows, columns, precision_of<T>()))), rows_(rows), columns_(columns),
      layout_(layout) {}

template <class T> std::int64_t Matrix<T>::ld() const {
    return std::max<std::int64_t>(1, layout_ == Layout::column_major ? rows_ : columns_);
}

template <class T> Matrix<T> Matrix<T>::copy() const {
    Matrix result(rows_, columns_, layout_);
    result.copy_from(*this);
    return result;
}

// In parallel, here and below, also so that the pages spread over the NUMA nodes.
template <class T> void Matrix<T>::copy_from(const Matrix& other) {
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < size(); ++i) {
        data_[i] = other.data_[i];
    }
}

template <class T> void Matrix<T>::fill_random(std::uint64_t seed) {
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < size(); ++i) {
        data_[i] = random_uniform<T>(seed, i);
    }
}

template <class T> void Matrix<T>::fill(T value) {
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < size(); ++i) {
        data_[i] = value;
    }
}

template class Matrix<float>;
template class Matrix<double>;

} // namespace tangram::apps
