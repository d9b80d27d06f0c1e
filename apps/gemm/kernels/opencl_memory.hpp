#pragma once

/// Tiles in the memory of an OpenCL device.

#include "base/tile_view.hpp"

#include <cstddef>

struct _cl_mem;

namespace tangram::apps {

/// Memory without addresses: a place in it is a buffer and an offset.
struct OpenclMemory {
    template <class T> struct Location {
        _cl_mem* buffer = nullptr;
        std::size_t offset = 0; ///< in elements
    };
};

template <class T> using OpenclTile = TileView<T, OpenclMemory>;

/// Whether the columns lie one behind the other.
template <class T> bool is_contiguous(const OpenclTile<T>& tile) {
    return tile.ld == tile.rows;
}

template <class T> std::size_t elements(const OpenclTile<T>& tile) {
    return static_cast<std::size_t>(tile.rows) * static_cast<std::size_t>(tile.columns);
}

/// Where column j starts.
template <class T> OpenclMemory::Location<T> column(const OpenclTile<T>& tile, int j) {
    return {tile.data.buffer, tile.data.offset + static_cast<std::size_t>(j) * static_cast<std::size_t>(tile.ld)};
}

} // namespace tangram::apps
