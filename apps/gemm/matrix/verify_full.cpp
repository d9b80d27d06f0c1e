#include "apps/gemm/matrix/residual.hpp"
#include "apps/gemm/matrix/verify.hpp"
#include "base/error.hpp"

#include <cblas.h>
#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <limits>
#include <type_traits>

namespace tangram::apps {

namespace {

blasint blas_size(std::int64_t size) {
    if (size > std::numeric_limits<blasint>::max()) {
        throw InvalidInput(fmt::format("full verification goes to sizes of {}, not {}: use freivalds",
                                       std::numeric_limits<blasint>::max(), size));
    }
    return static_cast<blasint>(size);
}

CBLAS_TRANSPOSE blas_transpose(Layout layout) {
    return layout == Layout::column_major ? CblasNoTrans : CblasTrans;
}

/// `columns` columns of a view from `first` on.
template <class T> MatrixView<T> columns_of(MatrixView<T> view, std::int64_t first, std::int64_t columns) {
    view.data += view.layout == Layout::column_major ? first * view.ld : first;
    view.columns = columns;
    return view;
}

/// `result` += alpha A B by OpenBLAS, in this thread; result is column-major.
template <class T> void add_blas_product(const PlainProduct<T>& p, MatrixView<const T> b, MatrixView<T> result) {
    const auto gemm = [] {
        if constexpr (std::is_same_v<T, float>) {
            return cblas_sgemm;
        } else {
            return cblas_dgemm;
        }
    }();
    omp_set_num_threads(1); // in here, also where OpenMP grants the region a single thread
    gemm(CblasColMajor, blas_transpose(p.a.layout), blas_transpose(b.layout), blas_size(result.rows),
         blas_size(result.columns), blas_size(p.a.columns), p.alpha, p.a.data, blas_size(p.a.ld), b.data,
         blas_size(b.ld), 1, result.data, blas_size(result.ld));
}

/// In blocks of columns, one for each thread. OpenBLAS itself waits for ever where OpenMP grants it fewer threads than
/// it asks for (OMP_THREAD_LIMIT, OMP_DYNAMIC; OpenBLAS 0.3.21, exec_blas).
template <class T> void add_product(const PlainProduct<T>& p, MatrixView<T> result) {
    const auto sizes = {result.rows, result.columns, p.a.columns, p.a.ld, p.b.ld, result.ld};
    std::for_each(sizes.begin(), sizes.end(), blas_size); // throws, which threads must not
    const std::int64_t blocks = std::min<std::int64_t>(omp_get_max_threads(), result.columns);
#pragma omp parallel for schedule(static)
    for (std::int64_t block = 0; block < blocks; ++block) {
        const std::int64_t first = result.columns * block / blocks;
        const std::int64_t columns = result.columns * (block + 1) / blocks - first;
        add_blas_product(p, columns_of(p.b, first, columns), columns_of(result, first, columns));
    }
}

template <class T> Matrix<T> reference(const PlainProduct<T>& p) {
    Matrix<T> result(p.c.rows, p.c.columns);
    const MatrixView<T> view = result.view();
#pragma omp parallel for schedule(static)
    for (std::int64_t j = 0; j < view.columns; ++j) {
        for (std::int64_t i = 0; i < view.rows; ++i) {
            view(i, j) = p.adds() ? p.beta * p.c0(i, j) : 0;
        }
    }
    if (p.multiplies()) {
        add_product(p, view);
    }
    return result;
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

} // namespace

template <class T> double residual_full(const CheckedProduct<T>& product) {
    // A column-major C lets everything below go through it by columns.
    PlainProduct<T> p = simplified(product);
    if (p.c.layout == Layout::row_major) {
        p = transposed(p);
    }
    if (p.c.rows == 0 || p.c.columns == 0) {
        return 0;
    }
    const Matrix<T> expected = reference(p);
    return residual(distance(p.c, expected.view()), p);
}

template double residual_full<float>(const CheckedProduct<float>&);
template double residual_full<double>(const CheckedProduct<double>&);

} // namespace tangram::apps
