#include "apps/gemm/machines/damaged_models.hpp"

#include "apps/gemm/machines/number_rows.hpp"
#include "apps/gemm/machines/starpu_model_check.hpp"
#include "apps/gemm/machines/starpu_model_text.hpp"
#include "apps/gemm/support/files.hpp"
#include "apps/gemm/support/starpu_file.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <system_error>

#include <starpu.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

namespace tangram::apps {

namespace {

namespace fs = std::filesystem;

/// What StarPU found on the machine when it measured the links.
struct MeasuredConfiguration {
    unsigned numa_nodes = 0;
    std::array<unsigned, 2> devices{}; ///< CUDA's, OpenCL's
};

MeasuredConfiguration configuration_of(const std::string& text) {
    constexpr std::size_t needed = 4; // CPUs, NUMA nodes, CUDA's and OpenCL's devices
    const std::vector<std::vector<unsigned>> rows = number_rows<unsigned>(text);
    if (rows.size() < needed) {
        throw cut_off();
    }
    return {.numa_nodes = rows[1][0], .devices = {rows[2][0], rows[3][0]}};
}

/// For each device its number and its distance to each NUMA node.
void check_affinity(const std::string& text, const MeasuredConfiguration& configuration) {
    const std::vector<std::vector<unsigned>> rows = number_rows<unsigned>(text);
    if (!text.starts_with("# GPU\t")) {
        throw InvalidInput("it has no line of headings");
    }
    std::size_t row = 0;
    for (const unsigned devices : configuration.devices) {
        for (unsigned device = 0; device < devices; ++device, ++row) {
            if (row == rows.size() || rows[row].size() != 1 + std::size_t{configuration.numa_nodes} ||
                rows[row][0] != device) {
                throw InvalidInput(fmt::format("it has no row {} for device {}", row, device));
            }
        }
    }
}

void check_description(const std::string& text) {
    if (text.find("</platform>") == std::string::npos) {
        throw cut_off();
    }
}

/// StarPU reads a row for each memory node that there may be.
void check_square(const std::string& text) {
    if (const std::size_t rows = number_rows<double>(text).size(); rows < STARPU_MAXNODES) {
        throw InvalidInput(fmt::format("it has {} rows of numbers, expected {}", rows, STARPU_MAXNODES));
    }
}

/// StarPU takes an empty model for none.
void check_unless_empty(const std::string& model) {
    if (!model.empty()) {
        check_model(model);
    }
}

/// Why `check` throws InvalidInput for the file's text, if it does. Nothing where there is no file.
template <class Check> std::optional<std::string> fault_of(const StarpuFile& file, const Check& check) {
    const std::optional<std::string> text = file.text();
    try {
        if (text) {
            check(*text);
        }
    } catch (const InvalidInput& error) {
        return error.what();
    }
    return std::nullopt;
}

std::string bus_file(const fs::path& folder, std::string_view machine, std::string_view kind) {
    return (folder / "bus" / fmt::format("{}.{}", machine, kind)).string();
}

std::string line_about(const std::string& path, const std::string& fault) {
    return fmt::format("warning: {} is damaged ({}): what it held is measured anew", path, fault);
}

/// StarPU writes them at its end, after all the work, and aborts where it cannot.
void require_writable(const std::string& path) {
    if (is_there(path) && ::access(path.c_str(), W_OK) != 0 && errno != ELOOP) {
        throw InvalidInput(fmt::format("StarPU cannot write {}: {}; STARPU_PERF_MODEL_DIR names another folder", path,
                                       std::generic_category().message(errno)));
    }
}

/// Lines about damaged files on links.
std::vector<std::string> faults_of_links(const fs::path& folder, std::string_view machine) {
    std::vector<std::string> lines;
    const auto judge = [&](const char* kind, const auto& check) {
        const std::string path = bus_file(folder, machine, kind);
        require_writable(path);
        if (const std::optional<std::string> fault = fault_of(StarpuFile(path), check)) {
            lines.push_back(line_about(path, *fault));
        }
    };
    std::optional<MeasuredConfiguration> configuration;
    judge("config", [&](const std::string& text) { configuration = configuration_of(text); });
    if (configuration) { // else StarPU measures all
        judge("affinity", [&](const std::string& text) { check_affinity(text, *configuration); });
        judge("bandwidth", check_square);
        judge("latency", check_square);
        judge("platform.xml", check_description);
        judge("platform.v4.xml", check_description);
    }
    return lines;
}

/// The files of our codelets' models for this machine, whose name may have dots.
std::vector<std::string> codelet_models(const fs::path& folder, std::string_view machine) {
    std::vector<std::string> paths;
    std::error_code none;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder / codelets_folder, none)) {
        const std::string name = entry.path().filename().string();
        const std::size_t dot = name.find('.');
        if (name.starts_with("tangram_") && dot != std::string::npos && name.substr(dot + 1) == machine) {
            paths.push_back(entry.path().string());
        }
    }
    return paths;
}

} // namespace

std::vector<std::string> remove_damaged_models(const fs::path& folder, std::string_view machine) {
    std::vector<std::string> lines;
    {
        const StarpuFile until_others_have_measured(bus_file(folder, machine, "lock"));
        lines = faults_of_links(folder, machine);
        if (!lines.empty()) {
            StarpuFile(bus_file(folder, machine, "config")).remove(); // without it StarPU measures all links
        }
    }
    for (const std::string& path : codelet_models(folder, machine)) {
        require_writable(path);
        const StarpuFile file(path);
        if (const std::optional<std::string> fault = fault_of(file, check_unless_empty)) {
            file.remove();
            lines.push_back(line_about(path, *fault));
        }
    }
    return lines;
}

void check_room_for_measurements(const fs::path& folder, std::string_view machine) {
    constexpr std::uintmax_t needed = 1 << 18; // bytes, some times what the files hold
    if (is_there(bus_file(folder, machine, "config"))) {
        return;
    }
    rlimit limit{};
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < needed) {
        throw Unavailable(fmt::format("the limit on files (ulimit -f) is {} bytes: StarPU's measurements need {}",
                                      limit.rlim_cur, needed));
    }
    constexpr std::uintmax_t files = 9; // seven on links, a model, and one to spare
    struct statvfs system {};
    if (::statvfs(folder.c_str(), &system) != 0) {
        return;
    }
    const auto require = [&](const char* what, std::uintmax_t free, std::uintmax_t least) {
        if (free < least) {
            throw Unavailable(
                fmt::format("StarPU cannot keep its measurements in '{}': {} {} are free there, {} needed; "
                            "STARPU_PERF_MODEL_DIR names another folder",
                            folder.string(), free, what, least));
        }
    };
    require("bytes", std::uintmax_t{system.f_bavail} * system.f_frsize, needed);
    if (system.f_files > 0) { // else the file system has no limit
        require("files", system.f_favail, files);
    }
}

void check_simulated_models(const fs::path& folder, std::string_view machine) {
    const auto require = [](const std::string& path, const auto& check) {
        if (const std::optional<std::string> fault = fault_of(StarpuFile(path), check)) {
            throw InvalidInput(fmt::format("{} is damaged: {}; measure it again on that machine", path, *fault));
        }
    };
    require(bus_file(folder, machine, "bandwidth"), check_square);
    require(bus_file(folder, machine, "latency"), check_square);
    require(bus_file(folder, machine, "platform.v4.xml"), check_description);
    for (const std::string& path : codelet_models(folder, machine)) {
        require(path, check_unless_empty);
    }
}

} // namespace tangram::apps
