#pragma once

/// GEMM on one tile, on an OpenCL device, by CLBlast.

#include "apps/gemm/kernels/opencl_memory.hpp"
#include "base/gemm_call.hpp"

struct _cl_command_queue;

namespace tangram::apps {

/// Enqueues the product and returns, on a CPU's device (PoCL) when it is done. The first
/// call for a precision on a device compiles CLBlast's kernels, which takes seconds.
/// Throws as call_clblast does.
template <class T> void opencl_gemm(const GemmCall<T, OpenclMemory>& call, _cl_command_queue* queue);

extern template void opencl_gemm<float>(const GemmCall<float, OpenclMemory>&, _cl_command_queue*);
extern template void opencl_gemm<double>(const GemmCall<double, OpenclMemory>&, _cl_command_queue*);

} // namespace tangram::apps
