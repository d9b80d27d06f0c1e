#include "apps/command/saved_machine.hpp"

#include "apps/command/output.hpp"
#include "apps/gemm/machines/foreign_codelet_models.hpp"
#include "apps/gemm/machines/host_link.hpp"
#include "apps/gemm/machines/platform_description.hpp"
#include "apps/gemm/machines/saved_platform.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "base/error.hpp"
#include "cuda/devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace tangram::apps {

namespace {

/// Of the CUDA device that has the fewest; what StarPU simulates by itself where none can be asked.
int copy_engines() {
    std::optional<int> fewest;
    const int devices = cuda::devices().count;
    for (int device = 0; device < devices; ++device) {
        if (const std::optional<int> engines = cuda::copy_engines(device)) {
            fewest = std::min(fewest.value_or(*engines), *engines);
        }
    }
    return std::clamp(fewest.value_or(PlatformDescription{}.copy_engines), fewest_copy_engines, most_copy_engines);
}

/// The machine that StarPU has shown.
PlatformDescription describe(const MachineOutcome& machine) {
    PlatformDescription platform;
    platform.name = platform_name();
    platform.copy_engines = copy_engines();
    for (const MemoryNode& node : machine.nodes) {
        const auto workers = static_cast<int>(node.workers.size());
        platform.cpu_workers += node.kind == DeviceKind::cpu ? workers : 0;
        platform.cuda_devices += node.kind == DeviceKind::cuda ? 1 : 0;
        platform.opencl_devices += node.kind == DeviceKind::opencl ? 1 : 0;
    }
    return platform;
}

} // namespace

std::vector<CodeletTask> codelets_to_save(const std::string& path) {
    if (path.empty()) {
        return {};
    }
    const std::optional<PlatformDescription> platform = simulated_platform();
    if (!platform || !platform->nominal) {
        throw InvalidInput(
            fmt::format("--codelets needs a machine whose speeds are given: --platform synthetic:..., or a "
                        "folder whose {} has 'gflops'",
                        platform_file));
    }
    return read_codelets(path);
}

void save_machine(const MachineOutcome& machine, const std::string& folder, const std::vector<CodeletTask>& codelets) {
    const std::optional<PlatformDescription> simulated = simulated_platform();
    PlatformDescription platform = simulated ? *simulated : describe(machine);
    platform.tile = machine.tile;
    std::optional<double> host; // of simulated machines it says what it shall
    if (!Runtime::is_simulated()) {
        host = host_bandwidth(machine.nodes, machine.links, machine.shared_bandwidth);
    }
    save_platform(folder, platform, machine.cores_per_cpu_worker, host);
    if (!codelets.empty()) {
        write_codelet_models(folder, platform, codelets);
    }
    notify_on_stderr()(fmt::format("the platform is in {0}: tangram-sim ... --platform {0}{1}", folder,
                                   codelets.empty() ? ""
                                                    : fmt::format("; other programs: STARPU_PERF_MODEL_DIR={} "
                                                                  "STARPU_HOSTNAME={} "
                                                                  "STARPU_SIMGRID_CUDA_COPY_ENGINES={}",
                                                                  folder, platform.name, platform.copy_engines)));
}

} // namespace tangram::apps
