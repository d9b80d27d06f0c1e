#include "cuda/add.hpp"

#include "partition/error.hpp"

#include <string>

#include <cublas_v2.h>

namespace tangram::cuda {

namespace {

cublasStatus_t call(cublasHandle_t handle, int m, int n, const float* a, int lda, float* c, int ldc) {
    const float one = 1;
    return cublasSgeam(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, &one, a, lda, &one, c, ldc, c, ldc);
}

cublasStatus_t call(cublasHandle_t handle, int m, int n, const double* a, int lda, double* c, int ldc) {
    const double one = 1;
    return cublasDgeam(handle, CUBLAS_OP_N, CUBLAS_OP_N, m, n, &one, a, lda, &one, c, ldc, c, ldc);
}

} // namespace

template <class T> void add(cublasContext* handle, int m, int n, const T* a, int lda, T* c, int ldc) {
    const cublasStatus_t status = call(handle, m, n, a, lda, c, ldc);
    if (status != CUBLAS_STATUS_SUCCESS) {
        throw RunFailure(std::string("cuBLAS's GEAM failed: ") + cublasGetStatusString(status));
    }
}

template void add<float>(cublasContext*, int, int, const float*, int, float*, int);
template void add<double>(cublasContext*, int, int, const double*, int, double*, int);

} // namespace tangram::cuda
