#include "apps/gemm/runtime/starpu_defaults.hpp"

#include "apps/gemm/kernels/opencl_worker.hpp"
#include "apps/gemm/runtime/cuda_memory.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "cuda/devices.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <optional>

namespace tangram::apps {

namespace {

/// OpenMP binds the thread that starts StarPU to one core where it is told to
/// bind; that is not what the process is bound to.
bool openmp_binds() {
    return std::getenv("OMP_PROC_BIND") != nullptr || std::getenv("GOMP_CPU_AFFINITY") != nullptr;
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

StarpuDefaults::StarpuDefaults(const Notify& notify) {
    set_unless_given("STARPU_MINIMUM_CLEAN_BUFFERS", "0");
    set_unless_given("STARPU_TARGET_CLEAN_BUFFERS", "0");
    set_unless_given("STARPU_WORKERS_GETBIND", openmp_binds() ? "0" : "1");
    if (Runtime::is_simulated()) { // where devices are models
        return;
    }
    limit_cuda(notify);
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
