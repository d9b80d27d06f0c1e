#include "apps/gemm/runtime/starpu_values.hpp"

#include "apps/gemm/kernels/opencl_worker.hpp"
#include "apps/gemm/machines/core_ids.hpp"
#include "apps/gemm/machines/device_ids.hpp"
#include "apps/gemm/machines/starpu_number.hpp"
#include "apps/gemm/runtime/cpu_binding.hpp"
#include "apps/gemm/runtime/runtime.hpp"
#include "apps/gemm/support/files.hpp"
#include "cuda/devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <vector>

#include <starpu.h>

namespace tangram::apps {

namespace {

Expectation expected_within(std::string_view value, int least, int most) {
    const std::optional<int> number = starpu_number<int>(value);
    if (number && *number >= least && *number <= most) {
        return std::nullopt;
    }
    return most == INT_MAX ? fmt::format("a whole number, {} or more, below 2^31", least)
                           : fmt::format("a whole number from {} to {}", least, most);
}

bool is_given(const char* variable) {
    return std::getenv(variable) != nullptr;
}

/// The most CPU workers that StarPU may start beside CUDA workers.
int cpu_workers() {
    int workers = STARPU_MAXCPUS;
    if (const std::optional<int> asked = workers_asked_for(cpu_workers_variable())) {
        workers = *asked;
    } else {
        const int threads = workers_asked_for("STARPU_NTHREADS_PER_CORE").value_or(1);
        workers = static_cast<int>(cores_of_starpu().count) * std::min(threads, STARPU_MAXCPUS);
    }
    return std::clamp(workers, 0, STARPU_MAXCPUS);
}

/// Numbers from 0 that StarPU counts among what the process may use, whatever the system's numbers are.
struct Countable {
    const char* name = nullptr;
    unsigned Cores::*count = nullptr;
};
constexpr Countable hardware_threads{"hardware threads", &Cores::threads};
constexpr Countable cores{"cores", &Cores::count};

Expectation expected_number_of(const Countable& kind, int count) {
    return fmt::format("numbers of {} from 0 to {}, as counted among those that this process may use", kind.name,
                       count - 1);
}

/// In simulation there are as many as are named: StarPU binds nothing.
Expectation expected_one_of(std::string_view value, const Countable& kind) {
    if (Runtime::is_simulated()) {
        return expected_count(value);
    }
    const auto count = static_cast<int>(cores_of_starpu().*kind.count);
    return expected_within(value, 0, count - 1) ? expected_number_of(kind, count) : std::nullopt;
}

Expectation expected_list(std::string_view value, const Countable& kind) {
    constexpr std::size_t room = STARPU_NMAXWORKERS - 1; // it looks for the list's end in the last place
    const std::optional<std::vector<CoreRange>> list = parsed_core_ids(value);
    if (!list) {
        return fmt::format("numbers of {}, and ranges, with blanks or commas in between, as in '0,2 4-7'", kind.name);
    }
    const int count = Runtime::is_simulated() ? STARPU_MAXCPUS : static_cast<int>(cores_of_starpu().*kind.count);
    if (!Runtime::is_simulated() && missing_core(*list, count)) {
        return expected_number_of(kind, count);
    }
    const std::size_t numbers = length(*list, count);
    return numbers > room ? Expectation(fmt::format("at most {} numbers, not {}", room, numbers)) : std::nullopt;
}

} // namespace

Expectation expected_count(std::string_view value) {
    return expected_within(value, 0, INT_MAX);
}

Expectation expected_decimal(std::string_view value) {
    const std::optional<float> number = starpu_number<float>(value);
    return number && std::isfinite(*number) ? std::nullopt : Expectation("a finite number, as float has it");
}

Expectation expected_microseconds(std::string_view value) {
    return starpu_number<std::int64_t>(value).value_or(0) > 0
               ? std::nullopt
               : Expectation("a whole number of microseconds, 1 or more");
}

Expectation expected_calibration(std::string_view value) {
    return expected_within(value, 0, 2);
}

Expectation expected_topology(std::string_view value) {
    return value.empty() || Runtime::is_simulated() || is_topology(std::string(value))
               ? std::nullopt
               : Expectation("a file that hwloc can read, as lstopo writes it (lstopo machine.xml)");
}

Expectation expected_synthetic_topology(std::string_view value) {
    return Runtime::is_simulated() || is_synthetic_topology(std::string(value))
               ? std::nullopt
               : Expectation("a topology as hwloc describes one, as in 'package:2 core:4 pu:2'");
}

Expectation expected_components(std::string_view /*value*/) {
    return Runtime::is_simulated() || topology_has_memory() ? std::nullopt
                                                            : Expectation("components of hwloc that find memory");
}

Expectation expected_system_root(std::string_view value) {
    const std::filesystem::path root = value;
    std::error_code unknown;
    const bool has_machine = std::filesystem::is_regular_file(root / "proc/meminfo", unknown) &&
                             std::filesystem::is_directory(root / "sys/devices/system/cpu", unknown);
    return Runtime::is_simulated() || has_machine ? std::nullopt
                                                  : Expectation("a folder with a machine's proc/ and sys/");
}

Expectation expected_flavour(std::string_view value) {
    const int flavour = Runtime::is_simulated() ? 1 : 0;
    return starpu_number<int>(value) == flavour
               ? std::nullopt
               : Expectation(fmt::format("{} in {}", flavour, flavour == 1 ? "simulation" : "what is not simulated"));
}

Expectation expected_hardware_thread(std::string_view value) {
    return expected_one_of(value, hardware_threads);
}

Expectation expected_core(std::string_view value) {
    return expected_one_of(value, cores);
}

Expectation expected_threads_per_core(std::string_view value) {
    if (is_given("STARPU_WORKERS_CPUID") || is_given("STARPU_WORKERS_COREID")) {
        return expected_within(value, 0, STARPU_MAXCPUS);
    }
    const unsigned most = Runtime::is_simulated() ? 1 : cores_of_starpu().threads_per_core;
    return expected_within(value, 1, static_cast<int>(most));
}

Expectation expected_workers_per_cuda_device(std::string_view value) {
    int most = STARPU_NMAXWORKERS - 1;
    if (!Runtime::is_simulated()) { // where StarPU takes 1 for any number
        const std::vector<int> cuda = cuda_devices_to_start(cuda::devices().count);
        if (!cuda.empty()) {
            const auto opencl = opencl_devices_to_start(static_cast<int>(opencl_device_count()), cuda).size();
            const int room = STARPU_NMAXWORKERS - cpu_workers() - static_cast<int>(opencl);
            most = std::clamp(room / static_cast<int>(cuda.size()), 1, most);
        }
    }
    return expected_within(value, 1, most);
}

Expectation expected_threads_of_cuda_workers(std::string_view value) {
    const bool is_one = starpu_number<int>(value) == 1;
    return is_one && is_given("STARPU_CUDA_THREAD_PER_DEV") ? "0, as STARPU_CUDA_THREAD_PER_DEV is given, too"
                                                            : expected_count(value);
}

Expectation expected_threads_of_cuda_devices(std::string_view value) {
    return expected_within(value, Runtime::is_simulated() ? 1 : 0, INT_MAX);
}

Expectation expected_zero_in_simulation(std::string_view value) {
    return Runtime::is_simulated() && starpu_number<int>(value) != 0 ? "0 in simulation" : expected_count(value);
}

Expectation expected_device_ids(std::string_view value) {
    return parsed_device_ids(value) ? std::nullopt
                                    : Expectation("numbers of devices with blanks in between, as in '0 2'");
}

Expectation expected_hardware_threads(std::string_view value) {
    return expected_list(value, hardware_threads);
}

Expectation expected_cores(std::string_view value) {
    return expected_list(value, cores);
}

Expectation expected_writable_folder(std::string_view value) {
    const std::error_code error = make_writable_folder(value);
    return error ? Expectation(fmt::format("a folder that can be written ({})", error.message())) : std::nullopt;
}

Expectation expected_host_name(std::string_view value) {
    constexpr std::size_t longest = 63; // get_bus_path
    const bool is_name = value.size() <= longest && value.find('/') == std::string_view::npos;
    return is_name ? std::nullopt : Expectation(fmt::format("a name of at most {} characters, without '/'", longest));
}

} // namespace tangram::apps
