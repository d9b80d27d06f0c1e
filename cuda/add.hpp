#pragma once

/// C += A on a CUDA device, by cuBLAS.

#include "base/tile_view.hpp"

struct cublasContext;

namespace tangram::cuda {

/// Enqueues the sum of tiles of the same sizes on the handle's stream and returns.
/// Throws RunFailure with cuBLAS's status.
template <class T> void add(const TileView<const T>& a, const TileView<T>& c, cublasContext* handle);

extern template void add<float>(const TileView<const float>&, const TileView<float>&, cublasContext*);
extern template void add<double>(const TileView<const double>&, const TileView<double>&, cublasContext*);

} // namespace tangram::cuda
