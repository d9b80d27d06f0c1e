#include "apps/gemm/runtime/starpu_environment.hpp"

#include "apps/gemm/runtime/runtime.hpp"
#include "base/error.hpp"
#include "base/parsed_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <unistd.h>

namespace tangram::apps {

namespace {

namespace fs = std::filesystem;

/// Those that choose workers, memory and calibration; StarPU has many more, for its developers.
constexpr std::array numbers{"STARPU_NCPU",
                             "STARPU_NCPUS",
                             "STARPU_RESERVE_NCPU",
                             "STARPU_NCUDA",
                             "STARPU_NWORKER_PER_CUDA",
                             "STARPU_CUDA_PIPELINE",
                             "STARPU_NOPENCL",
                             "STARPU_OPENCL_PIPELINE",
                             "STARPU_OPENCL_ON_CPUS",
                             "STARPU_OPENCL_ONLY_ON_CPUS",
                             "STARPU_NTHREADS_PER_CORE",
                             "STARPU_WORKERS_NOBIND",
                             "STARPU_MAIN_THREAD_BIND",
                             "STARPU_USE_NUMA",
                             "STARPU_LIMIT_CPU_MEM",
                             "STARPU_LIMIT_CUDA_MEM",
                             "STARPU_LIMIT_OPENCL_MEM",
                             "STARPU_PREFETCH",
                             "STARPU_CALIBRATE",
                             "STARPU_CALIBRATE_MINIMUM",
                             "STARPU_BUS_CALIBRATE",
                             "STARPU_BUS_STATS",
                             "STARPU_SIMGRID_SCHED_COST",
                             "STARPU_SILENT"};

/// Whether the variable limits the memory of a single device: STARPU_LIMIT_CUDA_0_MEM, STARPU_LIMIT_OPENCL_12_MEM.
bool is_limit_of_device(std::string_view variable) {
    constexpr std::string_view suffix = "_MEM";
    for (const std::string_view prefix : {"STARPU_LIMIT_CUDA_", "STARPU_LIMIT_OPENCL_"}) {
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
    std::vector<std::string> variables;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        const std::string_view variable = text.substr(0, text.find('='));
        if (is_limit_of_device(variable)) {
            variables.emplace_back(variable);
        }
    }
    return variables;
}

void check_number(const char* variable) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') {
        return;
    }
    if (parsed<int>(value).value_or(-1) < 0) {
        throw InvalidInput(fmt::format("{} is '{}': expected a whole number, 0 or more", variable, value));
    }
}

/// Where StarPU keeps its performance models.
fs::path model_folder() {
    if (const char* folder = std::getenv("STARPU_PERF_MODEL_DIR")) {
        return folder;
    }
    for (const char* variable : {"XDG_CACHE_HOME", "STARPU_HOME", "HOME", "TMPDIR", "TEMP", "TMP"}) {
        if (const char* home = std::getenv(variable)) {
            return fs::path(home) / ".starpu/sampling";
        }
    }
    return "/tmp/.starpu/sampling";
}

void check_model_folder() {
    const fs::path folder = model_folder();
    std::error_code error;
    fs::create_directories(folder, error);
    if (!error && ::access(folder.c_str(), W_OK | X_OK) != 0) {
        error.assign(errno, std::generic_category());
    }
    if (error) {
        throw InvalidInput(fmt::format("StarPU cannot keep its performance models in '{}': {}; STARPU_PERF_MODEL_DIR "
                                       "names another folder",
                                       folder.string(), error.message()));
    }
}

} // namespace

void check_starpu_environment() {
    for (const char* variable : numbers) {
        check_number(variable);
    }
    for (const std::string& variable : limits_of_devices()) {
        check_number(variable.c_str());
    }
    if (!Runtime::is_simulated()) { // there models are only read
        check_model_folder();
    }
}

} // namespace tangram::apps
