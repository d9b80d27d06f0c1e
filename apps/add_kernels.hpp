#pragma once

/// C += A on the buffers of a task, as StarPU hands them to functions of codelets.

#include "apps/cpu_add.hpp"
#include "apps/opencl_add.hpp"

#ifdef TANGRAM_HAS_CUDA
#include "cuda/add.hpp"
#endif

#include <starpu.h>

#ifdef TANGRAM_HAS_OPENCL
#include <starpu_opencl.h>
#endif
#ifdef TANGRAM_HAS_CUDA
#include <starpu_cublas_v2.h>
#endif

namespace tangram::apps {

/// On so many cores. Throws as cpu_add does.
template <class T> void add_on_cpu(void* a, void* c, int cores) {
    const TileSum<T> sum{.m = static_cast<int>(STARPU_MATRIX_GET_NX(c)),
                         .n = static_cast<int>(STARPU_MATRIX_GET_NY(c)),
                         .a = reinterpret_cast<const T*>(STARPU_MATRIX_GET_PTR(a)),
                         .lda = static_cast<int>(STARPU_MATRIX_GET_LD(a)),
                         .c = reinterpret_cast<T*>(STARPU_MATRIX_GET_PTR(c)),
                         .ldc = static_cast<int>(STARPU_MATRIX_GET_LD(c))};
    cpu_add(sum, cores);
}

#ifdef TANGRAM_HAS_OPENCL
/// Enqueued on the worker's queue. Throws as opencl_add does.
template <class T> void add_on_opencl(void* a, void* c) {
    const auto memory = [](void* tile) { return reinterpret_cast<cl_mem>(STARPU_MATRIX_GET_DEV_HANDLE(tile)); };
    const OpenclTileSum<T> sum{.m = STARPU_MATRIX_GET_NX(c),
                               .n = STARPU_MATRIX_GET_NY(c),
                               .a = memory(a),
                               .a_offset = STARPU_MATRIX_GET_OFFSET(a) / sizeof(T),
                               .lda = STARPU_MATRIX_GET_LD(a),
                               .c = memory(c),
                               .c_offset = STARPU_MATRIX_GET_OFFSET(c) / sizeof(T),
                               .ldc = STARPU_MATRIX_GET_LD(c)};
    cl_command_queue queue = nullptr;
    starpu_opencl_get_queue(starpu_worker_get_devid(starpu_worker_get_id()), &queue);
    opencl_add(sum, queue);
}
#endif

#ifdef TANGRAM_HAS_CUDA
/// Enqueued on the worker's stream. Throws as cuda::add does.
template <class T> void add_on_cuda(void* a, void* c) {
    cuda::add<T>(starpu_cublas_get_local_handle(), static_cast<int>(STARPU_MATRIX_GET_NX(c)),
                 static_cast<int>(STARPU_MATRIX_GET_NY(c)), reinterpret_cast<const T*>(STARPU_MATRIX_GET_PTR(a)),
                 static_cast<int>(STARPU_MATRIX_GET_LD(a)), reinterpret_cast<T*>(STARPU_MATRIX_GET_PTR(c)),
                 static_cast<int>(STARPU_MATRIX_GET_LD(c)));
}
#endif

} // namespace tangram::apps
