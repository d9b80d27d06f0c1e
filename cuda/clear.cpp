#include "cuda/clear.hpp"

#include "cuda/gemm.hpp"

namespace tangram::cuda {

/// By a product of depth 0, which has A and B of no elements.
template <class T> void clear(const TileView<T>& c, cublasContext* handle) {
    gemm<T>({.a = {c.data, c.rows, 0, c.ld}, .b = {c.data, 0, c.columns, c.ld}, .beta = 0, .c = c}, handle);
}

template void clear<float>(const TileView<float>&, cublasContext*);
template void clear<double>(const TileView<double>&, cublasContext*);

} // namespace tangram::cuda
