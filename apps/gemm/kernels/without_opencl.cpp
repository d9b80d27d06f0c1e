/// What takes the place of the OpenCL kernels in builds without OpenCL, and in simulation.

#include "apps/gemm/kernels/opencl_add.hpp"
#include "apps/gemm/kernels/opencl_clear.hpp"
#include "apps/gemm/kernels/opencl_gemm.hpp"
#include "apps/gemm/kernels/opencl_worker.hpp"
#include "base/error.hpp"

namespace tangram::apps {

namespace {

constexpr const char* reason = "this build has no OpenCL kernels";

} // namespace

bool has_opencl_kernels() {
    return false;
}

std::size_t opencl_device_count() {
    return 0;
}

bool is_emulated_opencl_device(int /*device*/) {
    return false;
}

// No worker asks for the rest.

_cl_command_queue* queue_of_worker() {
    throw Unavailable(reason);
}

template <class T> void opencl_gemm(const GemmCall<T, OpenclMemory>& /*call*/, _cl_command_queue* /*queue*/) {
    throw Unavailable(reason);
}

template <class T>
void opencl_add(const OpenclTile<const T>& /*a*/, const OpenclTile<T>& /*c*/, _cl_command_queue* /*queue*/) {
    throw Unavailable(reason);
}

template <class T> void opencl_clear(const OpenclTile<T>& /*c*/, _cl_command_queue* /*queue*/) {
    throw Unavailable(reason);
}

template void opencl_gemm<float>(const GemmCall<float, OpenclMemory>&, _cl_command_queue*);
template void opencl_gemm<double>(const GemmCall<double, OpenclMemory>&, _cl_command_queue*);
template void opencl_add<float>(const OpenclTile<const float>&, const OpenclTile<float>&, _cl_command_queue*);
template void opencl_add<double>(const OpenclTile<const double>&, const OpenclTile<double>&, _cl_command_queue*);
template void opencl_clear<float>(const OpenclTile<float>&, _cl_command_queue*);
template void opencl_clear<double>(const OpenclTile<double>&, _cl_command_queue*);

} // namespace tangram::apps
