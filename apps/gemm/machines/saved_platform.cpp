#include "apps/gemm/machines/saved_platform.hpp"

#include "apps/gemm/kernels/codelets.hpp"
#include "apps/gemm/machines/host_link.hpp"
#include "apps/gemm/machines/machine.hpp"
#include "apps/gemm/machines/number_rows.hpp"
#include "apps/gemm/machines/starpu_model_check.hpp"
#include "apps/gemm/machines/starpu_model_text.hpp"
#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstddef>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <starpu.h>

namespace tangram::apps {

namespace {

namespace fs = std::filesystem;

/// What simulations read; the rest of StarPU's files on links is for real machines.
constexpr std::array bus_files{"bandwidth", "latency", "platform.v4.xml"};

/// Where StarPU keeps this machine's model of a codelet: .../codelets/45/SYMBOL.HOST
fs::path model_path(const std::string& symbol) {
    std::array<char, 4096> path{};
    starpu_perfmodel_get_model_path(symbol.c_str(), path.data(), path.size());
    return path.data();
}

/// Of a file of StarPU's.
std::string text_of_starpu(const fs::path& path) {
    try {
        return read_text(path.string());
    } catch (const InvalidInput& error) { // not a user's file
        throw RunFailure(error.what());
    }
}

void make_folders(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) {
        throw RunFailure(fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
    }
}

/// What StarPU's matrices on links hold; 0 stands for what it does not know.
struct LinkValues {
    const char* file;
    const char* unit;
    double lowest;
    double highest;
};
constexpr LinkValues bandwidths{"bandwidth", "MB/s", lowest_speed, 1e3 * highest_speed};
constexpr LinkValues latencies{"latency", "microseconds", 1e-6, 1e10};

std::vector<std::vector<double>> rows_of(const fs::path& path) {
    const std::string text = read_text(path.string());
    try {
        return number_rows<double>(text);
    } catch (const InvalidInput& error) {
        throw InvalidInput(fmt::format("{}: {}", path.string(), error.what()));
    }
}

/// StarPU would take a missing or broken matrix for one to be measured. Of each line
/// it does not take the last number.
void check_matrix(const fs::path& path, const LinkValues& values, std::size_t nodes) {
    const std::vector<std::vector<double>> rows = rows_of(path);
    if (rows.size() < nodes) {
        throw InvalidInput(fmt::format("{}: {} rows for {} memory nodes", path.string(), rows.size(), nodes));
    }
    for (std::size_t row = 0; row < nodes; ++row) {
        if (rows[row].size() <= nodes) {
            throw InvalidInput(fmt::format("{}: row {} needs numbers for {} memory nodes and one column more",
                                           path.string(), row, nodes));
        }
        for (std::size_t node = 0; node < nodes; ++node) {
            const double value = rows[row][node];
            if (value != 0 && !(value >= values.lowest && value <= values.highest)) {
                throw InvalidInput(fmt::format("{}: row {} has {} {}, expected 0 or a number from {:g} to {:g}",
                                               path.string(), row, value, values.unit, values.lowest, values.highest));
            }
        }
    }
}

/// A number in SimGrid's description, in front of its unit.
struct Attribute {
    const char* name;
    double lowest;
    double highest;
};
constexpr std::array attributes{Attribute{"speed", lowest_speed, 1e9 * highest_speed},
                                Attribute{"bandwidth", lowest_speed, 1e9 * highest_speed},
                                Attribute{"latency", 0, 1e4}};

/// SimGrid would abort, or simulate what no machine does.
void check_attributes(const std::string& text, const fs::path& path) {
    for (const Attribute& attribute : attributes) {
        const std::string start = fmt::format(" {}=\"", attribute.name);
        for (std::size_t at = text.find(start); at != std::string::npos; at = text.find(start, at)) {
            at += start.size();
            const std::string value = text.substr(at, text.find('"', at) - at);
            double number = 0;
            const auto [unit, error] = std::from_chars(value.data(), value.data() + value.size(), number);
            if (error != std::errc{} || !(number >= attribute.lowest && number <= attribute.highest)) {
                throw InvalidInput(fmt::format("{}: {} is '{}', expected a number from {:g} to {:g}", path.string(),
                                               attribute.name, excerpt(value), attribute.lowest, attribute.highest));
            }
        }
    }
}

void check_hosts(const fs::path& path, const PlatformDescription& platform) {
    const std::string text = read_text(path.string());
    check_attributes(text, path);
    if (text.find("</platform>") == std::string::npos) {
        throw InvalidInput(fmt::format("{}: this is no platform of SimGrid's, or breaks off", path.string()));
    }
    const auto count = [&](const std::string& kind) {
        int hosts = 0;
        const std::string start = "<host id=\"" + kind;
        for (std::size_t at = text.find(start); at != std::string::npos; at = text.find(start, at + 1)) {
            ++hosts;
        }
        return hosts;
    };
    const auto expect = [&](const std::string& kind, int expected) {
        if (const int hosts = count(kind); hosts < expected) {
            throw InvalidInput(fmt::format("{}: {} hosts of kind {}, but {} says {}", path.string(), hosts, kind,
                                           platform_file, expected));
        }
    };
    expect("RAM", 1);
    expect("CPU", platform.cpu_workers);
    expect("CUDA", platform.cuda_devices);
    expect("OpenCL", platform.opencl_devices);
}

} // namespace

void prepare_folder(const fs::path& folder) {
    PlatformDescription machine;
    machine.name = platform_name();
    (void)to_json(machine); // throws for a name that could not be saved
    make_folders(folder);
    check_writable(folder / platform_file);
}

void save_platform(const fs::path& folder, const PlatformDescription& platform, unsigned cores_per_cpu_worker,
                   std::optional<double> host_bandwidth) {
    make_folders(folder / "bus");
    make_folders(folder / codelets_folder);
    for (const Precision precision : {Precision::double_precision, Precision::single_precision}) {
        const std::string symbol = model_symbol(precision, 1); // in simulation a worker is a worker
        const fs::path measured = model_path(model_symbol(precision, cores_per_cpu_worker));
        if (fs::exists(measured)) {
            write_text(folder / codelets_folder / fmt::format("{}.{}", symbol, platform.name),
                       text_of_starpu(measured));
        }
    }
    const fs::path models = model_path(model_symbol(Precision::double_precision, 1));
    const std::string host = models.filename().string().substr(models.filename().string().find('.') + 1);
    const fs::path bus = models.parent_path().parent_path().parent_path() / "bus";
    for (const char* file : bus_files) {
        std::string text = text_of_starpu(bus / fmt::format("{}.{}", host, file));
        if (host_bandwidth) {
            text = with_host_bandwidth(std::move(text), *host_bandwidth);
        }
        write_text(folder / "bus" / fmt::format("{}.{}", platform.name, file), text);
    }
    write_text(folder / platform_file, to_json(platform));
}

PlatformDescription check_saved_platform(const fs::path& folder) {
    PlatformDescription platform = read_platform(folder);
    const fs::path bus = folder / "bus";
    const std::size_t nodes =
        1 + static_cast<std::size_t>(platform.cuda_devices) + static_cast<std::size_t>(platform.opencl_devices);
    for (const LinkValues& values : {bandwidths, latencies}) {
        check_matrix(bus / fmt::format("{}.{}", platform.name, values.file), values, nodes);
    }
    check_hosts(bus / (platform.name + ".platform.v4.xml"), platform);
    for (const Precision precision : {Precision::double_precision, Precision::single_precision}) {
        const fs::path model =
            folder / codelets_folder / fmt::format("{}.{}", model_symbol(precision, 1), platform.name);
        if (is_there(model)) {
            const std::string text = read_text(model.string());
            try {
                check_model(text);
            } catch (const InvalidInput& error) {
                throw InvalidInput(fmt::format("{}: {}", model.string(), error.what()));
            }
        }
    }
    return platform;
}

} // namespace tangram::apps
