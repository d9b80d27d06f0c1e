/// Entry points of CUDA's runtime: devices, errors, versions.

#include "tests/emulated_cuda/calls.hpp"
#include "tests/emulated_cuda/device.hpp"
#include "tests/emulated_cuda/settings.hpp"

#include <cstdio>

#include <cuda_runtime.h>

using namespace emulated_cuda;

namespace {

constexpr int copy_engines = 3;

} // namespace

// NOLINTBEGIN(readability-identifier-naming): CUDA's names
extern "C" {

cudaError_t cudaDriverGetVersion(int* version) {
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int* version) {
    *version = CUDART_VERSION;
    return cudaSuccess;
}

const char* cudaGetErrorString(cudaError_t error) {
    switch (error) {
    case cudaSuccess: return "no error";
    case cudaErrorMemoryAllocation: return "out of memory";
    case cudaErrorNoDevice: return "no CUDA-capable device is detected";
    case cudaErrorInvalidDevice: return "invalid device ordinal";
    case cudaErrorInvalidValue: return "invalid argument";
    case cudaErrorIllegalAddress: return "an illegal memory access was encountered";
    case cudaErrorNotReady: return "device not ready";
    case cudaErrorHostMemoryAlreadyRegistered: return "part or all of the requested memory range is already mapped";
    case cudaErrorHostMemoryNotRegistered: return "pointer does not correspond to a registered memory region";
    case cudaErrorPeerAccessAlreadyEnabled: return "peer access is already enabled";
    case cudaErrorInvalidResourceHandle: return "invalid resource handle";
    case cudaErrorNotSupported: return "operation not supported";
    default: return "unknown error";
    }
}

cudaError_t cudaGetLastError() {
    return last_error(true);
}

cudaError_t cudaPeekAtLastError() {
    return last_error(false);
}

cudaError_t cudaGetDeviceCount(int* count) {
    *count = 0;
    return call("cudaGetDeviceCount", [&] {
        require(settings().devices > 0, cudaErrorNoDevice);
        *count = settings().devices;
    });
}

cudaError_t cudaGetDevice(int* number) {
    return call("cudaGetDevice", [&] { *number = current_device(); });
}

cudaError_t cudaSetDevice(int number) {
    return call("cudaSetDevice", [&] { set_current_device(number); });
}

cudaError_t cudaDeviceReset() {
    return call("cudaDeviceReset", [] { device(current_device()).reset(); });
}

cudaError_t cudaDeviceSynchronize() {
    return call("cudaDeviceSynchronize", [] {
        Device& current = device(current_device());
        current.synchronize();
        require(current.failure() == cudaSuccess, current.failure());
    });
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int number) {
    return call("cudaGetDeviceProperties", [&] {
        device(number);
        *properties = cudaDeviceProp{};
        std::snprintf(properties->name, sizeof properties->name, "Emulated CUDA device");
        properties->totalGlobalMem = settings().memory;
        properties->major = 9;
        properties->multiProcessorCount = 1;
        properties->concurrentKernels = 1;
        properties->asyncEngineCount = copy_engines;
        properties->unifiedAddressing = 1;
        properties->canMapHostMemory = 1;
        properties->pciBusID = number + 1;
    });
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int number) {
    return call("cudaDeviceGetAttribute", [&] {
        device(number);
        require(attribute == cudaDevAttrComputeMode || attribute == cudaDevAttrAsyncEngineCount, cudaErrorNotSupported);
        *value = attribute == cudaDevAttrComputeMode ? static_cast<int>(cudaComputeModeDefault) : copy_engines;
    });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int number, int peer) {
    return call("cudaDeviceCanAccessPeer", [&] {
        device(number);
        device(peer);
        *can = number != peer ? 1 : 0;
    });
}

cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned int flags) {
    return call("cudaDeviceEnablePeerAccess", [&] {
        device(peer);
        require(flags == 0 && peer != current_device(), cudaErrorInvalidValue);
    });
}

} // extern "C"
// NOLINTEND(readability-identifier-naming)
