#include "apps/cpu_gemm.hpp"

#include <cblas.h>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tangram::apps {

namespace {

CBLAS_TRANSPOSE to_cblas(Transpose transpose) {
    return transpose == Transpose::no ? CblasNoTrans : CblasTrans;
}

void call_blas(const TileProduct<float>& p) {
    cblas_sgemm(CblasColMajor, to_cblas(p.transa), to_cblas(p.transb), p.m, p.n, p.k, p.alpha, p.a, p.lda, p.b, p.ldb,
                p.beta, p.c, p.ldc);
}

void call_blas(const TileProduct<double>& p) {
    cblas_dgemm(CblasColMajor, to_cblas(p.transa), to_cblas(p.transb), p.m, p.n, p.k, p.alpha, p.a, p.lda, p.b, p.ldb,
                p.beta, p.c, p.ldc);
}

/// The block of C with rows [i0, i1) and columns [j0, j1).
template <class T> TileProduct<T> block(const TileProduct<T>& p, int i0, int i1, int j0, int j1) {
    TileProduct<T> part = p;
    part.m = i1 - i0;
    part.n = j1 - j0;
    const auto step = [](int index, int stride) { return static_cast<std::ptrdiff_t>(index) * stride; };
    part.a += p.transa == Transpose::no ? i0 : step(i0, p.lda);
    part.b += p.transb == Transpose::no ? step(j0, p.ldb) : j0;
    part.c += i0 + step(j0, p.ldc);
    return part;
}

/// The divisor of `cores` nearest below its square root: blocks as square as can
/// be read A and B least often.
int rows_of_blocks(int cores) {
    int rows = static_cast<int>(std::sqrt(static_cast<double>(cores)));
    while (cores % rows != 0) {
        --rows;
    }
    return rows;
}

int edge(int size, int part, int parts) {
    return static_cast<int>(static_cast<std::ptrdiff_t>(size) * part / parts);
}

} // namespace

template <class T> void cpu_gemm(const TileProduct<T>& product, int cores) {
    if (cores <= 1) {
        call_blas(product);
        return;
    }
    const int rows = rows_of_blocks(cores);
    const int columns = cores / rows;
#pragma omp parallel for num_threads(cores) schedule(static)
    for (int core = 0; core < cores; ++core) {
        const int row = core % rows;
        const int column = core / rows;
        const TileProduct<T> part = block(product, edge(product.m, row, rows), edge(product.m, row + 1, rows),
                                          edge(product.n, column, columns), edge(product.n, column + 1, columns));
        if (part.m > 0 && part.n > 0) {
            call_blas(part);
        }
    }
}

template void cpu_gemm<float>(const TileProduct<float>&, int);
template void cpu_gemm<double>(const TileProduct<double>&, int);

} // namespace tangram::apps
