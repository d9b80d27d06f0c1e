#pragma once

/// One tile's product on the cores of one CPU worker.

#include "apps/matrix.hpp"

namespace tangram::apps {

/// C = alpha op(A) op(B) + beta C on column-major tiles: C is m x n, op(A) m x k,
/// op(B) k x n; ld in elements. beta = 0 does not read C.
template <class T> struct TileProduct {
    Transpose transa;
    Transpose transb;
    int m, n, k;
    T alpha;
    const T* a;
    int lda;
    const T* b;
    int ldb;
    T beta;
    T* c;
    int ldc;
};

/// Runs the product on `cores` threads by OpenBLAS. The tile is cut into as many
/// blocks, one call each, inside our own parallel region: OpenBLAS lets only one
/// threaded call run at a time in a process (MAX_PARALLEL_NUMBER in its
/// blas_server_omp.c), which would make several groups of cores wait for each
/// other.
template <class T> void cpu_gemm(const TileProduct<T>& product, int cores);

extern template void cpu_gemm<float>(const TileProduct<float>&, int);
extern template void cpu_gemm<double>(const TileProduct<double>&, int);

} // namespace tangram::apps
