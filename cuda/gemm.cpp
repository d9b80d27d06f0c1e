#include "cuda/gemm.hpp"

#include "partition/error.hpp"

#include <string>

#include <cublas_v2.h>

namespace tangram::cuda {

namespace {

cublasOperation_t operation(bool transpose) {
    return transpose ? CUBLAS_OP_T : CUBLAS_OP_N;
}

cublasStatus_t call(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                    float alpha, const float* a, int lda, const float* b, int ldb, float beta, float* c, int ldc) {
    return cublasSgemm(handle, transa, transb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc);
}

cublasStatus_t call(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                    double alpha, const double* a, int lda, const double* b, int ldb, double beta, double* c, int ldc) {
    return cublasDgemm(handle, transa, transb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc);
}

} // namespace

template <class T> void gemm(cublasContext* handle, bool transpose_a, bool transpose_b, int m, int n, int k, T alpha,
                             const T* a, int lda, const T* b, int ldb, T beta, T* c, int ldc) {
    const cublasStatus_t status =
        call(handle, operation(transpose_a), operation(transpose_b), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    if (status != CUBLAS_STATUS_SUCCESS) {
        throw RunFailure(std::string("cuBLAS's GEMM failed: ") + cublasGetStatusString(status));
    }
}

template void gemm<float>(cublasContext*, bool, bool, int, int, int, float, const float*, int, const float*, int, float,
                          float*, int);
template void gemm<double>(cublasContext*, bool, bool, int, int, int, double, const double*, int, const double*, int,
                           double, double*, int);

} // namespace tangram::cuda
