#pragma once

/// One tile added to another on an OpenCL device, by CLBlast.

#include <cstddef>

struct _cl_mem;
struct _cl_command_queue;

namespace tangram::apps {

/// As TileSum, with buffers on the device; offsets in elements.
template <class T> struct OpenclTileSum {
    std::size_t m, n;
    _cl_mem* a;
    std::size_t a_offset;
    std::size_t lda;
    _cl_mem* c;
    std::size_t c_offset;
    std::size_t ldc;
};

/// Enqueues the sum and returns, on a CPU's device (PoCL) when it is done. Tiles without
/// padding, as StarPU's on devices are, are added in one call, others column by column.
/// Throws as call_clblast does.
template <class T> void opencl_add(const OpenclTileSum<T>& sum, _cl_command_queue* queue);

extern template void opencl_add<float>(const OpenclTileSum<float>&, _cl_command_queue*);
extern template void opencl_add<double>(const OpenclTileSum<double>&, _cl_command_queue*);

} // namespace tangram::apps
