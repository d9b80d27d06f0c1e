#include "apps/gemm/kernels/cpu_add.hpp"

#include <cstddef>

namespace tangram::apps {

template <class T> void cpu_add(const TileView<const T>& a, const TileView<T>& c, int cores) {
#pragma omp parallel for num_threads(cores) schedule(static) if (cores > 1)
    for (int j = 0; j < c.columns; ++j) {
        const T* from = a.data + static_cast<std::ptrdiff_t>(j) * a.ld;
        T* to = c.data + static_cast<std::ptrdiff_t>(j) * c.ld;
        for (int i = 0; i < c.rows; ++i) {
            to[i] += from[i];
        }
    }
}

template void cpu_add<float>(const TileView<const float>&, const TileView<float>&, int);
template void cpu_add<double>(const TileView<const double>&, const TileView<double>&, int);

} // namespace tangram::apps
