#include "apps/gemm/runtime/cuda_memory.hpp"

#include "apps/gemm/runtime/device_memory.hpp"
#include "apps/gemm/support/format_bytes.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace tangram::apps {

std::vector<MemoryLimit> memory_limits(const std::map<int, cuda::DeviceMemory>& devices) {
    std::vector<MemoryLimit> limits;
    if (std::getenv("STARPU_LIMIT_CUDA_MEM") != nullptr) {
        return limits;
    }
    for (const auto& [device, memory] : devices) {
        const std::string variable = fmt::format("STARPU_LIMIT_CUDA_{}_MEM", device);
        const auto free_bytes = static_cast<double>(memory.free_bytes);
        const auto total_bytes = static_cast<double>(memory.total_bytes);
        if (free_bytes < free_margin * total_bytes && std::getenv(variable.c_str()) == nullptr) {
            const auto mebibytes = static_cast<std::uint64_t>(free_margin * free_bytes / (1 << 20));
            limits.push_back(
                {variable, mebibytes,
                 fmt::format("warning: CUDA {} has {} of {} free: Tangram uses {} (set {} to choose another limit)",
                             device, format_bytes(free_bytes), format_bytes(total_bytes),
                             format_bytes(free_margin * free_bytes), variable)});
        }
    }
    return limits;
}

void check_free_memory(const std::map<int, cuda::DeviceMemory>& devices) {
    constexpr std::size_t least = std::size_t{64} << 20; // a chunk of tiles (device_memory), and cuBLAS
    for (const auto& [device, memory] : devices) {
        if (memory.free_bytes < least) {
            throw Unavailable(fmt::format(
                "CUDA {} has {} of {} free, but {} are needed to start on it: free some, or leave it out "
                "(STARPU_WORKERS_CUDAID, STARPU_NCUDA)",
                device, format_bytes(static_cast<double>(memory.free_bytes)),
                format_bytes(static_cast<double>(memory.total_bytes)), format_bytes(static_cast<double>(least))));
        }
    }
}

} // namespace tangram::apps
