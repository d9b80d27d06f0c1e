#pragma once

/// A matrix in the user's memory, known to StarPU tile by tile without a copy; or one whose tiles lie apart, some of
/// them elsewhere.

#include "apps/gemm/matrix/matrix.hpp"
#include "apps/gemm/matrix/tile_grid.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <starpu.h>

namespace tangram::apps {

/// Where a tile lies, column-major.
struct TileMemory {
    void* data =
        nullptr; ///< null: nowhere yet. StarPU has it when somebody has written it, and only as long as it is used
    std::int64_t ld = 0;
};

/// A column-major matrix whose op() has rows x columns tiles. Unregisters its
/// tiles at the end, which brings the newest values home.
class TiledMatrix {
  public:
    /// data: the stored matrix, column-major with leading dimension ld (elements
    /// of element_bytes); transpose: whether op() transposes it. rows, columns:
    /// tilings of op(). Each handle carries the tile's coordinates in op(). staged: threads copy its tiles
    /// to CUDA devices and back (cuda/staged_copies.hpp).
    TiledMatrix(void* data, std::int64_t ld, std::size_t element_bytes, Transpose transpose, Tiling rows,
                Tiling columns, bool staged = false);

    /// memory: of tile (i, j) of op(), as it is stored, which is the transpose of that tile where op() transposes.
    TiledMatrix(const std::function<TileMemory(std::int64_t i, std::int64_t j)>& memory, std::size_t element_bytes,
                Transpose transpose, Tiling rows, Tiling columns, bool staged = false);
    ~TiledMatrix();
    TiledMatrix(const TiledMatrix&) = delete;
    TiledMatrix& operator=(const TiledMatrix&) = delete;

    /// Tile (i, j) of op().
    [[nodiscard]] starpu_data_handle_t operator()(std::int64_t i, std::int64_t j) const {
        return handles_[static_cast<std::size_t>(i * columns_.count() + j)];
    }

    [[nodiscard]] const Tiling& rows() const { return rows_; }
    [[nodiscard]] const Tiling& columns() const { return columns_; }

    /// Waits until every tile's newest value is in the home node and lets StarPU
    /// forget them.
    void unregister();

  private:
    Tiling rows_;
    Tiling columns_;
    std::vector<starpu_data_handle_t> handles_;
};

} // namespace tangram::apps
