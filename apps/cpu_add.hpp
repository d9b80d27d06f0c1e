#pragma once

/// One tile added to another on the cores of one CPU worker.

namespace tangram::apps {

/// C += A on column-major tiles of m x n; ld in elements.
template <class T> struct TileSum {
    int m, n;
    const T* a;
    int lda;
    T* c;
    int ldc;
};

/// Adds on `cores` threads, each a block of columns.
template <class T> void cpu_add(const TileSum<T>& sum, int cores);

extern template void cpu_add<float>(const TileSum<float>&, int);
extern template void cpu_add<double>(const TileSum<double>&, int);

} // namespace tangram::apps
