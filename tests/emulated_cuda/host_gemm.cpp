#include "tests/emulated_cuda/host_gemm.hpp"

#include <cblas.h>

namespace emulated_cuda {

namespace {

CBLAS_TRANSPOSE transpose(cublasOperation_t operation) {
    return operation == CUBLAS_OP_N ? CblasNoTrans : CblasTrans;
}

} // namespace

void host_gemm(cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, float alpha, const float* a,
               int lda, const float* b, int ldb, float beta, float* c, int ldc) {
    cblas_sgemm(CblasColMajor, transpose(transa), transpose(transb), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

void host_gemm(cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, double alpha, const double* a,
               int lda, const double* b, int ldb, double beta, double* c, int ldc) {
    cblas_dgemm(CblasColMajor, transpose(transa), transpose(transb), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

} // namespace emulated_cuda
