#pragma once

/// Whether the devices that StarPU is told to start are there. It says nothing that a program could handle if they are
/// not.

#include "cuda/devices.hpp"

#include <vector>

namespace tangram::apps {

/// Throws Unavailable if STARPU_NCUDA asks for more devices than were found.
void check_cuda_count(const cuda::Devices& found);

/// Throws Unavailable if StarPU would start a device that STARPU_WORKERS_CUDAID names and that is not among the
/// `count` ones, for which it would end the program, and InvalidInput as check_cuda_list does.
void check_cuda_ids(int count);

/// Throws Unavailable if StarPU, which starts these CUDA devices, would start an OpenCL device that
/// STARPU_WORKERS_OPENCLID names and that is not there: it would end the program.
void check_opencl_ids(const std::vector<int>& cuda);

} // namespace tangram::apps
