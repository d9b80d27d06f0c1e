#include "apps/gemm/runtime/cuda_memory.hpp"

#include "apps/gemm/machines/device_ids.hpp"
#include "apps/gemm/runtime/device_memory.hpp"
#include "apps/gemm/support/format_bytes.hpp"
#include "base/error.hpp"
#include "base/parsed_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace tangram::apps {

std::optional<int> cuda_devices_asked_for() {
    const char* value = std::getenv("STARPU_NCUDA");
    return value == nullptr ? std::nullopt : parsed<int>(value);
}

std::vector<int> devices_to_start(int count) {
    std::vector<int> devices;
    if (const char* given = std::getenv("STARPU_WORKERS_CUDAID")) {
        devices = parsed_device_ids(given).value_or(std::vector<int>{});
    } else {
        devices.resize(static_cast<std::size_t>(count));
        std::iota(devices.begin(), devices.end(), 0);
    }
    const auto wanted = static_cast<std::size_t>(std::max(0, cuda_devices_asked_for().value_or(count)));
    devices.resize(std::min(devices.size(), wanted));
    return devices;
}

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
            limits.push_back({variable, mebibytes,
                              fmt::format("warning: CUDA {} has {} of {} free: {} are used ({} chooses)", device,
                                          format_bytes(free_bytes), format_bytes(total_bytes),
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

void check_cuda_count(const cuda::Devices& found) {
    if (const int asked = cuda_devices_asked_for().value_or(0); asked > found.count) {
        throw Unavailable(fmt::format("STARPU_NCUDA is {}, but CUDA finds {} devices{}{}", asked, found.count,
                                      found.why_none.empty() ? "" : ": ", found.why_none));
    }
}

void check_cuda_ids(int count) {
    const std::vector<int> devices = devices_to_start(count);
    for (const int device : devices) {
        if (device >= count) {
            throw Unavailable(
                fmt::format("STARPU_WORKERS_CUDAID has device {}, but CUDA finds {} devices, from 0", device, count));
        }
        if (std::count(devices.begin(), devices.end(), device) > 1) {
            throw InvalidInput(fmt::format("STARPU_WORKERS_CUDAID has device {} more than once", device));
        }
    }
    if (const int asked = cuda_devices_asked_for().value_or(0); asked > static_cast<int>(devices.size())) {
        throw InvalidInput(
            fmt::format("STARPU_NCUDA is {}, but STARPU_WORKERS_CUDAID has {} devices", asked, devices.size()));
    }
}

} // namespace tangram::apps
