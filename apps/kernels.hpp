#pragma once

/// A codelet's functions, one for each kind of device.

#include <starpu.h>

namespace tangram::apps {

struct Kernels {
    starpu_cpu_func_t cpu;
    starpu_opencl_func_t opencl = nullptr; ///< nothing if this build has none
    starpu_cuda_func_t cuda = nullptr;
};

/// Kernels of devices return when they are started, in simulation as well: else a
/// device's driver would neither start transfers nor prepare the next task meanwhile.
/// There nothing is computed; a function only says that a device of its kind could.
inline void set_kernels(starpu_codelet& codelet, Kernels kernels) {
#if defined(STARPU_SIMGRID)
    kernels.opencl = kernels.cpu;
    kernels.cuda = kernels.cpu;
#endif
    codelet.cpu_funcs[0] = kernels.cpu;
    if (kernels.opencl != nullptr) {
        codelet.opencl_funcs[0] = kernels.opencl;
        codelet.opencl_flags[0] = STARPU_OPENCL_ASYNC;
    }
    if (kernels.cuda != nullptr) {
        codelet.cuda_funcs[0] = kernels.cuda;
        codelet.cuda_flags[0] = STARPU_CUDA_ASYNC;
    }
}

} // namespace tangram::apps
