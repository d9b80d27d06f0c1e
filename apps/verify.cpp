#include "apps/verify.hpp"

#include "apps/random.hpp"
#include "partition/error.hpp"

#include <cblas.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <limits>
#include <numeric>
#include <type_traits>
#include <vector>

namespace tangram::apps {

namespace {

/// The next higher precision: it holds the squares of all T, so norms neither
/// overflow nor vanish.
template <class T> using Wide = std::conditional_t<std::is_same_v<T, float>, double, long double>;

// ---- The product in its simplest form

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
    if (view.rows != rows || view.columns != columns)
        throw InvalidInput(fmt::format("cannot verify the product: {} is {} x {}, C asks for {} x {}", name, view.rows,
                                       view.columns, rows, columns));
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

// ---- Norms

/// Square root of the sum of `squares(j)`, the sum of squares in column j. The
/// columns are added in their order, for the same result on any number of threads.
template <class W, class Function> W norm_of_columns(std::int64_t columns, Function squares) {
    std::vector<W> sums(static_cast<std::size_t>(columns));
#pragma omp parallel for schedule(static)
    for (std::int64_t j = 0; j < columns; ++j)
        sums[static_cast<std::size_t>(j)] = squares(j);
    return std::sqrt(std::accumulate(sums.begin(), sums.end(), W{0}));
}

template <class T> Wide<T> frobenius_norm(MatrixView<const T> matrix) {
    const MatrixView<const T> view = matrix.layout == Layout::column_major ? matrix : transposed(matrix);
    return norm_of_columns<Wide<T>>(view.columns, [view](std::int64_t j) {
        Wide<T> sum = 0;
        for (std::int64_t i = 0; i < view.rows; ++i)
            sum += static_cast<Wide<T>>(view(i, j)) * view(i, j);
        return sum;
    });
}

/// ||C - reference||_F; the reference is column-major.
template <class T> Wide<T> distance(MatrixView<const T> c, MatrixView<const T> reference) {
    return norm_of_columns<Wide<T>>(c.columns, [c, reference](std::int64_t j) {
        Wide<T> sum = 0;
        for (std::int64_t i = 0; i < c.rows; ++i) {
            const auto difference = static_cast<Wide<T>>(c(i, j)) - reference(i, j);
            sum += difference * difference;
        }
        return sum;
    });
}

/// The error in units of what rounding may explain.
template <class T> double residual(long double error, const PlainProduct<T>& p) {
    long double scale = 0;
    if (p.multiplies())
        scale += std::sqrt(static_cast<long double>(p.a.columns) + 2) * std::abs(static_cast<long double>(p.alpha)) *
                 frobenius_norm(p.a) * frobenius_norm(p.b);
    if (p.adds())
        scale += 2 * std::abs(static_cast<long double>(p.beta)) * frobenius_norm(p.c0);
    if (!std::isfinite(scale))
        return std::numeric_limits<double>::quiet_NaN(); // not error / infinity, which would pass
    if (error == 0)
        return 0; // also where scale is 0; any other error is infinite there
    return static_cast<double>(error / scale);
}

// ---- Against OpenBLAS

blasint blas_size(std::int64_t size) {
    if (size > std::numeric_limits<blasint>::max())
        throw InvalidInput(fmt::format("full verification goes to sizes of {}, not {}: use freivalds",
                                       std::numeric_limits<blasint>::max(), size));
    return static_cast<blasint>(size);
}

CBLAS_TRANSPOSE blas_transpose(Layout layout) {
    return layout == Layout::column_major ? CblasNoTrans : CblasTrans;
}

/// `result` += alpha A B by OpenBLAS; result is column-major.
template <class T> void add_blas_product(const PlainProduct<T>& p, MatrixView<T> result) {
    const auto gemm = [] {
        if constexpr (std::is_same_v<T, float>)
            return cblas_sgemm;
        else
            return cblas_dgemm;
    }();
    gemm(CblasColMajor, blas_transpose(p.a.layout), blas_transpose(p.b.layout), blas_size(result.rows),
         blas_size(result.columns), blas_size(p.a.columns), p.alpha, p.a.data, blas_size(p.a.ld), p.b.data,
         blas_size(p.b.ld), 1, result.data, blas_size(result.ld));
}

template <class T> Matrix<T> reference(const PlainProduct<T>& p) {
    Matrix<T> result(p.c.rows, p.c.columns);
    const MatrixView<T> view = result.view();
#pragma omp parallel for schedule(static)
    for (std::int64_t j = 0; j < view.columns; ++j)
        for (std::int64_t i = 0; i < view.rows; ++i)
            view(i, j) = p.adds() ? p.beta * p.c0(i, j) : 0;
    if (p.multiplies())
        add_blas_product(p, view);
    return result;
}

// ---- Against random vectors

/// Two vectors side by side: a matrix is then read once for both.
template <class T> using VectorPair = std::vector<std::array<Wide<T>, 2>>;

template <class T> VectorPair<T> vectors(std::int64_t size) {
    return VectorPair<T>(static_cast<std::size_t>(size));
}

/// Entries of either sign with magnitudes uniform in [1/2, b], independent, of mean
/// 0, and of variance (1/4 + b/2 + b^2) / 3 = 1. Away from 0, so that a single wrong
/// element cannot hide; continuous, so that two cannot cancel as with +-1.
template <class T> VectorPair<T> random_vectors(std::int64_t size, std::uint64_t seed) {
    const Wide<T> half = 0.5;
    const Wide<T> b = (std::sqrt(Wide<T>{45}) - 1) / 4;
    VectorPair<T> x = vectors<T>(size);
#pragma omp parallel for schedule(static)
    for (std::size_t i = 0; i < x.size(); ++i)
        for (std::size_t v = 0; v < 2; ++v) {
            const auto u = random_uniform<double>(seed, 2 * i + v);
            x[i][v] = std::copysign(half + (b - half) * std::abs(u), u);
        }
    return x;
}

/// y += factor M x. Blocks of rows in parallel, each sum in the order of the
/// columns: the same on any number of threads and in either layout.
template <class T>
void add_product(Wide<T> factor, MatrixView<const T> matrix, const VectorPair<T>& x, VectorPair<T>& y) {
    constexpr std::int64_t block = 256;
#pragma omp parallel for schedule(static)
    for (std::int64_t first = 0; first < matrix.rows; first += block) {
        const std::int64_t last = std::min(first + block, matrix.rows);
        std::array<std::array<Wide<T>, 2>, block> sums{};
        const auto add = [&](std::int64_t i, std::int64_t j) {
            const Wide<T> element = matrix(i, j);
            for (std::size_t v = 0; v < 2; ++v)
                sums[static_cast<std::size_t>(i - first)][v] += element * x[static_cast<std::size_t>(j)][v];
        };
        if (matrix.layout == Layout::column_major) {
            for (std::int64_t j = 0; j < matrix.columns; ++j)
                for (std::int64_t i = first; i < last; ++i)
                    add(i, j);
        } else {
            for (std::int64_t i = first; i < last; ++i)
                for (std::int64_t j = 0; j < matrix.columns; ++j)
                    add(i, j);
        }
        for (std::int64_t i = first; i < last; ++i)
            for (std::size_t v = 0; v < 2; ++v)
                y[static_cast<std::size_t>(i)][v] += factor * sums[static_cast<std::size_t>(i - first)][v];
    }
}

/// The larger of the two vectors' norms.
template <class T> Wide<T> larger_norm(const VectorPair<T>& y) {
    std::array<Wide<T>, 2> squares{};
    for (const auto& entry : y)
        for (std::size_t v = 0; v < 2; ++v)
            squares[v] += entry[v] * entry[v];
    return std::sqrt(std::max(squares[0], squares[1]));
}

/// (C - alpha A B - beta C0) x
template <class T> VectorPair<T> defect(const PlainProduct<T>& p, const VectorPair<T>& x) {
    VectorPair<T> y = vectors<T>(p.c.rows);
    add_product<T>(1, p.c, x, y);
    if (p.multiplies()) {
        VectorPair<T> bx = vectors<T>(p.b.rows);
        add_product<T>(1, p.b, x, bx);
        add_product<T>(-p.alpha, p.a, bx, y);
    }
    if (p.adds())
        add_product<T>(-p.beta, p.c0, x, y);
    return y;
}

} // namespace

template <class T> double residual_full(const CheckedProduct<T>& product) {
    // A column-major C lets everything below go through it by columns.
    PlainProduct<T> p = simplified(product);
    if (p.c.layout == Layout::row_major)
        p = transposed(p);
    if (p.c.rows == 0 || p.c.columns == 0)
        return 0;
    const Matrix<T> expected = reference(p);
    return residual(distance(p.c, expected.view()), p);
}

template <class T> double residual_freivalds(const CheckedProduct<T>& product, std::uint64_t seed) {
    const PlainProduct<T> p = simplified(product);
    if (p.c.rows == 0 || p.c.columns == 0)
        return 0;
    return residual(larger_norm<T>(defect(p, random_vectors<T>(p.c.columns, seed))), p);
}

template double residual_full<float>(const CheckedProduct<float>&);
template double residual_full<double>(const CheckedProduct<double>&);
template double residual_freivalds<float>(const CheckedProduct<float>&, std::uint64_t);
template double residual_freivalds<double>(const CheckedProduct<double>&, std::uint64_t);

} // namespace tangram::apps
