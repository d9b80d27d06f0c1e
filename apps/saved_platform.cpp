#include "apps/saved_platform.hpp"

#include "apps/codelets.hpp"
#include "apps/files.hpp"
#include "apps/starpu_model_text.hpp"
#include "partition/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <system_error>

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

void copy_text(const fs::path& from, const fs::path& to) {
    try {
        write_text(to, read_text(from.string()));
    } catch (const InvalidInput& error) { // not a user's file, but StarPU's
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

/// StarPU would take a missing or broken matrix for one to be measured.
void check_matrix(const fs::path& path) {
    std::istringstream lines(read_text(path.string()));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line.substr(0, line.find('#')));
        for (std::string word; words >> word;) {
            char* end = nullptr;
            std::strtod(word.c_str(), &end);
            if (*end != '\0') {
                throw InvalidInput(fmt::format("{}: '{}' is no number", path.string(), word.substr(0, 40)));
            }
        }
    }
}

/// StarPU would not survive a broken model.
void check_model(const fs::path& path) {
    const std::string text = read_text(path.string());
    if (!text.starts_with("##################\n# Performance Model Version\n45\n")) {
        throw InvalidInput(fmt::format("{}: this is no performance model of StarPU's, version 45", path.string()));
    }
    try {
        modelled_tiles(text, sizeof(double));
    } catch (const InvalidInput& error) {
        throw InvalidInput(fmt::format("{}: {}", path.string(), error.what()));
    }
}

void check_hosts(const fs::path& path, const PlatformDescription& platform) {
    const std::string text = read_text(path.string());
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
    make_folders(folder);
    check_writable(folder / platform_file);
}

void save_platform(const fs::path& folder, const PlatformDescription& platform, unsigned cores_per_cpu_worker) {
    make_folders(folder / "bus");
    make_folders(folder / codelets_folder);
    for (const Precision precision : {Precision::double_precision, Precision::single_precision}) {
        const std::string symbol = model_symbol(precision, 1); // in simulation a worker is a worker
        const fs::path measured = model_path(model_symbol(precision, cores_per_cpu_worker));
        if (fs::exists(measured)) {
            copy_text(measured, folder / codelets_folder / fmt::format("{}.{}", symbol, platform.name));
        }
    }
    const fs::path models = model_path(model_symbol(Precision::double_precision, 1));
    const std::string host = models.filename().string().substr(models.filename().string().find('.') + 1);
    const fs::path bus = models.parent_path().parent_path().parent_path() / "bus";
    for (const char* file : bus_files) {
        copy_text(bus / fmt::format("{}.{}", host, file), folder / "bus" / fmt::format("{}.{}", platform.name, file));
    }
    write_text(folder / platform_file, to_json(platform));
}

PlatformDescription check_saved_platform(const fs::path& folder) {
    PlatformDescription platform = read_platform(folder);
    const fs::path bus = folder / "bus";
    check_matrix(bus / (platform.name + ".bandwidth"));
    check_matrix(bus / (platform.name + ".latency"));
    check_hosts(bus / (platform.name + ".platform.v4.xml"), platform);
    for (const Precision precision : {Precision::double_precision, Precision::single_precision}) {
        const fs::path model =
            folder / codelets_folder / fmt::format("{}.{}", model_symbol(precision, 1), platform.name);
        if (fs::exists(model)) {
            check_model(model);
        }
    }
    return platform;
}

} // namespace tangram::apps
