#include "apps/gemm/kernels/kernels.hpp"

#include "apps/gemm/kernels/opencl_worker.hpp"
#include "cuda/devices.hpp"

namespace tangram::apps {

namespace {

/// Kernels of devices return when they are started, in simulation as well: else a device's driver would neither start
/// transfers nor prepare the next task meanwhile.
void set_opencl(starpu_codelet& codelet, starpu_opencl_func_t function) {
    codelet.opencl_funcs[0] = function;
    codelet.opencl_flags[0] = STARPU_OPENCL_ASYNC;
}

void set_cuda(starpu_codelet& codelet, starpu_cuda_func_t function) {
    codelet.cuda_funcs[0] = function;
    codelet.cuda_flags[0] = STARPU_CUDA_ASYNC;
}

} // namespace

void set_kernels(starpu_codelet& codelet, const Kernels& kernels) {
    codelet.cpu_funcs[0] = kernels.cpu;
#if defined(STARPU_SIMGRID)
    // A function only says that a device of its kind could.
    set_opencl(codelet, kernels.cpu);
    set_cuda(codelet, kernels.cpu);
#else
    if (has_opencl_kernels()) {
        set_opencl(codelet, kernels.opencl);
    }
    if (cuda::has_kernels()) {
        set_cuda(codelet, kernels.cuda);
    }
#endif
}

} // namespace tangram::apps
