#pragma once

/// The tiles of a task, as its kernel takes them: the only place that unpacks what StarPU hands to the functions of
/// codelets.

#include "apps/gemm/kernels/opencl_memory.hpp"
#include "base/tile_view.hpp"

#include <type_traits>

#include <starpu.h>

namespace tangram::apps {

/// Of one of a task's buffers, in the memory of the worker that runs it: OpenclMemory for kernels of OpenCL.
template <class T, class Memory = AddressedMemory> TileView<T, Memory> tile(void* buffer) {
    TileView<T, Memory> view;
    if constexpr (std::is_same_v<Memory, OpenclMemory>) {
        view.data = {reinterpret_cast<_cl_mem*>(STARPU_MATRIX_GET_DEV_HANDLE(buffer)),
                     STARPU_MATRIX_GET_OFFSET(buffer) / sizeof(T)};
    } else {
        view.data = reinterpret_cast<T*>(STARPU_MATRIX_GET_PTR(buffer));
    }
    view.rows = static_cast<int>(STARPU_MATRIX_GET_NX(buffer));
    view.columns = static_cast<int>(STARPU_MATRIX_GET_NY(buffer));
    view.ld = static_cast<int>(STARPU_MATRIX_GET_LD(buffer));
    return view;
}

} // namespace tangram::apps
