#pragma once

/// Whether two matrices share memory. Blocks of one matrix beside each other do not, though their addresses interleave.

#include "apps/gemm/matrix/matrix.hpp"

#include <algorithm>
#include <cstdint>

namespace tangram::apps {

/// The columns of a column-major matrix, or the rows of a row-major one: runs of contiguous bytes whose starts are
/// equally far apart.
struct Lines {
    std::int64_t first = 0; ///< address
    std::int64_t count = 0;
    std::int64_t length = 0; ///< bytes
    std::int64_t stride = 1; ///< bytes from one to the next
};

template <class T> Lines lines_of(const MatrixView<T>& view) {
    const bool has_columns = view.layout == Layout::column_major;
    constexpr std::int64_t size = sizeof(T);
    return {.first = reinterpret_cast<std::intptr_t>(view.data),
            .count = has_columns ? view.columns : view.rows,
            .length = (has_columns ? view.rows : view.columns) * size,
            .stride = view.ld * size};
}

/// Whether any of the lines has a byte in [begin, end). O(1).
inline bool touch(const Lines& lines, std::int64_t begin, std::int64_t end) {
    const std::int64_t from = begin - lines.first - lines.length; // a line that starts there ends where the bytes begin
    const std::int64_t to = end - lines.first;
    const std::int64_t least = from < 0 ? 0 : from / lines.stride + 1;
    const std::int64_t most = to <= 0 ? -1 : (to - 1) / lines.stride;
    return begin < end && lines.length > 0 && least <= std::min(most, lines.count - 1);
}

/// Whether some byte belongs to an element of both. O(columns of b, or rows if it is row-major).
template <class T, class U> bool share_memory(const MatrixView<T>& a, const MatrixView<U>& b) {
    const Lines of_a = lines_of(a);
    const Lines of_b = lines_of(b);
    for (std::int64_t line = 0; line < of_b.count; ++line) {
        const std::int64_t begin = of_b.first + line * of_b.stride;
        if (touch(of_a, begin, begin + of_b.length)) {
            return true;
        }
    }
    return false;
}

} // namespace tangram::apps
