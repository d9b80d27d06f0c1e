#include "apps/gemm/machines/platform_description.hpp"

#include "apps/gemm/machines/model_paths.hpp"
#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"
#include "base/json_text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdlib>

namespace tangram::apps {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr double giga = 1e9;

/// A JSON value in a message: that of a number, else what it is.
std::string described(const json& value) {
    return value.is_number() ? value.dump() : fmt::format("a JSON {}", value.type_name());
}

/// Throws InvalidInput unless `platform` has a whole number there, from `lowest` to `highest`.
std::int64_t whole_number_of(const json& platform, const char* key, std::int64_t lowest, std::int64_t highest) {
    const auto found = platform.find(key);
    if (found == platform.end()) {
        throw InvalidInput(fmt::format("'{}' is missing, expected a whole number from {} to {}", key, lowest, highest));
    }
    if (!found->is_number_integer() || *found < lowest || *found > highest) {
        throw InvalidInput(
            fmt::format("'{}' is {}, expected a whole number from {} to {}", key, described(*found), lowest, highest));
    }
    return found->get<std::int64_t>();
}

/// A speed or a factor of one; `where` says which of the description's.
double speed_of(const json& value, const std::string& where) {
    if (!value.is_number() || !(value.get<double>() >= lowest_speed) || !(value.get<double>() <= highest_speed)) {
        throw InvalidInput(fmt::format("'{}' is {}, expected a number from {:g} to {:g}", where, described(value),
                                       lowest_speed, highest_speed));
    }
    return value.get<double>();
}

NominalSpeeds nominal_speeds(const json& gflops, int gpus) {
    if (!gflops.is_object() || !gflops.value("gpus", json()).is_array() ||
        gflops["gpus"].size() != static_cast<std::size_t>(gpus)) {
        throw InvalidInput(fmt::format("'gflops' must have 'cpu', 'float_factor' and a list 'gpus' of {}", gpus));
    }
    NominalSpeeds speeds;
    speeds.cpu = speed_of(gflops.value("cpu", json()), "gflops.cpu") * giga;
    speeds.float_factor = speed_of(gflops.value("float_factor", json()), "gflops.float_factor");
    for (const json& gpu : gflops["gpus"]) {
        speeds.gpus.push_back(speed_of(gpu, fmt::format("gflops.gpus[{}]", speeds.gpus.size())) * giga);
    }
    return speeds;
}

std::string name_of(const json& platform) {
    const json name = platform.value("name", json());
    if (!name.is_string() || !can_be_in_file_name(name.get<std::string>())) {
        throw InvalidInput("'name' must be the host name in the names of StarPU's files");
    }
    return name;
}

PlatformDescription parse(const std::string& text) {
    const json platform = parsed_json<json>(text);
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
    if (platform.contains("copy_engines")) {
        description.copy_engines =
            static_cast<int>(whole_number_of(platform, "copy_engines", fewest_copy_engines, most_copy_engines));
    }
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
              {"copy_engines", platform.copy_engines},
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
    try {
        return text.dump(2) + "\n";
    } catch (const json::type_error&) {
        throw InvalidInput(fmt::format("the machine's name '{}' is not UTF-8", platform.name));
    }
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
    if (folder == nullptr || !is_there(fs::path(folder) / platform_file)) {
        return std::nullopt;
    }
    return read_platform(folder);
}

std::int64_t simulated_tile() {
    return simulated_platform().value_or(PlatformDescription{}).tile;
}

} // namespace tangram::apps
