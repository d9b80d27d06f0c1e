#include "cuda/devices.hpp"

#include <cuda_runtime.h>

namespace tangram::cuda {

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

std::optional<DeviceMemory> device_memory(int device) {
    int before = 0;
    DeviceMemory memory;
    const bool known = cudaGetDevice(&before) == cudaSuccess && cudaSetDevice(device) == cudaSuccess &&
                       cudaMemGetInfo(&memory.free_bytes, &memory.total_bytes) == cudaSuccess;
    cudaSetDevice(before);
    cudaGetLastError(); // what failed here is not StarPU's
    return known ? std::optional(memory) : std::nullopt;
}

} // namespace tangram::cuda
