#pragma once

/// The tiles of a distributed matrix that one process owns, each in memory of its own.

#include "apps/gemm/matrix/matrix.hpp"
#include "base/tiling.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tangram::cluster {

/// op() of a matrix, in tiles.
struct TiledShape {
    Transpose transpose = Transpose::no; ///< whether op() transposes what is stored
    Tiling rows{};                       ///< of op()
    Tiling columns{};                    ///< of op()

    [[nodiscard]] std::int64_t stored_rows() const { return transpose == Transpose::no ? rows.size : columns.size; }
    [[nodiscard]] std::int64_t stored_columns() const { return transpose == Transpose::no ? columns.size : rows.size; }
};

/// Where a tile lies in the stored matrix.
struct StoredPlace {
    std::int64_t row = 0; ///< its first one
    std::int64_t column = 0;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
};

/// Of tile (i, j) of op().
[[nodiscard]] StoredPlace stored_place(const TiledShape& shape, std::int64_t i, std::int64_t j);

/// Gives so many bytes.
using Allocate = std::function<std::shared_ptr<void>(std::size_t bytes)>;

template <class T> class OwnedTiles {
  public:
    /// is_owned: whether tile (i, j) of op() is this process's. allocate: where they shall lie, if not in memory of
    /// their own, which is uninitialised. Throws Unavailable if the machine has not that much, or what allocate throws.
    /// O(tiles of the whole matrix).
    OwnedTiles(const TiledShape& shape, const std::function<bool(std::int64_t i, std::int64_t j)>& is_owned,
               const Allocate& allocate = {});

    [[nodiscard]] const TiledShape& shape() const { return shape_; }

    /// Tile (i, j) of op() as it is stored, column-major; nothing if another process has it.
    [[nodiscard]] std::optional<apps::MatrixView<T>> tile(std::int64_t i, std::int64_t j);
    [[nodiscard]] std::optional<apps::MatrixView<const T>> tile(std::int64_t i, std::int64_t j) const;

    /// Tells of each tile: i, j and a view of op() of it.
    void for_each(const std::function<void(std::int64_t i, std::int64_t j, apps::MatrixView<const T> op)>& tell) const;

    /// Tells of each tile: where it lies in the stored matrix, and itself as it is stored.
    void for_each_stored(const std::function<void(const StoredPlace& place, apps::MatrixView<T> tile)>& tell);
    void
    for_each_stored(const std::function<void(const StoredPlace& place, apps::MatrixView<const T> tile)>& tell) const;

    /// What Matrix::fill_random() gives the stored matrix, column-major.
    void fill_random(std::uint64_t seed);
    void fill(T value) { memory_.fill(value); }
    void copy_from(const OwnedTiles& other) { memory_.copy_from(other.memory_); } ///< of one with the same tiles

  private:
    [[nodiscard]] std::size_t index(std::int64_t i, std::int64_t j) const {
        return static_cast<std::size_t>(i * shape_.columns.count() + j);
    }

    TiledShape shape_;
    std::vector<std::optional<std::size_t>> offsets_; ///< by tile of op(), row by row: in the memory
    apps::Matrix<T> memory_;
    std::shared_ptr<void> given_; ///< in place of that
    T* first_ = nullptr;
};

extern template class OwnedTiles<float>;
extern template class OwnedTiles<double>;

} // namespace tangram::cluster
