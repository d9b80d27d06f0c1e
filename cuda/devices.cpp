#include "cuda/devices.hpp"

#include "partition/error.hpp"

#include <cuda_runtime.h>

namespace tangram::cuda {

namespace {

void check(cudaError_t error, int device) {
    if (error != cudaSuccess) {
        throw RunFailure("CUDA device " + std::to_string(device) + " cannot be used: " + cudaGetErrorString(error));
    }
}

DeviceMemory memory_of(int device) {
    DeviceMemory memory;
    check(cudaSetDevice(device), device);
    check(cudaMemGetInfo(&memory.free_bytes, &memory.total_bytes), device);
    return memory;
}

} // namespace

Devices devices() {
    Devices found;
    int count = 0;
    if (const cudaError_t error = cudaGetDeviceCount(&count); error != cudaSuccess || count == 0) {
        found.why_none = cudaGetErrorString(error == cudaSuccess ? cudaErrorNoDevice : error);
        return found;
    }
    for (int device = 0; device < count; ++device) {
        found.memory.push_back(memory_of(device));
    }
    check(cudaSetDevice(0), 0); // the calling thread's, as before
    return found;
}

} // namespace tangram::cuda
