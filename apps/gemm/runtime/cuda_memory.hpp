#pragma once

/// What StarPU should know of CUDA devices before it starts. It says nothing that a program could handle when
/// there are fewer devices than it was asked for, and takes nine tenths of a device's memory for its own,
/// whoever else holds some: then its allocations fail in the middle of a product.

#include "cuda/devices.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tangram::apps {

/// A variable that keeps StarPU to what is free on a device.
struct MemoryLimit {
    std::string variable; ///< STARPU_LIMIT_CUDA_0_MEM
    std::uint64_t mebibytes = 0;
    std::string warning; ///< one line for the user
};

/// STARPU_NCUDA; nothing if it is not given.
std::optional<int> cuda_devices_asked_for();

/// CUDA's numbers of the devices that StarPU will start: the first STARPU_NCUDA (all, if not given) of
/// STARPU_WORKERS_CUDAID, or else of all.
std::vector<int> devices_to_start(int count);

/// For each device, by CUDA's number, of which others hold more than StarPU leaves free. None if the user limits all
/// devices (STARPU_LIMIT_CUDA_MEM), nor for one that the user limits.
std::vector<MemoryLimit> memory_limits(const std::map<int, cuda::DeviceMemory>& devices);

/// Throws Unavailable for a device without memory for StarPU to start on: it would end the program.
void check_free_memory(const std::map<int, cuda::DeviceMemory>& devices);

/// Throws Unavailable if STARPU_NCUDA asks for more devices than were found.
void check_cuda_count(const cuda::Devices& found);

/// Throws Unavailable if StarPU would start a device that STARPU_WORKERS_CUDAID names and that is not among the
/// `count` ones, for which it would end the program, and InvalidInput if it would start one twice, for which it would
/// wait for ever: it repeats the list where STARPU_NCUDA asks for more devices.
void check_cuda_ids(int count);

} // namespace tangram::apps
