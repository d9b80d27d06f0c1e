#pragma once

/// One tile added to another on a CUDA device, by cuBLAS.

struct cublasContext;

namespace tangram::cuda {

/// C += A on column-major tiles of m x n in the device's memory; ld in elements.
/// Enqueues on the handle's stream and returns. Throws RunFailure with cuBLAS's
/// status.
template <class T> void add(cublasContext* handle, int m, int n, const T* a, int lda, T* c, int ldc);

extern template void add<float>(cublasContext*, int, int, const float*, int, float*, int);
extern template void add<double>(cublasContext*, int, int, const double*, int, double*, int);

} // namespace tangram::cuda
