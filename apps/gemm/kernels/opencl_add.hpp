#pragma once

/// C += A on an OpenCL device, by CLBlast.

#include "apps/gemm/kernels/opencl_memory.hpp"

struct _cl_command_queue;

namespace tangram::apps {

/// Enqueues the sum of tiles of the same sizes and returns, on a CPU's device (PoCL) when it is
/// done. Tiles without padding, as StarPU's on devices are, are added in one call, others column
/// by column. Throws as call_clblast does.
template <class T> void opencl_add(const OpenclTile<const T>& a, const OpenclTile<T>& c, _cl_command_queue* queue);

extern template void opencl_add<float>(const OpenclTile<const float>&, const OpenclTile<float>&, _cl_command_queue*);
extern template void opencl_add<double>(const OpenclTile<const double>&, const OpenclTile<double>&, _cl_command_queue*);

} // namespace tangram::apps
