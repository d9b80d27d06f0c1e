#pragma once

/// Products of matrices and random vectors, by which Freivalds' check (verify.hpp) looks at a product.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/matrix/residual.hpp"
#include "apps/gemm/support/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace tangram::apps {

/// Two vectors side by side: a matrix is then read once for both.
template <class T> using Pair = std::array<Wide<T>, 2>;
template <class T> using VectorPair = std::vector<Pair<T>>;

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
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t v = 0; v < 2; ++v) {
            const auto u = random_uniform<double>(seed, 2 * i + v);
            x[i][v] = std::copysign(half + (b - half) * std::abs(u), u);
        }
    }
    return x;
}

/// y += factor M x. Blocks of rows in parallel, each sum in the order of the
/// columns: the same on any number of threads and in either layout.
template <class T>
void add_product(Wide<T> factor, MatrixView<const T> matrix, std::span<const Pair<T>> x, std::span<Pair<T>> y) {
    constexpr std::int64_t block = 256;
#pragma omp parallel for schedule(static)
    for (std::int64_t first = 0; first < matrix.rows; first += block) {
        const std::int64_t last = std::min(first + block, matrix.rows);
        std::array<Pair<T>, block> sums{};
        const auto add = [&](std::int64_t i, std::int64_t j) {
            const Wide<T> element = matrix(i, j);
            for (std::size_t v = 0; v < 2; ++v) {
                sums[static_cast<std::size_t>(i - first)][v] += element * x[static_cast<std::size_t>(j)][v];
            }
        };
        if (matrix.layout == Layout::column_major) {
            for (std::int64_t j = 0; j < matrix.columns; ++j) {
                for (std::int64_t i = first; i < last; ++i) {
                    add(i, j);
                }
            }
        } else {
            for (std::int64_t i = first; i < last; ++i) {
                for (std::int64_t j = 0; j < matrix.columns; ++j) {
                    add(i, j);
                }
            }
        }
        for (std::int64_t i = first; i < last; ++i) {
            for (std::size_t v = 0; v < 2; ++v) {
                y[static_cast<std::size_t>(i)][v] += factor * sums[static_cast<std::size_t>(i - first)][v];
            }
        }
    }
}

/// The larger of the two vectors' norms.
template <class T> Wide<T> larger_norm(const VectorPair<T>& y) {
    std::array<Wide<T>, 2> squares{};
    for (const auto& entry : y) {
        for (std::size_t v = 0; v < 2; ++v) {
            squares[v] += entry[v] * entry[v];
        }
    }
    return std::sqrt(std::max(squares[0], squares[1]));
}

} // namespace tangram::apps
