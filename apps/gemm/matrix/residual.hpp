#pragma once

/// What both verifications share (verify.hpp): the product in its simplest form, norms, and the scale of the residual.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/matrix/verify.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

namespace tangram::apps {

/// The next higher precision: it holds the squares of all T, so norms neither
/// overflow nor vanish.
template <class T> using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;

/// C = alpha A B + beta C0 with A of m x k, B of k x n; op() has become a layout.
/// What a factor of 0 keeps from being read is an empty view.
template <class T> struct PlainProduct {
    T alpha, beta;
    MatrixView<const T> a, b, c0, c;

    [[nodiscard]] bool multiplies() const { return alpha != 0 && a.columns > 0; }
    [[nodiscard]] bool adds() const { return beta != 0; }
};

template <class T> MatrixView<const T> applied(Transpose op, MatrixView<const T> view) {
    return op == Transpose::yes ? transposed(view) : view;
}

template <class T>
void require_shape(const char* name, MatrixView<const T> view, std::int64_t rows, std::int64_t columns) {
    if (view.rows != rows || view.columns != columns) {
        throw InvalidInput(fmt::format("cannot verify the product: {} is {} x {}, C asks for {} x {}", name, view.rows,
                                       view.columns, rows, columns));
    }
}

template <class T> PlainProduct<T> simplified(const CheckedProduct<T>& product) {
    PlainProduct<T> result = {product.alpha, product.beta, {}, {}, {}, product.c};
    if (product.alpha != 0) {
        result.a = applied(product.transa, product.a);
        result.b = applied(product.transb, product.b);
        require_shape("op(A)", result.a, product.c.rows, result.a.columns);
        require_shape("op(B)", result.b, result.a.columns, product.c.columns);
    }
    if (product.beta != 0) {
        result.c0 = product.c0;
        require_shape("C0", result.c0, product.c.rows, product.c.columns);
    }
    return result;
}

/// The transpose: C^T = alpha B^T A^T + beta C0^T.
template <class T> PlainProduct<T> transposed(const PlainProduct<T>& p) {
    return {p.alpha, p.beta, transposed(p.b), transposed(p.a), transposed(p.c0), transposed(p.c)};
}

/// Square root of the sum of `squares(j)`, the sum of squares in column j. The
/// columns are added in their order, for the same result on any number of threads.
template <class W, class Function> W norm_of_columns(std::int64_t columns, Function squares) {
    std::vector<W> sums(static_cast<std::size_t>(columns));
#pragma omp parallel for schedule(static)
    for (std::int64_t j = 0; j < columns; ++j) {
        sums[static_cast<std::size_t>(j)] = squares(j);
    }
    return std::sqrt(std::accumulate(sums.begin(), sums.end(), W{0}));
}

template <class T> Wide<T> frobenius_norm(MatrixView<const T> matrix) {
    const MatrixView<const T> view = matrix.layout == Layout::column_major ? matrix : transposed(matrix);
    return norm_of_columns<Wide<T>>(view.columns, [view](std::int64_t j) {
        Wide<T> sum = 0;
        for (std::int64_t i = 0; i < view.rows; ++i) {
            sum += static_cast<Wide<T>>(view(i, j)) * view(i, j);
        }
        return sum;
    });
}

/// The largest norm of a column.
template <class T> long double largest_column(MatrixView<const T> matrix) {
    long double largest = 0;
    for (std::int64_t j = 0; j < matrix.columns; ++j) {
        long double squares = 0;
        for (std::int64_t i = 0; i < matrix.rows; ++i) {
            squares += static_cast<long double>(matrix(i, j)) * matrix(i, j);
        }
        largest = std::max(largest, std::sqrt(squares));
    }
    return largest;
}

/// Whether an element of the product, or a sum on the way to it, may be too large for a T: |(A B)_ij| is at most the
/// norm of A's row i times that of B's column j.
template <class T> bool may_overflow(const PlainProduct<T>& p) {
    long double largest = 0;
    if (p.multiplies()) {
        const long double alpha = std::max(std::abs(static_cast<long double>(p.alpha)), 1.0L);
        largest += alpha * largest_column(transposed(p.a)) * largest_column(p.b);
    }
    if (p.adds()) {
        largest += std::abs(static_cast<long double>(p.beta)) * largest_column(p.c0);
    }
    return largest > static_cast<long double>(std::numeric_limits<T>::max());
}

/// What an error of a product is measured by.
struct ProductNorms {
    bool multiplies = false;  ///< A and B are read
    bool adds = false;        ///< C0 is read
    long double elements = 0; ///< of C
    long double k = 0;
    long double alpha = 0;
    long double beta = 0;
    long double a_times_b = 0; ///< Frobenius norms
    long double c0 = 0;
};

template <class T> ProductNorms norms_of(const PlainProduct<T>& p) {
    ProductNorms norms{.multiplies = p.multiplies(),
                       .adds = p.adds(),
                       .elements = static_cast<long double>(p.c.rows) * static_cast<long double>(p.c.columns),
                       .k = static_cast<long double>(p.a.columns),
                       .alpha = static_cast<long double>(p.alpha),
                       .beta = static_cast<long double>(p.beta)};
    if (norms.multiplies) {
        norms.a_times_b = frobenius_norm(p.a) * frobenius_norm(p.b);
    }
    if (norms.adds) {
        norms.c0 = frobenius_norm(p.c0);
    }
    return norms;
}

/// Norm of the error if each of `operations` per element of C is off by the smallest number: what gradual underflow may
/// lose.
template <class T> long double underflow(long double operations, const ProductNorms& norms) {
    return operations * std::sqrt(norms.elements) * static_cast<long double>(std::numeric_limits<T>::denorm_min());
}

/// The error in units of what rounding, and underflow, may explain. may_overflow(): whether elements of C may be too
/// large for a T; asked only if the error is not finite.
template <class T, class MayOverflow>
double residual(long double error, const ProductNorms& norms, const MayOverflow& may_overflow) {
    long double scale = 0;
    if (norms.multiplies) {
        const long double alpha = std::abs(norms.alpha);
        scale += std::sqrt(norms.k + 2) * alpha * norms.a_times_b;
        scale += norms.a_times_b > 0 ? underflow<T>(norms.k * (alpha + 1), norms) / tolerance<T>() : 0;
    }
    if (norms.adds) {
        scale += 2 * std::abs(norms.beta) * norms.c0;
        scale += norms.c0 > 0 ? underflow<T>(1, norms) / tolerance<T>() : 0;
    }
    if (!std::isfinite(scale)) {
        return std::numeric_limits<double>::quiet_NaN(); // not error / infinity, which would pass
    }
    if (!std::isfinite(error)) { // C holds NaN or infinity, what was read does not
        return may_overflow() ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
    }
    if (error == 0) {
        return 0; // also where scale is 0; any other error is infinite there
    }
    return static_cast<double>(error / scale);
}

template <class T> double residual(long double error, const PlainProduct<T>& p) {
    return residual<T>(error, norms_of(p), [&] { return may_overflow(p); });
}

} // namespace tangram::apps
