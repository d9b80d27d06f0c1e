#include "apps/starpu_environment.hpp"

#include "apps/runtime.hpp"
#include "partition/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <regex>
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

/// Limits of single devices: STARPU_LIMIT_CUDA_0_MEM.
std::vector<std::string> limits_of_devices() {
    static const std::regex limit("(STARPU_LIMIT_(CUDA|OPENCL)_[0-9]+_MEM)=.*");
    std::vector<std::string> variables;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        if (std::cmatch match; std::regex_match(*entry, match, limit)) {
            variables.push_back(match[1]);
        }
    }
    return variables;
}

void check_number(const char* variable) {
    const char* value = std::getenv(variable);
    if (value == nullptr || *value == '\0') {
        return;
    }
    const std::string_view text = value;
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 0) {
        throw InvalidInput(fmt::format("{} is '{}': expected a whole number, 0 or more", variable, text));
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
