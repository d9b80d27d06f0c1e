#include "apps/gemm/runtime/starpu_defaults.hpp"

#include "apps/gemm/kernels/opencl_worker.hpp"
#include "apps/gemm/machines/device_ids.hpp"
#include "apps/gemm/runtime/cpu_binding.hpp"
#include "apps/gemm/runtime/cuda_memory.hpp"
#include "apps/gemm/runtime/device_checks.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "cuda/devices.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <optional>
#include <vector>

#include <starpu.h>

namespace tangram::apps {

namespace {

std::map<int, cuda::DeviceMemory> memory_of(const std::vector<int>& devices) {
    std::map<int, cuda::DeviceMemory> memories;
    for (const int device : devices) {
        if (const std::optional<cuda::DeviceMemory> memory = cuda::device_memory(device)) {
            memories[device] = *memory;
        }
    }
    return memories;
}

} // namespace

StarpuDefaults::StarpuDefaults(const Notify& notify) {
    set_unless_given("STARPU_MINIMUM_CLEAN_BUFFERS", "0");
    set_unless_given("STARPU_TARGET_CLEAN_BUFFERS", "0");
    set_unless_given("STARPU_WORKERS_GETBIND", keeps_to_bound_cores() ? "1" : "0");
    if (Runtime::is_simulated()) { // where devices are models, and StarPU counts them when it starts
        start_listed_cuda(STARPU_MAXCUDADEVS);
        return;
    }
    check_opencl_ids(limit_cuda(notify));
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

void StarpuDefaults::start_listed_cuda(int count) {
    check_cuda_list(count);
    if (std::getenv("STARPU_WORKERS_CUDAID") != nullptr) {
        set_unless_given("STARPU_NCUDA", fmt::format("{}", cuda_devices_to_start(count).size()).c_str());
    }
}

std::vector<int> StarpuDefaults::limit_cuda(const Notify& notify) {
    if (workers_asked_for("STARPU_NCUDA") == 0) {
        return {};
    }
    const cuda::Devices found = cuda::devices();
    check_cuda_count(found);
    check_cuda_ids(found.count);
    start_listed_cuda(found.count);
    std::vector<int> devices = cuda_devices_to_start(found.count);
    const std::map<int, cuda::DeviceMemory> memories = memory_of(devices);
    check_free_memory(memories);
    for (const MemoryLimit& limit : memory_limits(memories)) {
        variables_.emplace_back(limit.variable, fmt::format("{}", limit.mebibytes));
        if (notify) {
            notify(limit.warning);
        }
    }
    return devices;
}

} // namespace tangram::apps
