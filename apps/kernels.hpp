#pragma once

/// A codelet's functions, one for each kind of device.

#include <starpu.h>

namespace tangram::apps {

struct Kernels {
    starpu_cpu_func_t cpu;
    starpu_opencl_func_t opencl = nullptr; ///< nothing if this build has none
    starpu_cuda_func_t cuda = nullptr;
};

/// In simulation nothing is computed; a function only says that a device of its kind
/// could. Kernels of devices return when they are started.
inline void set_kernels(starpu_codelet& codelet, const Kernels& kernels) {
    codelet.cpu_funcs[0] = kernels.cpu;
#if defined(STARPU_SIMGRID)
    codelet.cuda_funcs[0] = kernels.cpu;
    codelet.opencl_funcs[0] = kernels.cpu;
#else
    if (kernels.opencl != nullptr) {
        codelet.opencl_funcs[0] = kernels.opencl;
        codelet.opencl_flags[0] = STARPU_OPENCL_ASYNC;
    }
    if (kernels.cuda != nullptr) {
        codelet.cuda_funcs[0] = kernels.cuda;
        codelet.cuda_flags[0] = STARPU_CUDA_ASYNC;
    }
#endif
}

} // namespace tangram::apps
