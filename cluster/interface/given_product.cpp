#include "cluster/interface/given_product.hpp"

#include "apps/gemm/matrix/tile_grid.hpp"
#include "base/digest.hpp"
#include "base/error.hpp"
#include "base/tiling.hpp"
#include "cluster/gemm/node_gemm.hpp"
#include "cluster/nodes/node_zones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <unordered_set>

namespace tangram::cluster {

namespace {

/// Tile (i, j) of op() as the program numbers it.
struct Stored {
    Stored(Transpose transpose, std::int64_t i, std::int64_t j)
        : row(static_cast<std::size_t>(transpose == Transpose::no ? i : j)),
          column(static_cast<std::size_t>(transpose == Transpose::no ? j : i)) {}

    std::size_t row;
    std::size_t column;
};

template <class U> TiledShape checked_shape(const char* name, const DistributedMatrix<U>& matrix, Transpose transpose,
                                            std::size_t processes) {
    if (matrix.rows < 0 || matrix.columns < 0 || matrix.tile < 1) {
        throw InvalidInput(
            fmt::format("{} of {} x {} elements in tiles of {}: sizes must not be negative, and tiles at "
                        "least 1",
                        name, matrix.rows, matrix.columns, matrix.tile));
    }
    apps::check_tile_size(matrix.tile);
    if (!matrix.owner || !matrix.at) {
        throw InvalidInput(fmt::format("{} lacks a function: who owns a tile, or where it lies", name));
    }
    const Tiling rows{matrix.rows, matrix.tile};
    const Tiling columns{matrix.columns, matrix.tile};
    const double tiles = static_cast<double>(rows.count()) * static_cast<double>(columns.count());
    if (tiles > static_cast<double>(apps::max_tiles) * static_cast<double>(processes)) {
        throw InvalidInput(fmt::format("{} of {} x {} elements in tiles of {}: at most {} tiles for each process", name,
                                       matrix.rows, matrix.columns, matrix.tile, apps::max_tiles));
    }
    return transpose == Transpose::no ? TiledShape{transpose, rows, columns} : TiledShape{transpose, columns, rows};
}

template <class U> std::vector<std::size_t> checked_owners(const char* name, const DistributedMatrix<U>& matrix,
                                                           const TiledShape& shape, std::size_t processes) {
    std::vector<std::size_t> owners;
    for (std::int64_t i = 0; i < shape.rows.count(); ++i) {
        for (std::int64_t j = 0; j < shape.columns.count(); ++j) {
            const Stored tile(shape.transpose, i, j);
            owners.push_back(matrix.owner(tile.row, tile.column));
            if (owners.back() >= processes) {
                throw InvalidInput(fmt::format("tile ({}, {}) of {} is process {}'s, and there are {}", tile.row,
                                               tile.column, name, owners.back(), processes));
            }
        }
    }
    return owners;
}

/// Of tile (i, j) of op(). StarPU-MPI counts bytes between columns in int.
template <class T, class U> apps::MatrixView<T> checked_tile(const char* name, const DistributedMatrix<U>& matrix,
                                                             const TiledShape& shape, std::int64_t i, std::int64_t j) {
    const Stored tile(shape.transpose, i, j);
    const StoredPlace place = stored_place(shape, i, j);
    const apps::MatrixView<U> view = matrix.at(tile.row, tile.column);
    constexpr std::int64_t most = std::numeric_limits<int>::max() / static_cast<std::int64_t>(sizeof(U));
    if (view.data == nullptr || view.rows != place.rows || view.columns != place.columns ||
        view.layout != apps::Layout::column_major || view.ld < place.rows || view.ld > most) {
        throw InvalidInput(fmt::format("tile ({}, {}) of {}: {}{} x {} elements with leading dimension {}, and it must "
                                       "have {} x {}, column-major, and one of {} to {}",
                                       tile.row, tile.column, name, view.data == nullptr ? "no data for " : "",
                                       view.rows, view.columns, view.ld, place.rows, place.columns, place.rows, most));
    }
    return {const_cast<T*>(view.data), view.rows, view.columns, view.ld};
}

template <class T, class U> OwnedTiles<T> checked_tiles(const char* name, const DistributedMatrix<U>& matrix,
                                                        const TiledShape& shape, const std::vector<std::size_t>& owners,
                                                        std::size_t me) {
    return {shape, [&](std::int64_t i, std::int64_t j) -> std::optional<apps::MatrixView<T>> {
                const auto index = static_cast<std::size_t>(i * shape.columns.count() + j);
                return owners[index] == me ? std::optional(checked_tile<T>(name, matrix, shape, i, j)) : std::nullopt;
            }};
}

void check_fit(const TiledShape& a, const TiledShape& b, const TiledShape& c) {
    if (a.rows.size != c.rows.size || b.columns.size != c.columns.size || a.columns.size != b.rows.size) {
        throw InvalidInput(fmt::format("op(A) of {} x {}, op(B) of {} x {} and C of {} x {} do not fit each other",
                                       a.rows.size, a.columns.size, b.rows.size, b.columns.size, c.rows.size,
                                       c.columns.size));
    }
    if (a.rows.tile != c.rows.tile || b.rows.tile != c.rows.tile) {
        throw InvalidInput(fmt::format("tiles of {} in A, {} in B and {} in C: they must be the same", a.rows.tile,
                                       b.rows.tile, c.rows.tile));
    }
}

/// Two tasks must not write to the same memory, nor one where others read.
template <class T> void check_apart(const OwnedTiles<T>& a, const OwnedTiles<T>& b, const OwnedTiles<T>& c) {
    std::unordered_set<const T*> starts;
    c.for_each([&](std::int64_t i, std::int64_t j, apps::MatrixView<const T> tile) {
        if (!starts.insert(tile.data).second) {
            throw InvalidInput(fmt::format("tile ({}, {}) of C lies where another one does", i, j));
        }
    });
    const auto check = [&](const char* name, const OwnedTiles<T>& input) {
        input.for_each_stored([&](const StoredPlace& place, apps::MatrixView<const T> tile) {
            if (starts.count(tile.data) != 0) {
                throw InvalidInput(
                    fmt::format("C lies where {} does, from its element ({}, {}) on", name, place.row, place.column));
            }
        });
    };
    check("A", a);
    check("B", b);
}

void check_options(const ClusterGemmOptions& options, std::size_t processes) {
    if (options.window == std::optional<std::size_t>(0)) {
        throw InvalidInput("a window of no slice: one is the least");
    }
    nodes::require_zones(options.zones, processes);
    if (!options.speeds.empty() && options.speeds.size() != processes) {
        throw InvalidInput(fmt::format("{} speeds for {} processes", options.speeds.size(), processes));
    }
    for (const double speed : options.speeds) {
        if (!(speed > 0) || !std::isfinite(speed)) {
            throw InvalidInput(fmt::format("a speed of {}: it must be positive and finite", speed));
        }
    }
}

} // namespace

template <class T> template <class U>
GivenMatrix<T>::GivenMatrix(const char* name, const DistributedMatrix<U>& matrix, Transpose transpose, std::size_t me,
                            std::size_t processes)
    : GivenMatrix(name, matrix, checked_shape(name, matrix, transpose, processes), me, processes) {}

template <class T> template <class U>
GivenMatrix<T>::GivenMatrix(const char* name, const DistributedMatrix<U>& matrix, const TiledShape& shape,
                            std::size_t me, std::size_t processes)
    : owners_(checked_owners(name, matrix, shape, processes)),
      tiles_(checked_tiles<T>(name, matrix, shape, owners_, me)) {}

template <class T> nodes::Owner GivenMatrix<T>::owner() const {
    return [&owners = owners_, columns = static_cast<std::size_t>(shape().columns.count())](
               std::size_t i, std::size_t j) { return owners[i * columns + j]; };
}

template <class T>
GivenProduct<T>::GivenProduct(Transpose transa, Transpose transb, T alpha, const DistributedMatrix<const T>& a,
                              const DistributedMatrix<const T>& b, T beta, const DistributedMatrix<T>& c,
                              const ClusterGemmOptions& options, std::size_t me, std::size_t processes)
    : alpha_(alpha), beta_(beta), a_("A", a, transa, me, processes), b_("B", b, transb, me, processes),
      c_("C", c, Transpose::no, me, processes), problem_{.m = c.rows,
                                                         .n = c.columns,
                                                         .k = a_.shape().columns.size,
                                                         .tile = c.tile,
                                                         .element_bytes = sizeof(T)} {
    check_fit(a_.shape(), b_.shape(), c_.shape());
    const bool is_empty = problem_.m == 0 || problem_.n == 0 || problem_.k == 0;
    if (!is_empty && !can_be_sent(problem_)) {
        throw InvalidInput(fmt::format("tiles of {}: several processes can send those of less than 2 GiB", c.tile));
    }
    check_apart(a_.tiles(), b_.tiles(), c_.tiles());
    check_options(options, processes);
}

template <class T> std::uint64_t GivenProduct<T>::digest(const ClusterGemmOptions& options) const {
    Digest digest;
    const std::array<std::int64_t, 11> numbers{problem_.m,
                                               problem_.n,
                                               problem_.k,
                                               problem_.tile,
                                               static_cast<std::int64_t>(sizeof(T)),
                                               a_.shape().transpose == Transpose::yes ? 1 : 0,
                                               b_.shape().transpose == Transpose::yes ? 1 : 0,
                                               static_cast<std::int64_t>(options.place),
                                               static_cast<std::int64_t>(options.window.value_or(0)),
                                               static_cast<std::int64_t>(options.zones.size()),
                                               static_cast<std::int64_t>(options.speeds.size())};
    digest.add(std::span<const std::int64_t>(numbers));
    const std::array<double, 2> factors{static_cast<double>(alpha_), static_cast<double>(beta_)};
    digest.add(std::span<const double>(factors));
    digest.add(std::span<const char>(options.zones));
    digest.add(std::span<const double>(options.speeds));
    for (const GivenMatrix<T>* matrix : {&a_, &b_, &c_}) {
        digest.add(std::span(matrix->owners()));
    }
    return digest.value();
}

template class GivenMatrix<float>;
template class GivenMatrix<double>;
template class GivenProduct<float>;
template class GivenProduct<double>;

} // namespace tangram::cluster
