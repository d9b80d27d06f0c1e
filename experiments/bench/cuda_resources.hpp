#pragma once

/// What a benchmark takes from the CUDA runtime and cuBLAS, each given back by a destructor. All of it is of device 0.

#include "base/error.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>

#include <cublasXt.h>
#include <cublas_v2.h>
#include <cuda_runtime.h>

namespace tangram::bench {

constexpr double gibibyte = 1 << 30;

/// Throws RunFailure("WHAT failed: REASON").
inline void check(cudaError_t status, const char* what) {
    if (status != cudaSuccess) {
        throw RunFailure(fmt::format("{} failed: {}", what, cudaGetErrorString(status)));
    }
}

inline void check(cublasStatus_t status, const char* what) {
    if (status != CUBLAS_STATUS_SUCCESS) {
        throw RunFailure(fmt::format("{} failed: {}", what, cublasGetStatusString(status)));
    }
}

/// "13.0", of 13000.
inline std::string version_text(int version) {
    return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

struct Device {
    std::string name;
    std::size_t memory = 0; ///< bytes
    int driver = 0;         ///< the newest CUDA that it knows
    int runtime = 0;
};

/// Throws Unavailable where CUDA cannot run.
inline Device find_device() {
    Device device;
    check(cudaRuntimeGetVersion(&device.runtime), "cudaRuntimeGetVersion");
    if (cudaDriverGetVersion(&device.driver) != cudaSuccess || device.driver == 0) {
        throw Unavailable("there is no CUDA driver on this machine");
    }
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status == cudaErrorInsufficientDriver) {
        throw Unavailable(fmt::format("the driver knows CUDA {}, this program needs {}", version_text(device.driver),
                                      version_text(device.runtime)));
    }
    if (status != cudaSuccess || count == 0) {
        throw Unavailable(fmt::format("no CUDA device can be used: {}",
                                      cudaGetErrorString(status != cudaSuccess ? status : cudaErrorNoDevice)));
    }
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, 0), "cudaGetDeviceProperties");
    check(cudaSetDevice(0), "starting on device 0");
    device.name = properties.name;
    device.memory = properties.totalGlobalMem;
    return device;
}

/// Bytes of the device's memory that nobody has taken.
inline std::size_t free_device_memory() {
    std::size_t free = 0;
    std::size_t total = 0;
    check(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    return free;
}

struct FreeDeviceMemory {
    void operator()(void* pointer) const noexcept { cudaFree(pointer); }
};
template <class T> using DeviceArray = std::unique_ptr<T[], FreeDeviceMemory>;

/// Throws RunFailure if the device does not have that much.
template <class T> DeviceArray<T> device_array(std::size_t elements) {
    void* pointer = nullptr;
    check(cudaMalloc(&pointer, elements * sizeof(T)), "taking GPU memory");
    return DeviceArray<T>(static_cast<T*>(pointer));
}

struct Unregister {
    void operator()(void* pointer) const noexcept { cudaHostUnregister(pointer); }
};
/// Page-locked for as long as it lives, in somebody else's memory.
using PageLock = std::unique_ptr<void, Unregister>;

inline PageLock page_lock(void* memory, std::size_t bytes) {
    check(cudaHostRegister(memory, bytes, cudaHostRegisterDefault), "page-locking host memory");
    return PageLock(memory);
}

struct DestroyEvent {
    void operator()(cudaEvent_t event) const noexcept { cudaEventDestroy(event); }
};
using Event = std::unique_ptr<std::remove_pointer_t<cudaEvent_t>, DestroyEvent>;

inline Event make_event() {
    cudaEvent_t event = nullptr;
    check(cudaEventCreate(&event), "cudaEventCreate");
    return Event(event);
}

struct DestroyCublas {
    void operator()(cublasHandle_t handle) const noexcept { cublasDestroy(handle); }
};
using Cublas = std::unique_ptr<std::remove_pointer_t<cublasHandle_t>, DestroyCublas>;

inline Cublas make_cublas() {
    cublasHandle_t handle = nullptr;
    check(cublasCreate(&handle), "starting cuBLAS");
    return Cublas(handle);
}

struct DestroyCublasXt {
    void operator()(cublasXtHandle_t handle) const noexcept { cublasXtDestroy(handle); }
};
using CublasXt = std::unique_ptr<std::remove_pointer_t<cublasXtHandle_t>, DestroyCublasXt>;

/// On device 0, with blocks of block_dim x block_dim; it may page-lock matrices in each product.
inline CublasXt make_cublas_xt(int block_dim, bool locks_in_product) {
    cublasXtHandle_t handle = nullptr;
    check(cublasXtCreate(&handle), "starting cuBLASXt");
    CublasXt owner(handle);
    int device = 0;
    check(cublasXtDeviceSelect(handle, 1, &device), "choosing cuBLASXt's device");
    check(cublasXtSetBlockDim(handle, block_dim), "setting cuBLASXt's block size");
    check(cublasXtSetPinningMemMode(handle, locks_in_product ? CUBLASXT_PINNING_ENABLED : CUBLASXT_PINNING_DISABLED),
          "setting whether cuBLASXt page-locks");
    return owner;
}

} // namespace tangram::bench
