#include "cluster/numerics/kernels.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>

namespace tangram::numerics {

namespace {

/// Pivots that are eliminated without BLAS. More of them make slow loops, fewer make slow products of matrices.
constexpr Index small_block = 32;

/// BLAS counts with int; fronts have at most fronts::most_order rows.
int to_blas(Index count) {
    return static_cast<int>(count);
}

bool is_usable(double pivot, double least) {
    return std::isfinite(pivot) && std::abs(pivot) > least;
}

void subtract_multiple(double* row, double factor, const double* other, Index columns) {
    for (Index column = 0; column < columns; ++column) {
        row[column] -= factor * other[column];
    }
}

/// LU of a square matrix; as eliminate().
std::optional<Index> eliminate_small(const MatrixView<double>& block, std::span<const double> least) {
    for (Index k = 0; k < block.rows; ++k) {
        const double* const pivot_row = block.row(k) + k;
        if (!is_usable(*pivot_row, least[k])) {
            return k;
        }
        for (Index i = k + 1; i < block.rows; ++i) {
            double* const row = block.row(i) + k;
            *row /= *pivot_row;
            subtract_multiple(row + 1, *row, pivot_row + 1, block.columns - k - 1);
        }
    }
    return std::nullopt;
}

/// The columns behind a square block that is eliminated.
void finish_panel(const MatrixView<double>& panel) {
    const Index pivots = panel.rows;
    if (panel.columns > pivots) {
        cblas_dtrsm(CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasUnit, to_blas(pivots),
                    to_blas(panel.columns - pivots), 1, panel.values, to_blas(panel.stride), panel.values + pivots,
                    to_blas(panel.stride));
    }
}

} // namespace

std::optional<Index> eliminate(const MatrixView<double>& rows, std::span<const double> least) {
    const auto all_pivots = static_cast<Index>(least.size());
    for (Index done = 0; done < all_pivots; done += small_block) {
        const Index pivots = std::min(small_block, all_pivots - done);
        const MatrixView<double> panel = rows.part(done, done, pivots, rows.columns - done);
        const auto unusable =
            eliminate_small(panel.part(0, 0, pivots, pivots), least.subspan(static_cast<std::size_t>(done)));
        if (unusable) {
            return done + *unusable;
        }
        finish_panel(panel);
        const Index below = done + pivots;
        if (below < rows.rows) {
            update(rows.part(below, done, rows.rows - below, panel.columns), panel.read_only());
        }
    }
    return std::nullopt;
}

void update(const MatrixView<double>& rows, const MatrixView<const double>& panel) {
    const Index pivots = panel.rows;
    cblas_dtrsm(CblasRowMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit, to_blas(rows.rows), to_blas(pivots),
                1, panel.values, to_blas(panel.stride), rows.values, to_blas(rows.stride));
    if (rows.columns > pivots) {
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, to_blas(rows.rows), to_blas(rows.columns - pivots),
                    to_blas(pivots), -1, rows.values, to_blas(rows.stride), panel.values + pivots,
                    to_blas(panel.stride), 1, rows.values + pivots, to_blas(rows.stride));
    }
}

void solve_lower(const MatrixView<const double>& factors, std::span<double> y) {
    cblas_dtrsv(CblasRowMajor, CblasLower, CblasNoTrans, CblasUnit, to_blas(factors.rows), factors.values,
                to_blas(factors.stride), y.data(), 1);
}

void solve_upper(const MatrixView<const double>& factors, std::span<double> x) {
    cblas_dtrsv(CblasRowMajor, CblasUpper, CblasNoTrans, CblasNonUnit, to_blas(factors.rows), factors.values,
                to_blas(factors.stride), x.data(), 1);
}

void subtract_product(const MatrixView<const double>& a, std::span<const double> x, std::span<double> y) {
    if (a.rows > 0 && a.columns > 0) {
        cblas_dgemv(CblasRowMajor, CblasNoTrans, to_blas(a.rows), to_blas(a.columns), -1, a.values, to_blas(a.stride),
                    x.data(), 1, 1, y.data(), 1);
    }
}

} // namespace tangram::numerics
