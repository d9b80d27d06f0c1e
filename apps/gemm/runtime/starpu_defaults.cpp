#include "apps/gemm/runtime/starpu_defaults.hpp"

#include "apps/gemm/kernels/opencl_worker.hpp"
#include "apps/gemm/machines/device_ids.hpp"
#include "apps/gemm/runtime/cuda_memory.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "base/error.hpp"
#include "base/parsed_number.hpp"
#include "cuda/devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <optional>
#include <vector>

namespace tangram::apps {

namespace {

/// OpenMP binds the thread that starts StarPU to one core where it is told to
/// bind; that is not what the process is bound to.
bool openmp_binds() {
    return std::getenv("OMP_PROC_BIND") != nullptr || std::getenv("GOMP_CPU_AFFINITY") != nullptr;
}

/// Throws Unavailable if StarPU would start an OpenCL device that STARPU_WORKERS_OPENCLID names and that is not there:
/// it would end the program.
void check_opencl_ids() {
    const char* given = std::getenv("STARPU_WORKERS_OPENCLID");
    const char* wanted = std::getenv("STARPU_NOPENCL");
    const std::size_t most = wanted == nullptr ? SIZE_MAX : parsed<std::size_t>(wanted).value_or(0);
    if (given == nullptr || most == 0) {
        return;
    }
    const std::size_t count = opencl_device_count();
    std::vector<int> started; // StarPU takes each one once, up to as many as there are
    for (const int device : parsed_device_ids(given).value_or(std::vector<int>{})) {
        const bool is_new = std::find(started.begin(), started.end(), device) == started.end();
        if (is_new && started.size() < std::min(count, most)) {
            started.push_back(device);
        }
    }
    for (const int device : started) {
        if (static_cast<std::size_t>(device) >= count) {
            throw Unavailable(fmt::format("STARPU_WORKERS_OPENCLID has device {}, but OpenCL finds {} devices, from 0",
                                          device, count));
        }
    }
}

std::map<int, cuda::DeviceMemory> memory_of_devices(int count) {
    std::map<int, cuda::DeviceMemory> devices;
    for (const int device : devices_to_start(count)) {
        if (const std::optional<cuda::DeviceMemory> memory = cuda::device_memory(device)) {
            devices[device] = *memory;
        }
    }
    return devices;
}

} // namespace

bool keeps_to_bound_cores() {
    const char* given = std::getenv("STARPU_WORKERS_GETBIND");
    return given == nullptr ? !openmp_binds() : parsed<int>(given).value_or(0) != 0;
}

StarpuDefaults::StarpuDefaults(const Notify& notify) {
    set_unless_given("STARPU_MINIMUM_CLEAN_BUFFERS", "0");
    set_unless_given("STARPU_TARGET_CLEAN_BUFFERS", "0");
    set_unless_given("STARPU_WORKERS_GETBIND", keeps_to_bound_cores() ? "1" : "0");
    if (Runtime::is_simulated()) { // where devices are models
        return;
    }
    limit_cuda(notify);
    check_opencl_ids();
    if (!has_opencl_kernels()) {
        variables_.emplace_back("STARPU_NOPENCL", "0");
    }
    if (!cuda::has_kernels()) {
        variables_.emplace_back("STARPU_NCUDA", "0");
    }
}

void StarpuDefaults::set_unless_given(const char* name, const char* value) {
    if (std::getenv(name) == nullptr) {
        variables_.emplace_back(name, value);
    }
}

void StarpuDefaults::limit_cuda(const Notify& notify) {
    if (cuda_devices_asked_for() == 0) {
        return;
    }
    const cuda::Devices found = cuda::devices();
    check_cuda_count(found);
    check_cuda_ids(found.count);
    if (found.count > 0 && !cuda_devices_asked_for() && std::getenv("STARPU_WORKERS_CUDAID") != nullptr) {
        variables_.emplace_back("STARPU_NCUDA", fmt::format("{}", devices_to_start(found.count).size()));
    }
    const std::map<int, cuda::DeviceMemory> devices = memory_of_devices(found.count);
    check_free_memory(devices);
    for (const MemoryLimit& limit : memory_limits(devices)) {
        variables_.emplace_back(limit.variable, fmt::format("{}", limit.mebibytes));
        if (notify) {
            notify(limit.warning);
        }
    }
}

} // namespace tangram::apps
