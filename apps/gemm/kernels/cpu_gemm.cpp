#include "apps/gemm/kernels/cpu_gemm.hpp"

#include <cblas.h>

#include <cmath>
#include <cstddef>

#include <omp.h>

namespace tangram::apps {

namespace {

CBLAS_TRANSPOSE to_cblas(Transpose transpose) {
    return transpose == Transpose::no ? CblasNoTrans : CblasTrans;
}

void call_blas(const GemmCall<float>& p) {
    cblas_sgemm(CblasColMajor, to_cblas(p.transa), to_cblas(p.transb), p.m(), p.n(), p.k(), p.alpha, p.a.data, p.a.ld,
                p.b.data, p.b.ld, p.beta, p.c.data, p.c.ld);
}

void call_blas(const GemmCall<double>& p) {
    cblas_dgemm(CblasColMajor, to_cblas(p.transa), to_cblas(p.transb), p.m(), p.n(), p.k(), p.alpha, p.a.data, p.a.ld,
                p.b.data, p.b.ld, p.beta, p.c.data, p.c.ld);
}

/// Indices [begin, end).
struct Range {
    int begin;
    int end;
};

template <class T> TileView<T> rows_of(const TileView<T>& tile, Range rows) {
    return {tile.data + rows.begin, rows.end - rows.begin, tile.columns, tile.ld};
}

template <class T> TileView<T> columns_of(const TileView<T>& tile, Range columns) {
    return {tile.data + static_cast<std::ptrdiff_t>(columns.begin) * tile.ld, tile.rows, columns.end - columns.begin,
            tile.ld};
}

/// The call that computes a block of C.
template <class T> GemmCall<T> block(const GemmCall<T>& call, Range rows, Range columns) {
    GemmCall<T> part = call;
    part.a = call.transa == Transpose::no ? rows_of(call.a, rows) : columns_of(call.a, rows);
    part.b = call.transb == Transpose::no ? columns_of(call.b, columns) : rows_of(call.b, columns);
    part.c = columns_of(rows_of(call.c, rows), columns);
    return part;
}

/// The largest divisor of `cores` up to its square root: nearly square blocks read A and
/// B least.
int rows_of_blocks(int cores) {
    int rows = static_cast<int>(std::sqrt(static_cast<double>(cores)));
    while (cores % rows != 0) {
        --rows;
    }
    return rows;
}

/// A part of [0, size) cut into equal parts.
Range range(int size, int part, int parts) {
    const auto edge = [&](int number) { return static_cast<int>(static_cast<std::ptrdiff_t>(size) * number / parts); };
    return {edge(part), edge(part + 1)};
}

} // namespace

template <class T> void cpu_gemm(const GemmCall<T>& call, int cores) {
    if (cores <= 1) {
        call_blas(call);
        return;
    }
    const int rows = rows_of_blocks(cores);
    const int columns = cores / rows;
#pragma omp parallel for num_threads(cores) schedule(static)
    for (int core = 0; core < cores; ++core) {
        const GemmCall<T> part = block(call, range(call.m(), core % rows, rows), range(call.n(), core / rows, columns));
        if (part.m() > 0 && part.n() > 0) {
            omp_set_num_threads(1); // in here, also where OpenMP grants the region a single thread
            call_blas(part);
        }
    }
}

template void cpu_gemm<float>(const GemmCall<float>&, int);
template void cpu_gemm<double>(const GemmCall<double>&, int);

} // namespace tangram::apps
