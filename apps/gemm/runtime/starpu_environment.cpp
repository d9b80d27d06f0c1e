#include "apps/gemm/runtime/starpu_environment.hpp"

#include "apps/gemm/machines/machine.hpp"
#include "apps/gemm/machines/model_paths.hpp"
#include "apps/gemm/machines/starpu_model_text.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/runtime/starpu_values.hpp"
#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <unistd.h>

namespace tangram::apps {

namespace {

/// Judges a variable's value.
using Judge = Expectation (*)(std::string_view value);

struct Variable {
    const char* name = nullptr;
    Judge expected = expected_count;
};

/// All that StarPU reads when it starts and runs, in the flavours that Tangram uses, and answers with abort() or worse.
constexpr std::array variables{Variable{"HWLOC_FSROOT", expected_system_root}, // first, as others count cores
                               Variable{"HWLOC_SYNTHETIC", expected_synthetic_topology},
                               Variable{"HWLOC_XMLFILE", expected_topology},
                               Variable{"HWLOC_COMPONENTS", expected_components},
                               Variable{"STARPU_HWLOC_INPUT", expected_topology},
                               Variable{"STARPU_NTHREADS_PER_CORE", expected_threads_per_core},
                               Variable{"STARPU_NWORKER_PER_CUDA", expected_workers_per_cuda_device},
                               Variable{"STARPU_WORKERS_CUDAID", expected_device_ids},
                               Variable{"STARPU_WORKERS_OPENCLID", expected_device_ids},
                               Variable{"STARPU_WORKERS_CPUID", expected_hardware_threads},
                               Variable{"STARPU_WORKERS_COREID", expected_cores},
                               Variable{"STARPU_HOSTNAME", expected_host_name},
                               Variable{"STARPU_SCHED_ALPHA", expected_decimal},
                               Variable{"STARPU_SCHED_BETA", expected_decimal},
                               Variable{"STARPU_SCHED_GAMMA", expected_decimal},
                               Variable{"STARPU_IDLE_POWER", expected_decimal},
                               Variable{"STARPU_EXP_LEN_THRESHOLD", expected_decimal},
                               Variable{"STARPU_WINDOW_TIME_SIZE", expected_decimal},
                               Variable{"STARPU_NCPU"},
                               Variable{"STARPU_NCPUS"},
                               Variable{"STARPU_RESERVE_NCPU"},
                               Variable{"STARPU_NCUDA"},
                               Variable{"STARPU_NOPENCL"},
                               Variable{"STARPU_NMIC"},
                               Variable{"STARPU_NMPI_MS"},
                               Variable{"STARPU_CUDA_PIPELINE"},
                               Variable{"STARPU_CUDA_THREAD_PER_DEV", expected_threads_of_cuda_devices},
                               Variable{"STARPU_CUDA_THREAD_PER_WORKER", expected_threads_of_cuda_workers},
                               Variable{"STARPU_ENABLE_CUDA_GPU_GPU_DIRECT"},
                               Variable{"STARPU_OPENCL_PIPELINE"},
                               Variable{"STARPU_OPENCL_ON_CPUS"},
                               Variable{"STARPU_OPENCL_ONLY_ON_CPUS"},
                               Variable{"STARPU_WORKERS_NOBIND"},
                               Variable{"STARPU_WORKERS_GETBIND"},
                               Variable{"STARPU_MAIN_THREAD_BIND"},
                               Variable{"STARPU_MAIN_THREAD_CPUID", expected_hardware_thread},
                               Variable{"STARPU_MAIN_THREAD_COREID", expected_core},
                               Variable{"STARPU_USE_NUMA", expected_zero_in_simulation},
                               Variable{"STARPU_WORKER_TREE"},
                               Variable{"STARPU_SINGLE_COMBINED_WORKER"},
                               Variable{"STARPU_SYNTHESIZE_ARITY_COMBINED_WORKER"},
                               Variable{"STARPU_MIN_WORKERSIZE"},
                               Variable{"STARPU_MAX_WORKERSIZE"},
                               Variable{"STARPU_LIMIT_CPU_MEM"},
                               Variable{"STARPU_LIMIT_CPU_NUMA_MEM"},
                               Variable{"STARPU_LIMIT_CUDA_MEM"},
                               Variable{"STARPU_LIMIT_OPENCL_MEM"},
                               Variable{"STARPU_LIMIT_BANDWIDTH"},
                               Variable{"STARPU_LIMIT_MIN_SUBMITTED_TASKS"},
                               Variable{"STARPU_LIMIT_MAX_SUBMITTED_TASKS"},
                               Variable{"STARPU_MINIMUM_AVAILABLE_MEM"},
                               Variable{"STARPU_TARGET_AVAILABLE_MEM"},
                               Variable{"STARPU_MINIMUM_CLEAN_BUFFERS"},
                               Variable{"STARPU_TARGET_CLEAN_BUFFERS"},
                               Variable{"STARPU_DIDUSE_BARRIER"},
                               Variable{"STARPU_DISK_SWAP", expected_writable_folder},
                               Variable{"STARPU_DISK_SWAP_SIZE"},
                               Variable{"STARPU_DISABLE_PINNING"},
                               Variable{"STARPU_DISABLE_KERNELS", expected_zero_in_simulation},
                               Variable{"STARPU_DISABLE_ASYNCHRONOUS_COPY"},
                               Variable{"STARPU_DISABLE_ASYNCHRONOUS_CUDA_COPY"},
                               Variable{"STARPU_DISABLE_ASYNCHRONOUS_OPENCL_COPY"},
                               Variable{"STARPU_DISABLE_ASYNCHRONOUS_MIC_COPY"},
                               Variable{"STARPU_DISABLE_ASYNCHRONOUS_MPI_MS_COPY"},
                               Variable{"STARPU_MIN_PRIO"},
                               Variable{"STARPU_MAX_PRIO"},
                               Variable{"STARPU_PREFETCH"},
                               Variable{"STARPU_SCHED_READY"},
                               Variable{"STARPU_SCHED_SORTED_ABOVE"},
                               Variable{"STARPU_SCHED_SORTED_BELOW"},
                               Variable{"STARPU_SCHED_GRAPH_TEST_DESCENDANTS"},
                               Variable{"STARPU_NTASKS_THRESHOLD"},
                               Variable{"STARPU_CALIBRATE", expected_calibration},
                               Variable{"STARPU_CALIBRATE_MINIMUM"},
                               Variable{"STARPU_HISTORY_MAX_ERROR"},
                               Variable{"STARPU_PERF_MODEL_HOMOGENEOUS_CPU"},
                               Variable{"STARPU_PERF_MODEL_HOMOGENEOUS_CUDA"},
                               Variable{"STARPU_PERF_MODEL_HOMOGENEOUS_OPENCL"},
                               Variable{"STARPU_PERF_MODEL_HOMOGENEOUS_MIC"},
                               Variable{"STARPU_PERF_MODEL_HOMOGENEOUS_MPI_MS"},
                               Variable{"STARPU_BUS_CALIBRATE"},
                               Variable{"STARPU_BUS_STATS"},
                               Variable{"STARPU_PCI_FLAT"},
                               Variable{"STARPU_SIMGRID", expected_flavour},
                               Variable{"STARPU_SIMGRID_SCHED_COST"},
                               Variable{"STARPU_SIMGRID_TRANSFER_COST"},
                               Variable{"STARPU_SIMGRID_CUDA_MALLOC_COST"},
                               Variable{"STARPU_SIMGRID_CUDA_QUEUE_COST"},
                               Variable{"STARPU_SIMGRID_CUDA_COPY_ENGINES"},
                               Variable{"STARPU_SIMGRID_TASK_SUBMIT_COST"},
                               Variable{"STARPU_SIMGRID_FETCHING_INPUT_COST"},
                               Variable{"STARPU_MALLOC_SIMULATION_FOLD"},
                               Variable{"STARPU_BACKOFF_MIN"},
                               Variable{"STARPU_BACKOFF_MAX"},
                               Variable{"STARPU_CATCH_SIGNALS"},
                               Variable{"STARPU_DISPLAY_BINDINGS"},
                               Variable{"STARPU_GLOBAL_ARBITER"},
                               Variable{"STARPU_MAX_MEMORY_USE"},
                               Variable{"STARPU_MEMORY_STATS"},
                               Variable{"STARPU_STATS"},
                               Variable{"STARPU_TASK_BREAK_ON_EXEC"},
                               Variable{"STARPU_TASK_BREAK_ON_POP"},
                               Variable{"STARPU_TASK_BREAK_ON_PUSH"},
                               Variable{"STARPU_TASK_BREAK_ON_SCHED"},
                               Variable{"STARPU_TASK_PROGRESS"},
                               Variable{"STARPU_TRACE_BUFFER_SIZE"},
                               Variable{"STARPU_WATCHDOG_CRASH"},
                               Variable{"STARPU_WATCHDOG_DELAY"},
                               Variable{"STARPU_WATCHDOG_TIMEOUT", expected_microseconds},
                               Variable{"STARPU_RAND_SEED"},
                               Variable{"STARPU_SILENT"}};

/// Whether the variable limits the memory of a single device: STARPU_LIMIT_CUDA_0_MEM, STARPU_LIMIT_OPENCL_12_MEM.
bool is_limit_of_device(std::string_view variable) {
    constexpr std::string_view suffix = "_MEM";
    for (const std::string_view prefix : {"STARPU_LIMIT_CUDA_", "STARPU_LIMIT_OPENCL_", "STARPU_LIMIT_CPU_NUMA_"}) {
        if (variable.size() > prefix.size() + suffix.size() && variable.starts_with(prefix) &&
            variable.ends_with(suffix)) {
            variable.remove_prefix(prefix.size());
            variable.remove_suffix(suffix.size());
            return std::all_of(variable.begin(), variable.end(), [](char c) { return c >= '0' && c <= '9'; });
        }
    }
    return false;
}

std::vector<std::string> limits_of_devices() {
    std::vector<std::string> names;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const std::string_view variable = text.substr(0, text.find('='));
        if (is_limit_of_device(variable)) {
            names.emplace_back(variable);
        }
    }
    return names;
}

void check(const char* variable, Judge expected) {
    const char* value = std::getenv(variable);
    if (value == nullptr) {
        return;
    }
    if (const Expectation expectation = expected(value)) {
        throw InvalidInput(fmt::format("{} is '{}': expected {}", variable, excerpt(value), *expectation));
    }
}

/// Makes the folder, and those in it that StarPU writes to.
void check_model_folder(const std::string& folder) {
    for (const std::string& path :
         {folder, fmt::format("{}/bus", folder), fmt::format("{}/{}", folder, codelets_folder)}) {
        if (const std::error_code error = make_writable_folder(path)) {
            throw InvalidInput(fmt::format("StarPU cannot keep its performance models in '{}': {}; "
                                           "STARPU_PERF_MODEL_DIR names another folder",
                                           path, error.message()));
        }
    }
}

} // namespace

void check_starpu_environment() {
    for (const Variable& variable : variables) {
        check(variable.name, variable.expected);
    }
    for (const std::string& variable : limits_of_devices()) {
        check(variable.c_str(), expected_count);
    }
    const ModelFolder folder = model_folder();
    check_model_paths(folder, platform_name());
    if (!Runtime::is_simulated()) { // there models are only read
        check_model_folder(folder.path);
    }
}

} // namespace tangram::apps
