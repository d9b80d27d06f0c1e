#include "apps/gemm/machines/platform_description.hpp"

#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdlib>

namespace tangram::apps {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr double giga = 1e9;

/// Throws InvalidInput unless `platform` has a whole number there, from `lowest` to `highest`.
std::int64_t whole_number_of(const json& platform, const char* key, std::int64_t lowest, std::int64_t highest) {
    const auto found = platform.find(key);
    const bool is_whole = found != platform.end() && found->is_number_integer();
    if (!is_whole || *found < lowest || *found > highest) {
        throw InvalidInput(fmt::format("'{}' must be a whole number from {} to {}", key, lowest, highest));
    }
    return found->get<std::int64_t>();
}

double positive_number(const json& value, const char* key) {
    if (!value.is_number() || !(value.get<double>() > 0) || !std::isfinite(value.get<double>())) {
        throw InvalidInput(fmt::format("'{}' must be positive", key));
    }
    return value.get<double>();
}

NominalSpeeds nominal_speeds(const json& gflops, int gpus) {
    if (!gflops.is_object() || !gflops.value("gpus", json()).is_array() ||
        gflops["gpus"].size() != static_cast<std::size_t>(gpus)) {
        throw InvalidInput(fmt::format("'gflops' must have 'cpu', 'float_factor' and a list 'gpus' of {}", gpus));
    }
    NominalSpeeds speeds;
    speeds.cpu = positive_number(gflops.value("cpu", json()), "cpu") * giga;
    speeds.float_factor = positive_number(gflops.value("float_factor", json()), "float_factor");
    for (const json& gpu : gflops["gpus"]) {
        speeds.gpus.push_back(positive_number(gpu, "gpus") * giga);
    }
    return speeds;
}

/// A name that names a file, and no folder.
std::string name_of(const json& platform) {
    const json name = platform.value("name", json());
    if (!name.is_string() || name.get<std::string>().empty() ||
        name.get<std::string>().find('/') != std::string::npos) {
        throw InvalidInput("'name' must be the host name in the names of StarPU's files");
    }
    return name;
}

PlatformDescription parse(const std::string& text) {
    const json platform = json::parse(text, nullptr, false);
    if (!platform.is_object()) {
        throw InvalidInput("it is not a JSON object");
    }
    constexpr int most_workers = 64; // as StarPU is configured for simulation, cmake/
    constexpr int most_devices = 16;
    constexpr std::int64_t largest_tile = 1'000'000;
    PlatformDescription description;
    description.name = name_of(platform);
    description.cpu_workers = static_cast<int>(whole_number_of(platform, "cpu_workers", 0, most_workers));
    description.cuda_devices = static_cast<int>(whole_number_of(platform, "cuda_devices", 0, most_devices));
    description.opencl_devices = static_cast<int>(whole_number_of(platform, "opencl_devices", 0, most_devices));
    description.tile = whole_number_of(platform, "tile", 1, largest_tile);
    if (platform.contains("gflops")) {
        if (description.opencl_devices > 0) {
            throw InvalidInput("'gflops' are of CPU workers and CUDA devices, so 'opencl_devices' must be 0");
        }
        description.nominal = nominal_speeds(platform["gflops"], description.cuda_devices);
    }
    return description;
}

} // namespace

std::string to_json(const PlatformDescription& platform) {
    json text{{"name", platform.name},
              {"cpu_workers", platform.cpu_workers},
              {"cuda_devices", platform.cuda_devices},
              {"opencl_devices", platform.opencl_devices},
              {"tile", platform.tile}};
    if (platform.nominal) {
        json gpus = json::array();
        for (const double speed : platform.nominal->gpus) {
            gpus.push_back(speed / giga);
        }
        text["gflops"] = {{"cpu", platform.nominal->cpu / giga},
                          {"gpus", std::move(gpus)},
                          {"float_factor", platform.nominal->float_factor}};
    }
    return text.dump(2) + "\n";
}

PlatformDescription read_platform(const fs::path& folder) {
    const fs::path path = folder / platform_file;
    const std::string text = read_text(path.string());
    try {
        return parse(text);
    } catch (const InvalidInput& error) {
        throw InvalidInput(fmt::format("platform {}: {}", path.string(), error.what()));
    }
}

std::optional<PlatformDescription> simulated_platform() {
    const char* folder = std::getenv("STARPU_PERF_MODEL_DIR");
    if (folder == nullptr || !fs::exists(fs::path(folder) / platform_file)) {
        return std::nullopt;
    }
    return read_platform(folder);
}

std::int64_t simulated_tile() {
    return simulated_platform().value_or(PlatformDescription{}).tile;
}

} // namespace tangram::apps
