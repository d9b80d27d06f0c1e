#pragma once

/// C = 0 on an OpenCL device.

#include "apps/gemm/kernels/opencl_memory.hpp"

struct _cl_command_queue;

namespace tangram::apps {

/// Enqueues it and returns. Throws RunFailure with OpenCL's status.
template <class T> void opencl_clear(const OpenclTile<T>& c, _cl_command_queue* queue);

extern template void opencl_clear<float>(const OpenclTile<float>&, _cl_command_queue*);
extern template void opencl_clear<double>(const OpenclTile<double>&, _cl_command_queue*);

} // namespace tangram::apps
