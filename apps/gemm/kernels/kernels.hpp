#pragma once

/// A codelet's functions, one for each kind of device.

#include <starpu.h>

namespace tangram::apps {

struct Kernels {
    starpu_cpu_func_t cpu;
    starpu_opencl_func_t opencl;
    starpu_cuda_func_t cuda;
};

/// The codelet runs on the devices that this build has kernels for; in simulation, where nothing is computed, on all.
void set_kernels(starpu_codelet& codelet, const Kernels& kernels);

} // namespace tangram::apps
