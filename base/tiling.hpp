#pragma once

#include <cstdint>

namespace tangram {

/// Numbers of tiles and their sizes along one dimension: all `tile` long but the last.
struct Tiling {
    std::int64_t size = 0;
    std::int64_t tile = 1;

    [[nodiscard]] std::int64_t count() const { return size / tile + (size % tile != 0 ? 1 : 0); }
    [[nodiscard]] std::int64_t begin(std::int64_t index) const { return index * tile; }
    [[nodiscard]] std::int64_t length(std::int64_t index) const {
        return index + 1 < count() ? tile : size - index * tile;
    }
};

} // namespace tangram
