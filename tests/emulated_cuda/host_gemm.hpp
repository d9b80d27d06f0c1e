#pragma once

#include <cublas_v2.h>

namespace emulated_cuda {

/// C := alpha op(A) op(B) + beta C as cublas?gemm, column-major, of host memory.
void host_gemm(cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, float alpha, const float* a,
               int lda, const float* b, int ldb, float beta, float* c, int ldc);
void host_gemm(cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, double alpha, const double* a,
               int lda, const double* b, int ldb, double beta, double* c, int ldc);

} // namespace emulated_cuda
