#include "apps/gemm/kernels/opencl_clear.hpp"

#include "apps/gemm/kernels/opencl_queue.hpp"

namespace tangram::apps {

template <class T> void opencl_clear(const OpenclTile<T>& c, _cl_command_queue* queue) {
    const T zero = 0;
    const auto clear = [&](const OpenclMemory::Location<T>& start, std::size_t count) {
        fill(queue, start.buffer, &zero, sizeof(T), start.offset * sizeof(T), count * sizeof(T));
    };
    if (is_contiguous(c)) {
        clear(c.data, elements(c));
        return;
    }
    for (int j = 0; j < c.columns; ++j) {
        clear(column(c, j), static_cast<std::size_t>(c.rows));
    }
}

template void opencl_clear<float>(const OpenclTile<float>&, _cl_command_queue*);
template void opencl_clear<double>(const OpenclTile<double>&, _cl_command_queue*);

} // namespace tangram::apps
