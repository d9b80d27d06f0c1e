#pragma once

/// One tile's product on an OpenCL device, by CLBlast.

#include "apps/matrix.hpp"

#include <cstddef>

struct _cl_mem;
struct _cl_command_queue;

namespace tangram::apps {

/// As TileProduct, with buffers on the device; offsets in elements.
template <class T> struct OpenclTileProduct {
    Transpose transa;
    Transpose transb;
    std::size_t m, n, k;
    T alpha;
    _cl_mem* a;
    std::size_t a_offset;
    std::size_t lda;
    _cl_mem* b;
    std::size_t b_offset;
    std::size_t ldb;
    T beta;
    _cl_mem* c;
    std::size_t c_offset;
    std::size_t ldc;
};

/// Enqueues the product and returns, on a CPU's device (PoCL) when it is done. The first
/// call for a precision on a device compiles CLBlast's kernels, which takes seconds.
/// Throws as call_clblast does.
template <class T> void opencl_gemm(const OpenclTileProduct<T>& product, _cl_command_queue* queue);

/// Whether StarPU's OpenCL device runs on the CPU (PoCL). Throws RunFailure if it cannot be asked.
bool is_emulated_opencl_device(int device);

extern template void opencl_gemm<float>(const OpenclTileProduct<float>&, _cl_command_queue*);
extern template void opencl_gemm<double>(const OpenclTileProduct<double>&, _cl_command_queue*);

} // namespace tangram::apps
