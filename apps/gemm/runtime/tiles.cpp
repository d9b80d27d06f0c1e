#include "apps/gemm/runtime/tiles.hpp"

#include "cuda/staged_matrix.hpp"

namespace tangram::apps {

namespace {

starpu_data_handle_t register_tile(std::uintptr_t data, std::int64_t ld, std::int64_t height, std::int64_t width,
                                   std::size_t element_bytes, bool staged) {
    const auto line = static_cast<std::uint32_t>(ld);
    const auto nx = static_cast<std::uint32_t>(height);
    const auto ny = static_cast<std::uint32_t>(width);
    if (staged) {
        return cuda::register_staged_matrix(data, line, nx, ny, element_bytes);
    }
    starpu_data_handle_t handle = nullptr;
    starpu_matrix_data_register(&handle, STARPU_MAIN_RAM, data, line, nx, ny, element_bytes);
    return handle;
}

} // namespace

TiledMatrix::TiledMatrix(void* data, std::int64_t ld, std::size_t element_bytes, Transpose transpose, Tiling rows,
                         Tiling columns, bool staged)
    : rows_(rows), columns_(columns) {
    handles_.reserve(static_cast<std::size_t>(rows.count() * columns.count()));
    const auto start = reinterpret_cast<std::uintptr_t>(data);
    const bool flip = transpose == Transpose::yes;
    for (std::int64_t i = 0; i < rows.count(); ++i) {
        for (std::int64_t j = 0; j < columns.count(); ++j) {
            const std::int64_t row = flip ? columns.begin(j) : rows.begin(i);
            const std::int64_t column = flip ? rows.begin(i) : columns.begin(j);
            const std::int64_t height = flip ? columns.length(j) : rows.length(i);
            const std::int64_t width = flip ? rows.length(i) : columns.length(j);
            const starpu_data_handle_t handle =
                register_tile(start + static_cast<std::uintptr_t>(row + column * ld) * element_bytes, ld, height, width,
                              element_bytes, staged);
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
