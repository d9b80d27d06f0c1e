#pragma once

/// C = 0 on a CUDA device.

#include "base/tile_view.hpp"

struct cublasContext;

namespace tangram::cuda {

/// Enqueues it on the handle's stream and returns. Throws RunFailure with cuBLAS's status.
template <class T> void clear(const TileView<T>& c, cublasContext* handle);

extern template void clear<float>(const TileView<float>&, cublasContext*);
extern template void clear<double>(const TileView<double>&, cublasContext*);

} // namespace tangram::cuda
