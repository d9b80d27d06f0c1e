#include "apps/gemm/kernels/opencl_worker.hpp"

#include "apps/gemm/kernels/opencl_queue.hpp"
#include "base/parsed_number.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include <starpu.h>
#include <starpu_opencl.h>

namespace tangram::apps {

bool has_opencl_kernels() {
    return true;
}

namespace {

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && parsed<int>(value).value_or(0) > 0;
}

/// Those that StarPU asks for.
cl_device_type device_types() {
    if (is_set("STARPU_OPENCL_ONLY_ON_CPUS")) {
        return CL_DEVICE_TYPE_CPU;
    }
    constexpr cl_device_type accelerators = CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR;
    return is_set("STARPU_OPENCL_ON_CPUS") ? accelerators | CL_DEVICE_TYPE_CPU : accelerators;
}

} // namespace

std::size_t opencl_device_count() {
    cl_uint platforms = 0;
    if (clGetPlatformIDs(0, nullptr, &platforms) != CL_SUCCESS) {
        return 0;
    }
    std::vector<cl_platform_id> ids(platforms);
    clGetPlatformIDs(platforms, ids.data(), nullptr);
    std::size_t count = 0;
    for (cl_platform_id platform : ids) {
        cl_uint devices = 0;
        if (clGetDeviceIDs(platform, device_types(), 0, nullptr, &devices) == CL_SUCCESS) {
            count += devices;
        }
    }
    return std::min<std::size_t>(count, STARPU_MAXOPENCLDEVS);
}

_cl_command_queue* queue_of_worker() {
    cl_command_queue queue = nullptr;
    starpu_opencl_get_queue(starpu_worker_get_devid(starpu_worker_get_id()), &queue);
    return queue;
}

bool is_emulated_opencl_device(int device) {
    cl_device_id id = nullptr;
    starpu_opencl_get_device(device, &id);
    return is_cpu(id);
}

} // namespace tangram::apps
