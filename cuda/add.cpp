#include "cuda/add.hpp"

#include "base/error.hpp"
#include "cuda/cublas.hpp"

#include <string>

namespace tangram::cuda {

namespace {

cublasStatus_t enqueue(const TileView<const float>& a, const TileView<float>& c, cublasHandle_t handle) {
    const float one = 1;
    return cublas().sgeam(handle, CUBLAS_OP_N, CUBLAS_OP_N, c.rows, c.columns, &one, a.data, a.ld, &one, c.data, c.ld,
                          c.data, c.ld);
}

cublasStatus_t enqueue(const TileView<const double>& a, const TileView<double>& c, cublasHandle_t handle) {
    const double one = 1;
    return cublas().dgeam(handle, CUBLAS_OP_N, CUBLAS_OP_N, c.rows, c.columns, &one, a.data, a.ld, &one, c.data, c.ld,
                          c.data, c.ld);
}

} // namespace

template <class T> void add(const TileView<const T>& a, const TileView<T>& c, cublasContext* handle) {
    const cublasStatus_t status = enqueue(a, c, handle);
    if (status != CUBLAS_STATUS_SUCCESS) {
        throw RunFailure(std::string("cuBLAS's GEAM failed: ") + cublas().status_string(status));
    }
}

template void add<float>(const TileView<const float>&, const TileView<float>&, cublasContext*);
template void add<double>(const TileView<const double>&, const TileView<double>&, cublasContext*);

} // namespace tangram::cuda
