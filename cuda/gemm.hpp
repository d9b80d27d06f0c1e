#pragma once

/// GEMM on one tile, on a CUDA device, by cuBLAS.

#include "base/gemm_call.hpp"

struct cublasContext;

namespace tangram::cuda {

/// Enqueues the product on the handle's stream and returns. Throws RunFailure with
/// cuBLAS's status.
template <class T> void gemm(const GemmCall<T>& call, cublasContext* handle);

extern template void gemm<float>(const GemmCall<float>&, cublasContext*);
extern template void gemm<double>(const GemmCall<double>&, cublasContext*);

} // namespace tangram::cuda
