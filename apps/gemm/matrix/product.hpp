#pragma once

/// A product in the one form that the tiled GEMM works on, and what is wrong with
/// the matrices that a caller gave for it.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/matrix/overlap.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cstdint>
#include <utility>

namespace tangram::apps {

/// A product on column-major matrices: what gemm() is given, with row-major
/// operands turned into transposed ones, and with the whole product transposed
/// (C^T = op(B)^T op(A)^T) where C is row-major.
template <class T> struct Product {
    Transpose transa;
    Transpose transb;
    std::int64_t m, n, k;
    T alpha;
    MatrixView<const T> a;
    MatrixView<const T> b;
    T beta;
    MatrixView<T> c;
    bool swapped; ///< C is the transpose of the user's
};

/// The same memory as a column-major matrix: a row-major one is its transpose.
template <class T> MatrixView<T> as_column_major(MatrixView<T> view) {
    return view.layout == Layout::row_major ? transposed(view) : view;
}

template <class T> Product<T> column_major_product(Transpose transa, Transpose transb, T alpha, MatrixView<const T> a,
                                                   MatrixView<const T> b, T beta, MatrixView<T> c) {
    const bool swapped = c.layout == Layout::row_major;
    Transpose ta = a.layout == Layout::row_major ? flipped(transa) : transa;
    Transpose tb = b.layout == Layout::row_major ? flipped(transb) : transb;
    if (swapped) {
        std::swap(a, b);
        std::swap(ta, tb);
        ta = flipped(ta);
        tb = flipped(tb);
    }
    a = as_column_major(a);
    b = as_column_major(b);
    c = as_column_major(c);
    return {ta, tb, c.rows, c.columns, ta == Transpose::no ? a.columns : a.rows, alpha, a, b, beta, c, swapped};
}

/// Throws InvalidInput unless the view's sizes and leading dimension are possible.
template <class T> void check_view(const char* name, const MatrixView<T>& view) {
    const std::int64_t shortest =
        std::max<std::int64_t>(1, view.layout == Layout::row_major ? view.columns : view.rows);
    if (view.rows < 0 || view.columns < 0) {
        throw InvalidInput(
            fmt::format("matrix {} is {} x {}: sizes cannot be negative", name, view.rows, view.columns));
    }
    const bool is_empty = view.rows == 0 || view.columns == 0; // then nobody reads it
    if (view.ld < shortest || (view.ld > INT_MAX && !is_empty)) {
        throw InvalidInput(fmt::format("matrix {} is {} x {} with leading dimension {}: expected {} to {}", name,
                                       view.rows, view.columns, view.ld, shortest, INT_MAX));
    }
}

/// Throws InvalidInput unless op(A) is m x k, op(B) k x n and C m x n.
template <class T>
void check_shapes(Transpose transa, Transpose transb, MatrixView<const T> a, MatrixView<const T> b, MatrixView<T> c) {
    check_view("A", a);
    check_view("B", b);
    check_view("C", c);
    const auto shape = [](const auto& view, Transpose transpose) {
        return transpose == Transpose::no ? std::pair(view.rows, view.columns) : std::pair(view.columns, view.rows);
    };
    const auto [m, k] = shape(a, transa);
    const auto [k_of_b, n] = shape(b, transb);
    if (k != k_of_b || m != c.rows || n != c.columns) {
        throw InvalidInput(fmt::format("op(A) is {} x {}, op(B) is {} x {} and C is {} x {}: they do not fit", m, k,
                                       k_of_b, n, c.rows, c.columns));
    }
}

/// Throws InvalidInput if a matrix that has elements has no memory.
template <class T> void check_data(const char* name, const MatrixView<T>& view) {
    if (view.data == nullptr && view.rows > 0 && view.columns > 0) {
        throw InvalidInput(
            fmt::format("matrix {} is {} x {}, but its data are a null pointer", name, view.rows, view.columns));
    }
}

/// Throws InvalidInput if A or B has no memory, or shares it with C: tiles of C are written before all of A and B has
/// been read.
template <class T>
void check_inputs(const MatrixView<const T>& a, const MatrixView<const T>& b, const MatrixView<T>& c) {
    for (const auto& [name, view] : {std::pair("A", &a), std::pair("B", &b)}) {
        check_data(name, *view);
        if (share_memory(*view, c)) {
            throw InvalidInput(fmt::format("C shares memory with {}: a product cannot be computed in place", name));
        }
    }
}

/// C = beta C, where A and B have no part in it.
template <class T> void scale(MatrixView<T> c, T beta) {
#pragma omp parallel for schedule(static)
    for (std::int64_t j = 0; j < c.columns; ++j) {
        for (std::int64_t i = 0; i < c.rows; ++i) {
            c(i, j) = beta == T{0} ? T{0} : beta * c(i, j);
        }
    }
}

} // namespace tangram::apps
