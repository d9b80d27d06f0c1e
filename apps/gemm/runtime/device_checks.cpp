#include "apps/gemm/runtime/device_checks.hpp"

#include "apps/gemm/kernels/opencl_worker.hpp"
#include "apps/gemm/machines/device_ids.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>

namespace tangram::apps {

void check_cuda_count(const cuda::Devices& found) {
    if (const int asked = workers_asked_for("STARPU_NCUDA").value_or(0); asked > found.count) {
        throw Unavailable(fmt::format("STARPU_NCUDA is {}, but CUDA finds {} devices{}{}", asked, found.count,
                                      found.why_none.empty() ? "" : ": ", found.why_none));
    }
}

void check_cuda_ids(int count) {
    check_cuda_list(count);
    if (const std::optional<int> device = missing_device(cuda_devices_to_start(count), count)) {
        throw Unavailable(
            fmt::format("STARPU_WORKERS_CUDAID has device {}, but CUDA finds {} devices, from 0", *device, count));
    }
}

void check_opencl_ids(const std::vector<int>& cuda) {
    if (std::getenv("STARPU_WORKERS_OPENCLID") == nullptr || workers_asked_for("STARPU_NOPENCL") == 0) {
        return;
    }
    const auto count = static_cast<int>(opencl_device_count());
    if (const std::optional<int> device = missing_device(opencl_devices_to_start(count, cuda), count)) {
        throw Unavailable(
            fmt::format("STARPU_WORKERS_OPENCLID has device {}, but OpenCL finds {} devices, from 0", *device, count));
    }
}

} // namespace tangram::apps
