#include "cluster/gemm/distributed_verification.hpp"

#include "apps/gemm/matrix/freivalds.hpp"
#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/matrix/residual.hpp"
#include "apps/gemm/matrix/verify.hpp"
#include "cluster/mpi/channel.hpp"
#include "cluster/team/agreed.hpp"

#include <mpi.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace tangram::cluster {

namespace {

using apps::Pair;
using apps::VectorPair;
using apps::Wide;

MPI_Datatype type_of(float /*unused*/) {
    return MPI_FLOAT;
}
MPI_Datatype type_of(double /*unused*/) {
    return MPI_DOUBLE;
}
MPI_Datatype type_of(long double /*unused*/) {
    return MPI_LONG_DOUBLE;
}

/// Over all processes.
template <class W> void add_up(W* numbers, std::size_t count) {
    mpi::check(MPI_Allreduce(MPI_IN_PLACE, numbers, static_cast<int>(count), type_of(W{}), MPI_SUM, MPI_COMM_WORLD));
}

template <class T> void add_up(VectorPair<T>& vectors) {
    for (std::size_t first = 0; first < vectors.size(); first += 1 << 20) { // MPI counts in int
        add_up(vectors[first].data(), 2 * std::min<std::size_t>(1 << 20, vectors.size() - first));
    }
}

/// y += factor op(M) x, by the tiles of this process.
template <class T>
void add_product(Wide<T> factor, const OwnedTiles<T>& matrix, const VectorPair<T>& x, VectorPair<T>& y) {
    const auto part = [](const Tiling& tiling, std::int64_t line) {
        return static_cast<std::size_t>(tiling.begin(line));
    };
    matrix.for_each([&](std::int64_t i, std::int64_t j, apps::MatrixView<const T> tile) {
        apps::add_product<T>(factor, tile, std::span(x).subspan(part(matrix.shape().columns, j)),
                             std::span(y).subspan(part(matrix.shape().rows, i)));
    });
}

template <class T> long double frobenius_norm(const OwnedTiles<T>& matrix) {
    Wide<T> squares = 0;
    matrix.for_each([&](std::int64_t, std::int64_t, apps::MatrixView<const T> tile) {
        const Wide<T> norm = apps::frobenius_norm(tile);
        squares += norm * norm;
    });
    add_up(&squares, 1);
    return std::sqrt(squares);
}

template <class T> VectorPair<T> vectors(const Tiling& tiling) {
    return apps::vectors<T>(tiling.size);
}

/// (C - alpha op(A) op(B) - beta C0) x
template <class T>
VectorPair<T> defect(const DistributedProduct<T>& product, const OwnedTiles<T>& c0, const VectorPair<T>& x) {
    VectorPair<T> y = vectors<T>(product.c.shape().rows);
    add_product<T>(1, product.c, x, y);
    if (product.alpha != T{0}) {
        VectorPair<T> bx = vectors<T>(product.b.shape().rows);
        add_product<T>(1, product.b, x, bx);
        add_up<T>(bx);
        add_product<T>(-product.alpha, product.a, bx, y);
    }
    if (product.beta != T{0}) {
        add_product<T>(-product.beta, c0, x, y);
    }
    add_up<T>(y);
    return y;
}

template <class T> apps::ProductNorms norms_of(const DistributedProduct<T>& product, const OwnedTiles<T>& c0) {
    const TiledShape& c = product.c.shape();
    apps::ProductNorms norms{.multiplies = product.alpha != T{0},
                             .adds = product.beta != T{0},
                             .elements =
                                 static_cast<long double>(c.rows.size) * static_cast<long double>(c.columns.size),
                             .k = static_cast<long double>(product.a.shape().columns.size),
                             .alpha = static_cast<long double>(product.alpha),
                             .beta = static_cast<long double>(product.beta)};
    if (norms.multiplies) {
        norms.a_times_b = frobenius_norm(product.a) * frobenius_norm(product.b);
    }
    if (norms.adds) {
        norms.c0 = frobenius_norm(c0);
    }
    return norms;
}

/// Of matrices as they are stored.
template <class T> struct Whole { apps::Matrix<T> a, b, c0, c; };

/// Zeros, and the tiles of this process.
template <class T> apps::Matrix<T> own_part(const OwnedTiles<T>& matrix) {
    const TiledShape& shape = matrix.shape();
    apps::Matrix<T> whole(shape.stored_rows(), shape.stored_columns());
    whole.fill(0);
    const apps::MatrixView<T> to = whole.view();
    matrix.for_each_stored([&](const StoredPlace& place, apps::MatrixView<const T> tile) {
        for (std::int64_t j = 0; j < tile.columns; ++j) {
            for (std::int64_t i = 0; i < tile.rows; ++i) {
                to(place.row + i, place.column + j) = tile(i, j);
            }
        }
    });
    return whole;
}

/// Of all processes, on process 0: each element is there once.
template <class T> void collect(apps::Matrix<T>& whole, const team::Team& team) {
    constexpr std::size_t most = 1 << 20; // MPI counts in int
    for (std::size_t first = 0; first < whole.size(); first += most) {
        T* const from = whole.data() + first;
        const auto count = static_cast<int>(std::min(most, whole.size() - first));
        mpi::check(
            MPI_Reduce(team.me() == 0 ? MPI_IN_PLACE : from, from, count, type_of(T{}), MPI_SUM, 0, MPI_COMM_WORLD));
    }
}

template <class T> double residual_of_whole(const DistributedProduct<T>& product, const Whole<T>& all) {
    return apps::residual_full<T>({.transa = product.a.shape().transpose,
                                   .transb = product.b.shape().transpose,
                                   .alpha = product.alpha,
                                   .beta = product.beta,
                                   .a = all.a.view(),
                                   .b = all.b.view(),
                                   .c0 = all.c0.view(),
                                   .c = all.c.view()});
}

} // namespace

template <class T>
double residual_full(const DistributedProduct<T>& product, const OwnedTiles<T>& c0, const team::Team& team) {
    const bool reads_c = product.beta != T{0};
    Whole<T> all = team::agreed(team, [&] {
        return Whole<T>{own_part(product.a), own_part(product.b), reads_c ? own_part(c0) : apps::Matrix<T>(),
                        own_part(product.c)};
    });
    for (apps::Matrix<T>* matrix : {&all.a, &all.b, &all.c0, &all.c}) {
        collect(*matrix, team);
    }
    team::Attempt residual([&] { return team.me() == 0 ? residual_of_whole(product, all) : 0.0; });
    team.wait_for_all(); // asleep while process 0 computes
    team::require_all_succeeded(team, residual.failure());
    return team::of_first(team, std::move(residual).value());
}

template double residual_full<float>(const DistributedProduct<float>&, const OwnedTiles<float>&, const team::Team&);
template double residual_full<double>(const DistributedProduct<double>&, const OwnedTiles<double>&, const team::Team&);

template <class T>
double residual_freivalds(const DistributedProduct<T>& product, const OwnedTiles<T>& c0, std::uint64_t seed) {
    const VectorPair<T> x = apps::random_vectors<T>(product.c.shape().columns.size, seed);
    const apps::ProductNorms norms = norms_of(product, c0);
    const auto may_overflow = [&] {
        const long double largest =
            std::max(std::abs(norms.alpha), 1.0L) * norms.a_times_b + std::abs(norms.beta) * norms.c0;
        return largest > static_cast<long double>(std::numeric_limits<T>::max());
    };
    return apps::residual<T>(apps::larger_norm<T>(defect(product, c0, x)), norms, may_overflow);
}

template double residual_freivalds<float>(const DistributedProduct<float>&, const OwnedTiles<float>&, std::uint64_t);
template double residual_freivalds<double>(const DistributedProduct<double>&, const OwnedTiles<double>&, std::uint64_t);

} // namespace tangram::cluster
