#pragma once

/// C = 0 on one core.

#include "base/tile_view.hpp"

#include <algorithm>
#include <cstddef>

namespace tangram::apps {

template <class T> void cpu_clear(const TileView<T>& c) {
    for (int j = 0; j < c.columns; ++j) {
        std::fill_n(c.data + static_cast<std::ptrdiff_t>(j) * c.ld, c.rows, T{0});
    }
}

} // namespace tangram::apps
