#include "apps/gemm/machines/platform.hpp"

#include "apps/gemm/machines/device_ids.hpp"
#include "apps/gemm/machines/model_paths.hpp"
#include "apps/gemm/machines/platform_description.hpp"
#include "apps/gemm/machines/saved_platform.hpp"
#include "apps/gemm/machines/starpu_model_text.hpp"
#include "apps/gemm/machines/synthetic_bus_files.hpp"
#include "apps/gemm/machines/synthetic_platform.hpp"
#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"
#include "base/nearest_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace tangram::apps {

namespace {

namespace fs = std::filesystem;

/// A machine that StarPU comes with models of.
struct MeasuredPlatform {
    std::string_view name;
    int gpus;
    int cpu_workers;         ///< parallel ones, one per socket
    double cores_per_worker; ///< computing cores; the others drive the GPUs
    std::string_view meaning;
};

constexpr std::array measured_platforms{
    MeasuredPlatform{"sirocco", 4, 2, 10.0, "2 sockets of 10 computing cores, 4 Tesla K40m"},
    MeasuredPlatform{"mirage", 3, 2, 4.5, "2 sockets of 4.5 computing cores, 3 Tesla M2070"},
};

/// StarPU's own measurements of the b x b x b double GEMM; starpu_dgemm_gemm is
/// another shape: b x b x 4b.
constexpr std::string_view measured_model = "starpu_dlu_lu_model_22";
constexpr std::string_view our_model = "tangram_dgemm";

fs::path sampling_folder() {
    return fs::path(TANGRAM_STARPU_SIMGRID_PREFIX) / "share/starpu/perfmodels/sampling";
}

std::string read_measured_model(const MeasuredPlatform& platform) {
    const fs::path path = sampling_folder() / codelets_folder / fmt::format("{}.{}", measured_model, platform.name);
    try {
        return read_text(path.string());
    } catch (const InvalidInput& error) {
        throw RunFailure(fmt::format("StarPU's models: {}", error.what()));
    }
}

std::string tiles_text(const MeasuredPlatform& platform) {
    return fmt::format("{}", fmt::join(modelled_tiles(read_measured_model(platform), sizeof(double)), ", "));
}

PlatformDescription write_measured(const fs::path& folder, const MeasuredPlatform& platform) {
    fs::create_directories(folder / codelets_folder);
    fs::create_directory_symlink(sampling_folder() / "bus", folder / "bus");
    write_text(folder / codelets_folder / fmt::format("{}.{}", our_model, platform.name),
               faster_cpus(read_measured_model(platform), platform.cores_per_worker));
    PlatformDescription description;
    description.name = platform.name;
    description.cpu_workers = platform.cpu_workers;
    description.cuda_devices = platform.gpus;
    return description;
}

PlatformDescription write_synthetic(const fs::path& folder, const SyntheticPlatform& platform) {
    PlatformDescription description = describe(platform);
    const BusFiles files = bus_files(platform);
    const auto bus = [&](const char* ending) {
        return folder / "bus" / fmt::format("{}.{}", description.name, ending);
    };
    fs::create_directories(folder / codelets_folder);
    fs::create_directories(folder / "bus");
    write_text(bus("bandwidth"), files.bandwidth);
    write_text(bus("latency"), files.latency);
    write_text(bus("platform.v4.xml"), files.platform);
    return description;
}

/// Copies a folder of StarPU's, where there is one; folders in it are none of StarPU's. Throws InvalidInput for what is
/// no file: to copy a pipe or a device would not end.
void copy_files(const fs::path& from, const fs::path& to) {
    fs::create_directories(to);
    if (!is_there(from)) { // nominal speeds need no models
        return;
    }
    std::error_code failure;
    fs::directory_iterator entry(from, failure);
    for (; !failure && entry != fs::directory_iterator(); entry.increment(failure)) {
        std::error_code unknown;
        if (entry->is_directory(unknown)) {
            continue;
        }
        const InputFile file(entry->path());
        if (!fs::copy_file(entry->path(), to / entry->path().filename(), failure)) {
            break;
        }
    }
    if (failure) {
        throw InvalidInput(fmt::format("cannot read {}: {}", from.string(), failure.message()));
    }
}

PlatformDescription copy_saved(const fs::path& folder, const fs::path& saved) {
    PlatformDescription description = check_saved_platform(saved);
    for (const char* part : {"bus", codelets_folder}) {
        copy_files(saved / part, folder / part);
    }
    return description;
}

bool is_synthetic(std::string_view platform) {
    return platform == synthetic_prefix || platform.starts_with(fmt::format("{}:", synthetic_prefix));
}

/// Fills the folder with the platform's models, all but platform.json.
PlatformDescription write_models(const fs::path& folder, const std::string& platform) {
    const auto* const measured = std::find_if(measured_platforms.begin(), measured_platforms.end(),
                                              [&](const MeasuredPlatform& known) { return known.name == platform; });
    if (measured != measured_platforms.end()) {
        return write_measured(folder, *measured);
    }
    if (is_synthetic(platform)) {
        return write_synthetic(folder, parse_synthetic(platform));
    }
    if (std::error_code unknown; fs::is_directory(platform, unknown)) {
        return copy_saved(folder, platform);
    }
    std::vector<std::string> names{std::string(synthetic_prefix)};
    std::string measured_ones;
    for (const MeasuredPlatform& known : measured_platforms) {
        names.emplace_back(known.name);
        measured_ones += fmt::format("{} (double, tiles of {}), ", known.name, tiles_text(known));
    }
    throw InvalidInput(
        fmt::format("unknown platform '{}'{} There are {}{}:KEY=VALUE,... (any tile) and folders of tangram machine "
                    "--save-platform{}",
                    platform, guess(platform.substr(0, platform.find(':')), names, {.otherwise = "."}), measured_ones,
                    synthetic_prefix, platform.ends_with(".json") ? "; files are for tangram steady" : ""));
}

/// Throws InvalidInput if the environment asks for more workers than the machine has: StarPU would invent them, or
/// abort.
void check_workers(const char* variable, int most) {
    if (const int asked = workers_asked_for(variable).value_or(0); asked > most) {
        throw InvalidInput(fmt::format("{}={}: the simulated machine has {}", variable, asked, most));
    }
}

/// Sets the number of workers of one kind, unless the environment does.
void set_workers(const char* variable, std::size_t count) {
    setenv(variable, fmt::format("{}", count).c_str(), 0);
}

/// Throws InvalidInput for a device in the list that StarPU would start and that the machine does not have: StarPU
/// would abort.
void check_devices(const char* variable, const std::vector<int>& devices, int count) {
    if (const std::optional<int> device = missing_device(devices, count)) {
        throw InvalidInput(fmt::format("{} has device {}: the simulated machine has {}", variable, *device, count));
    }
}

void set_environment(const fs::path& folder, const PlatformDescription& platform) {
    setenv("STARPU_PERF_MODEL_DIR", folder.c_str(), 1);
    setenv("STARPU_HOSTNAME", platform.name.c_str(), 1);
    const char* const cpus = cpu_workers_variable();
    check_workers(cpus, platform.cpu_workers);
    check_workers("STARPU_NCUDA", platform.cuda_devices);
    check_workers("STARPU_NOPENCL", platform.opencl_devices);
    const std::vector<int> cuda = cuda_devices_to_start(platform.cuda_devices);
    check_cuda_list(platform.cuda_devices);
    check_devices("STARPU_WORKERS_CUDAID", cuda, platform.cuda_devices);
    check_devices("STARPU_WORKERS_OPENCLID", opencl_devices_to_start(platform.opencl_devices, cuda),
                  platform.opencl_devices);
    set_workers(cpus, static_cast<std::size_t>(platform.cpu_workers));
    set_workers("STARPU_NCUDA", cuda.size());
    set_workers("STARPU_NOPENCL", static_cast<std::size_t>(platform.opencl_devices));
    setenv("STARPU_SIMGRID_CUDA_COPY_ENGINES", fmt::format("{}", platform.copy_engines).c_str(), 0);
}

} // namespace

PlatformModels::PlatformModels(const std::string& platform) {
    try {
        const PlatformDescription description = write_models(folder_.path(), platform);
        check_model_paths({"TMPDIR", folder_.path().parent_path(), folder_.path()}, description.name);
        write_text(folder_.path() / platform_file, to_json(description));
        set_environment(folder_.path(), description);
    } catch (const fs::filesystem_error& error) {
        throw RunFailure(error.what());
    }
}

std::string platforms_help() {
    std::string text = "Platforms:\n";
    for (const MeasuredPlatform& platform : measured_platforms) {
        std::string tiles = "as StarPU's models say, but they cannot be read";
        try {
            tiles = tiles_text(platform);
        } catch (const Error&) { // help is given all the same
        }
        text += fmt::format("  {:<26}{}; double, tiles of {}\n", platform.name, platform.meaning, tiles);
    }
    text +=
        fmt::format("  {:<26}a folder that `tangram machine --save-platform DIR` wrote on another machine\n", "DIR");
    text += fmt::format(
        "  {:<26}a node given by parameters, for any tile size and both precisions; keys, defaults, ranges:\n{}",
        fmt::format("{}:KEY=VALUE,...", synthetic_prefix), synthetic_help());
    return text;
}

} // namespace tangram::apps
