#include "apps/cuda_memory.hpp"

#include "apps/parsed_number.hpp"
#include "partition/error.hpp"

#include <fmt/format.h>

#include <cstdlib>

namespace tangram::apps {

namespace {

/// Of what is free, as of a whole device (FREE_MARGIN in StarPU's driver_cuda.c): cuBLAS needs some, too.
constexpr double usable = 0.9;

} // namespace

std::vector<MemoryLimit> memory_limits(const std::vector<cuda::DeviceMemory>& devices) {
    std::vector<MemoryLimit> limits;
    if (std::getenv("STARPU_LIMIT_CUDA_MEM") != nullptr) {
        return limits;
    }
    for (std::size_t device = 0; device < devices.size(); ++device) {
        const std::string variable = fmt::format("STARPU_LIMIT_CUDA_{}_MEM", device);
        const auto free_bytes = static_cast<double>(devices[device].free_bytes);
        const auto total_bytes = static_cast<double>(devices[device].total_bytes);
        if (free_bytes < usable * total_bytes && std::getenv(variable.c_str()) == nullptr) {
            const auto mebibytes = static_cast<std::uint64_t>(usable * free_bytes / (1 << 20));
            limits.push_back(
                {variable, mebibytes,
                 fmt::format("warning: CUDA {} has {:.1f} of {:.1f} GB free: {:.1f} GB are used ({} chooses)", device,
                             free_bytes * 1e-9, total_bytes * 1e-9, usable * free_bytes * 1e-9, variable)});
        }
    }
    return limits;
}

void check_cuda_count(const cuda::Devices& found) {
    const char* value = std::getenv("STARPU_NCUDA");
    const std::size_t asked = value == nullptr ? 0 : parsed<std::size_t>(value).value_or(0);
    if (asked > found.memory.size()) {
        throw Unavailable(fmt::format("STARPU_NCUDA is {}, but CUDA finds {} devices{}{}", asked, found.memory.size(),
                                      found.why_none.empty() ? "" : ": ", found.why_none));
    }
}

} // namespace tangram::apps
