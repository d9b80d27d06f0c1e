#include "apps/gemm/kernels/opencl_queue.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

namespace tangram::apps {

namespace {

void check(cl_int status, const char* call) {
    if (status != CL_SUCCESS) {
        throw RunFailure(fmt::format("OpenCL's {} failed with status {}", call, status));
    }
}

template <class T> T of_queue(cl_command_queue queue, cl_command_queue_info which) {
    T answer{};
    // NOLINTNEXTLINE(bugprone-sizeof-expression): the answer is a pointer
    check(clGetCommandQueueInfo(queue, which, sizeof(T), &answer, nullptr), "clGetCommandQueueInfo");
    return answer;
}

} // namespace

cl_context context_of(cl_command_queue queue) {
    return of_queue<cl_context>(queue, CL_QUEUE_CONTEXT);
}

cl_device_id device_of(cl_command_queue queue) {
    return of_queue<cl_device_id>(queue, CL_QUEUE_DEVICE);
}

std::string name_of(cl_device_id device) {
    std::size_t size = 0;
    check(clGetDeviceInfo(device, CL_DEVICE_NAME, 0, nullptr, &size), "clGetDeviceInfo");
    std::string name(size, '\0');
    check(clGetDeviceInfo(device, CL_DEVICE_NAME, size, name.data(), nullptr), "clGetDeviceInfo");
    name.resize(name.find('\0')); // OpenCL counts the end
    return name;
}

bool is_cpu(cl_device_id device) {
    cl_device_type type = 0;
    check(clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof(type), &type, nullptr), "clGetDeviceInfo");
    return (type & CL_DEVICE_TYPE_CPU) != 0;
}

void fill(cl_command_queue queue, cl_mem buffer, const void* element, std::size_t element_bytes, std::size_t offset,
          std::size_t bytes) {
    check(clEnqueueFillBuffer(queue, buffer, element, element_bytes, offset, bytes, 0, nullptr, nullptr),
          "clEnqueueFillBuffer");
}

void finish(cl_command_queue queue) {
    check(clFinish(queue), "clFinish");
}

} // namespace tangram::apps
