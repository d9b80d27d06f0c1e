#pragma once

/// The CUDA devices of this machine and what is free on them. A build without CUDA has all functions of cuda/, too: it
/// finds no devices, and its kernels throw (without_cuda.cpp).

#include <cstddef>
#include <optional>
#include <string>

namespace tangram::cuda {

/// Whether this build has CUDA kernels.
bool has_kernels();

struct Devices {
    int count = 0;
    std::string why_none; ///< the reason if there are none, e.g. that there is no driver
};

/// Starts CUDA on none of them.
Devices devices();

struct DeviceMemory {
    std::size_t free_bytes = 0; ///< other processes may hold the rest
    std::size_t total_bytes = 0;
};

/// Of the device with CUDA's number, on which CUDA is started. Nothing if it cannot be used.
std::optional<DeviceMemory> device_memory(int device);

/// How many copies the device with CUDA's number makes at once. Nothing if it cannot be asked.
std::optional<int> copy_engines(int device);

} // namespace tangram::cuda
