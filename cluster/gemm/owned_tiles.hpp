#pragma once

/// The tiles of a distributed matrix that one process owns, in memory of their own, or where a program has them.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/runtime/pinned_matrices.hpp"
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

    /// In the caller's memory, which must outlive this. place: of tile (i, j) of op(), as it is stored, column-major;
    /// nothing if another process has it. O(tiles of the whole matrix).
    OwnedTiles(const TiledShape& shape,
               const std::function<std::optional<apps::MatrixView<T>>(std::int64_t i, std::int64_t j)>& place);

    /// With other owners: tiles that were this process's before lie where they have lain in `before`, which must
    /// outlive this, the others in memory of its own, which is uninitialised. Throws as the first one. O(tiles of the
    /// whole matrix).
    OwnedTiles(OwnedTiles& before, const std::function<bool(std::int64_t i, std::int64_t j)>& is_owned);

    [[nodiscard]] const TiledShape& shape() const { return shape_; }

    /// Of its own; nothing of tiles in the caller's memory, or allocated by others.
    [[nodiscard]] apps::PinnedMatrices::Extent memory() const { return {memory_.data(), memory_.size() * sizeof(T)}; }

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
    void fill(T value);
    void copy_from(const OwnedTiles& other); ///< of one with the same tiles

  private:
    /// Of the tiles of which that is so.
    [[nodiscard]] std::int64_t elements(const std::function<bool(std::int64_t i, std::int64_t j)>& counts) const;
    /// Tile (i, j) at `next`, which moves behind it.
    [[nodiscard]] apps::MatrixView<T> placed(std::int64_t i, std::int64_t j, T*& next) const;

    [[nodiscard]] std::size_t index(std::int64_t i, std::int64_t j) const {
        return static_cast<std::size_t>(i * shape_.columns.count() + j);
    }

    TiledShape shape_;
    std::vector<std::optional<apps::MatrixView<T>>> tiles_; ///< of op(), row by row, as they are stored
    apps::Matrix<T> memory_;
    std::shared_ptr<void> given_; ///< in place of that
};

extern template class OwnedTiles<float>;
extern template class OwnedTiles<double>;

} // namespace tangram::cluster
