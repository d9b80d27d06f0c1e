#include "apps/cpu_add.hpp"

#include <cstddef>

namespace tangram::apps {

template <class T> void cpu_add(const TileSum<T>& sum, int cores) {
#pragma omp parallel for num_threads(cores) schedule(static) if (cores > 1)
    for (int j = 0; j < sum.n; ++j) {
        const T* a = sum.a + static_cast<std::ptrdiff_t>(j) * sum.lda;
        T* c = sum.c + static_cast<std::ptrdiff_t>(j) * sum.ldc;
        for (int i = 0; i < sum.m; ++i) {
            c[i] += a[i];
        }
    }
}

template void cpu_add<float>(const TileSum<float>&, int);
template void cpu_add<double>(const TileSum<double>&, int);

} // namespace tangram::apps
