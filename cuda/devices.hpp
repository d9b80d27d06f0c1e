#pragma once

/// The CUDA devices of this machine and what is free on them.

#include <cstddef>
#include <string>
#include <vector>

namespace tangram::cuda {

struct DeviceMemory {
    std::size_t free_bytes = 0; ///< other processes may hold the rest
    std::size_t total_bytes = 0;
};

struct Devices {
    std::vector<DeviceMemory> memory; ///< by CUDA's number of the device
    std::string why_none;             ///< CUDA's reason if there are none, e.g. that there is no driver
};

/// Starts CUDA on each of them, which StarPU does in any case. Throws RunFailure with CUDA's message if one
/// cannot be used.
Devices devices();

} // namespace tangram::cuda
