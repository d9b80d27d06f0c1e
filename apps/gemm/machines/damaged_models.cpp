#include "apps/gemm/machines/damaged_models.hpp"

#include "apps/gemm/machines/starpu_model_check.hpp"
#include "apps/gemm/machines/starpu_model_text.hpp"
#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"
#include "base/parsed_number.hpp"
#include "base/text.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace tangram::apps {

namespace {

namespace fs = std::filesystem;

/// The lock that StarPU takes on a file to read (F_RDLCK) or write it. Nothing is locked where there is no such file.
/// As all locks of fcntl() it ends when the process closes the file, however often that is open.
class StarpuLock {
  public:
    StarpuLock(const fs::path& path, short kind)
        : file_(open(path.c_str(), (kind == F_RDLCK ? O_RDONLY : O_RDWR) | O_CLOEXEC | O_NONBLOCK)) {
        struct flock lock {};
        lock.l_type = kind;
        lock.l_whence = SEEK_SET;
        while (file_ >= 0 && fcntl(file_, F_SETLKW, &lock) != 0 && errno == EINTR) {
        }
    }
    StarpuLock(const StarpuLock&) = delete;
    StarpuLock& operator=(const StarpuLock&) = delete;
    ~StarpuLock() {
        if (file_ >= 0) {
            close(file_);
        }
    }

  private:
    int file_;
};

/// Nothing if there is no such file.
std::optional<std::string> text_of(const fs::path& path) {
    const StarpuLock lock(path, F_RDLCK);
    return is_there(path) ? std::optional(read_text(path.string())) : std::nullopt;
}

/// Rows of whole numbers; what stands behind # is for people.
std::vector<std::vector<unsigned>> rows_of(const std::string& text) {
    std::vector<std::vector<unsigned>> rows;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line.substr(0, line.find('#')));
        std::vector<unsigned> row;
        for (std::string word; words >> word;) {
            const std::optional<unsigned> number = parsed<unsigned>(word);
            if (!number) {
                throw InvalidInput(fmt::format("'{}' is no whole number", excerpt(word)));
            }
            row.push_back(*number);
        }
        if (!row.empty()) {
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

void require_whole_lines(const std::string& text) {
    if (!text.ends_with('\n')) {
        throw InvalidInput("it breaks off");
    }
}

/// How many of what StarPU found on the machine when it measured the links.
struct MeasuredConfiguration {
    unsigned numa_nodes = 0;
    std::array<unsigned, 2> devices{}; ///< CUDA's, OpenCL's
};

MeasuredConfiguration configuration_of(const std::string& text) {
    require_whole_lines(text);
    const std::vector<std::vector<unsigned>> rows = rows_of(text);
    constexpr std::size_t needed = 4; // CPUs, NUMA nodes, CUDA's and OpenCL's devices
    if (rows.size() < needed) {
        throw InvalidInput("it breaks off");
    }
    return {.numa_nodes = rows[1][0], .devices = {rows[2][0], rows[3][0]}};
}

/// For each device its number and its distance to each NUMA node.
void check_affinity(const std::string& text, const MeasuredConfiguration& configuration) {
    require_whole_lines(text);
    if (!text.starts_with("# GPU\t")) {
        throw InvalidInput("it has no line of headings");
    }
    const std::vector<std::vector<unsigned>> rows = rows_of(text);
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
        throw InvalidInput("it breaks off");
    }
}

/// Appends the file if `check` throws InvalidInput for its text.
template <class Check> void judge(const fs::path& path, const Check& check, std::vector<DamagedFile>& damaged) {
    const std::optional<std::string> text = text_of(path);
    if (!text) {
        return;
    }
    try {
        check(*text);
    } catch (const InvalidInput& error) {
        damaged.push_back({path, error.what()});
    }
}

fs::path bus_file(const fs::path& folder, std::string_view machine, std::string_view kind) {
    return folder / "bus" / fmt::format("{}.{}", machine, kind);
}

constexpr std::array descriptions{"platform.xml", "platform.v4.xml"};
constexpr std::array matrices{"bandwidth", "latency"}; ///< where they break off StarPU measures anew

std::vector<DamagedFile> damaged_links(const fs::path& folder, std::string_view machine) {
    std::vector<DamagedFile> damaged;
    for (const char* matrix : matrices) { // but they must be files
        (void)text_of(bus_file(folder, machine, matrix));
    }
    std::optional<MeasuredConfiguration> configuration;
    judge(
        bus_file(folder, machine, "config"), [&](const std::string& text) { configuration = configuration_of(text); },
        damaged);
    if (configuration) {
        judge(
            bus_file(folder, machine, "affinity"),
            [&](const std::string& text) { check_affinity(text, *configuration); }, damaged);
        for (const char* description : descriptions) {
            judge(bus_file(folder, machine, description), check_description, damaged);
        }
    }
    return damaged;
}

/// StarPU takes an empty model for none.
void check_unless_empty(const std::string& model) {
    if (!model.empty()) {
        check_model(model);
    }
}

std::vector<DamagedFile> damaged_codelet_models(const fs::path& folder, std::string_view machine) {
    std::vector<DamagedFile> damaged;
    std::error_code none;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder / codelets_folder, none)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("tangram_") && name.ends_with(fmt::format(".{}", machine))) {
            judge(entry.path(), check_unless_empty, damaged);
        }
    }
    return damaged;
}

void remove_file(const fs::path& path) {
    std::error_code error;
    fs::remove(path, error);
    if (error) {
        throw RunFailure(fmt::format("cannot remove {}, which is damaged: {}", path.string(), error.message()));
    }
}

std::string line_about(const DamagedFile& file) {
    return fmt::format("warning: {} is damaged ({}): what it held is measured anew", file.path.string(), file.reason);
}

} // namespace

std::vector<DamagedFile> damaged_models(const fs::path& folder, std::string_view machine) {
    std::vector<DamagedFile> damaged = damaged_links(folder, machine);
    for (DamagedFile& model : damaged_codelet_models(folder, machine)) {
        damaged.push_back(std::move(model));
    }
    return damaged;
}

std::vector<std::string> remove_damaged_models(const fs::path& folder, std::string_view machine) {
    std::vector<std::string> lines;
    {
        const StarpuLock until_others_have_measured(bus_file(folder, machine, "lock"), F_WRLCK);
        const std::vector<DamagedFile> links = damaged_links(folder, machine);
        for (const DamagedFile& file : links) {
            lines.push_back(line_about(file));
        }
        if (!links.empty()) {
            remove_file(bus_file(folder, machine, "config")); // without which StarPU measures all links
        }
    }
    for (const DamagedFile& file : damaged_codelet_models(folder, machine)) {
        remove_file(file.path);
        lines.push_back(line_about(file));
    }
    return lines;
}

} // namespace tangram::apps
