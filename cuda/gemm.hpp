#pragma once

/// One tile's product on a CUDA device, by cuBLAS.

struct cublasContext;

namespace tangram::cuda {

/// C = alpha op(A) op(B) + beta C on column-major tiles in the device's memory: C
/// is m x n, op(A) m x k, op(B) k x n; ld in elements. Enqueues on the handle's
/// stream and returns. beta = 0 does not read C. Throws RunFailure with cuBLAS's
/// status.
template <class T> void gemm(cublasContext* handle, bool transpose_a, bool transpose_b, int m, int n, int k, T alpha,
                             const T* a, int lda, const T* b, int ldb, T beta, T* c, int ldc);

extern template void gemm<float>(cublasContext*, bool, bool, int, int, int, float, const float*, int, const float*, int,
                                 float, float*, int);
extern template void gemm<double>(cublasContext*, bool, bool, int, int, int, double, const double*, int, const double*,
                                  int, double, double*, int);

} // namespace tangram::cuda
