#include "apps/gemm/runtime/tiles.hpp"

#include "cuda/staged_matrix.hpp"

namespace tangram::apps {

namespace {

starpu_data_handle_t register_tile(const TileMemory& memory, std::int64_t height, std::int64_t width,
                                   std::size_t element_bytes, bool staged) {
    constexpr int no_home = -1;
    const auto data = reinterpret_cast<std::uintptr_t>(memory.data);
    const bool has_home = memory.data != nullptr;
    const auto line = static_cast<std::uint32_t>(has_home ? memory.ld : height);
    const auto nx = static_cast<std::uint32_t>(height);
    const auto ny = static_cast<std::uint32_t>(width);
    if (staged && has_home) {
        return cuda::register_staged_matrix(data, line, nx, ny, element_bytes);
    }
    starpu_data_handle_t handle = nullptr;
    starpu_matrix_data_register(&handle, has_home ? STARPU_MAIN_RAM : no_home, data, line, nx, ny, element_bytes);
    return handle;
}

/// Of the tiles of one matrix.
std::function<TileMemory(std::int64_t, std::int64_t)> tiles_of(void* data, std::int64_t ld, std::size_t element_bytes,
                                                               bool flip, Tiling rows, Tiling columns) {
    return [=](std::int64_t i, std::int64_t j) -> TileMemory {
        const std::int64_t row = flip ? columns.begin(j) : rows.begin(i);
        const std::int64_t column = flip ? rows.begin(i) : columns.begin(j);
        const std::size_t offset = static_cast<std::size_t>(row + column * ld) * element_bytes;
        // Not by pointer arithmetic: simulated matrices are addresses only.
        return {reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(data) + offset), ld};
    };
}

} // namespace

TiledMatrix::TiledMatrix(void* data, std::int64_t ld, std::size_t element_bytes, Transpose transpose, Tiling rows,
                         Tiling columns, bool staged)
    : TiledMatrix(tiles_of(data, ld, element_bytes, transpose == Transpose::yes, rows, columns), element_bytes,
                  transpose, rows, columns, staged) {}

TiledMatrix::TiledMatrix(const std::function<TileMemory(std::int64_t, std::int64_t)>& memory, std::size_t element_bytes,
                         Transpose transpose, Tiling rows, Tiling columns, bool staged)
    : rows_(rows), columns_(columns) {
    handles_.reserve(static_cast<std::size_t>(rows.count() * columns.count()));
    const bool flip = transpose == Transpose::yes;
    for (std::int64_t i = 0; i < rows.count(); ++i) {
        for (std::int64_t j = 0; j < columns.count(); ++j) {
            const std::int64_t height = flip ? columns.length(j) : rows.length(i);
            const std::int64_t width = flip ? rows.length(i) : columns.length(j);
            const starpu_data_handle_t handle = register_tile(memory(i, j), height, width, element_bytes, staged);
            starpu_data_set_coordinates(handle, 2, static_cast<int>(i), static_cast<int>(j));
            handles_.push_back(handle);
        }
    }
}

TiledMatrix::~TiledMatrix() {
    unregister();
}

void TiledMatrix::unregister() {
    for (const starpu_data_handle_t handle : handles_) {
        starpu_data_unregister(handle);
    }
    handles_.clear();
}

} // namespace tangram::apps
