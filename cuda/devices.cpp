#include "cuda/devices.hpp"

#include <future>

#include <cuda_runtime.h>

namespace tangram::cuda {

bool has_kernels() {
    return true;
}

Devices devices() {
    int driver = 0;
    if (cudaDriverGetVersion(&driver) == cudaSuccess && driver == 0) {
        return {0, "there is no driver"};
    }
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
        return {0, cudaGetErrorString(error == cudaSuccess ? cudaErrorNoDevice : error)};
    }
    return {count, ""};
}

namespace {

std::optional<DeviceMemory> query(int device) {
    DeviceMemory memory;
    const bool known =
        cudaSetDevice(device) == cudaSuccess && cudaMemGetInfo(&memory.free_bytes, &memory.total_bytes) == cudaSuccess;
    return known ? std::optional(memory) : std::nullopt;
}

} // namespace

/// On a thread of its own, whose current device and last error are nobody else's: to make another device the caller's
/// again would start CUDA on it.
std::optional<DeviceMemory> device_memory(int device) {
    return std::async(std::launch::async, query, device).get();
}

std::optional<int> copy_engines(int device) {
    int engines = 0;
    const cudaError_t error = cudaDeviceGetAttribute(&engines, cudaDevAttrAsyncEngineCount, device);
    return error == cudaSuccess ? std::optional(engines) : std::nullopt;
}

} // namespace tangram::cuda
