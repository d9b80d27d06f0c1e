#pragma once

/// What StarPU should know of CUDA devices' memory before it starts. It takes nine tenths of it for its own, whoever
/// else holds some: then its allocations fail in the middle of a product.

#include "cuda/devices.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tangram::apps {

/// A variable that keeps StarPU to what is free on a device.
struct MemoryLimit {
    std::string variable; ///< STARPU_LIMIT_CUDA_0_MEM
    std::uint64_t mebibytes = 0;
    std::string warning; ///< one line for the user
};

/// For each device, by CUDA's number, of which others hold more than StarPU leaves free. None if the user limits all
/// devices (STARPU_LIMIT_CUDA_MEM), nor for one that the user limits.
std::vector<MemoryLimit> memory_limits(const std::map<int, cuda::DeviceMemory>& devices);

/// Throws Unavailable for a device without memory for StarPU to start on: it would end the program.
void check_free_memory(const std::map<int, cuda::DeviceMemory>& devices);

} // namespace tangram::apps
