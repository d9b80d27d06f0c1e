#pragma once

/// C += A on the cores of one CPU worker, by plain loops.

#include "base/tile_view.hpp"

namespace tangram::apps {

/// Adds tiles of the same sizes on `cores` threads, each a block of columns.
template <class T> void cpu_add(const TileView<const T>& a, const TileView<T>& c, int cores);

extern template void cpu_add<float>(const TileView<const float>&, const TileView<float>&, int);
extern template void cpu_add<double>(const TileView<const double>&, const TileView<double>&, int);

} // namespace tangram::apps
