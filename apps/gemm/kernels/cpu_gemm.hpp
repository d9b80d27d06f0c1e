#pragma once

/// GEMM on one tile, on the cores of one CPU worker, by OpenBLAS.

#include "base/gemm_call.hpp"

namespace tangram::apps {

/// Runs the product on `cores` threads. The tile is cut into as many blocks, one call
/// each, inside our own parallel region: OpenBLAS lets only one threaded call run at a
/// time in a process (MAX_PARALLEL_NUMBER in its blas_server_omp.c), which would make
/// several groups of cores wait for each other.
template <class T> void cpu_gemm(const GemmCall<T>& call, int cores);

extern template void cpu_gemm<float>(const GemmCall<float>&, int);
extern template void cpu_gemm<double>(const GemmCall<double>&, int);

} // namespace tangram::apps
