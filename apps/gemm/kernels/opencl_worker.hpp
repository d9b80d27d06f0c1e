#pragma once

/// StarPU's OpenCL workers and their devices. A build without OpenCL has the same functions, and those of opencl_gemm,
/// opencl_add and opencl_clear, which throw there (without_opencl.cpp).

#include <cstddef>

struct _cl_command_queue;

namespace tangram::apps {

/// Whether this build has OpenCL kernels.
bool has_opencl_kernels();

/// How many devices StarPU finds, GPUs and accelerators, and CPUs as STARPU_OPENCL_ON_CPUS and
/// STARPU_OPENCL_ONLY_ON_CPUS say. StarPU need not run.
std::size_t opencl_device_count();

/// Of the worker that calls.
_cl_command_queue* queue_of_worker();

/// Whether StarPU's OpenCL device runs on the CPU (PoCL). Throws RunFailure if it cannot be asked.
bool is_emulated_opencl_device(int device);

} // namespace tangram::apps
