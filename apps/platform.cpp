#include "apps/platform.hpp"

#include "partition/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>

namespace tangram::apps {

namespace {

namespace fs = std::filesystem;

constexpr std::array known_platforms{
    Platform{"sirocco", 4, 2, 10.0},
    Platform{"mirage", 3, 2, 4.5},
};

/// StarPU's own measurements of the b x b x b double GEMM; starpu_dgemm_gemm is
/// another shape: b x b x 4b.
constexpr std::string_view measured_model = "starpu_dlu_lu_model_22";
constexpr std::string_view our_model = "tangram_dgemm";

const Platform& find_platform(std::string_view name) {
    std::string names;
    for (const Platform& platform : known_platforms) {
        if (platform.name == name) {
            return platform;
        }
        names += fmt::format("{} {}", names.empty() ? "" : ",", platform.name);
    }
    throw InvalidInput(fmt::format("unknown platform '{}': there are{}", name, names));
}

fs::path sampling_folder() {
    return fs::path(TANGRAM_STARPU_SIMGRID_PREFIX) / "share/starpu/perfmodels/sampling";
}

std::string read(const fs::path& path) {
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    if (!file) {
        throw RunFailure(fmt::format("cannot read StarPU's model {}", path.string()));
    }
    return text.str();
}

fs::path make_folder() {
    std::error_code error;
    const fs::path parent = fs::temp_directory_path(error);
    if (error) {
        throw InvalidInput("TMPDIR does not name a folder");
    }
    std::string pattern = (parent / "tangram-platform-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
        throw RunFailure(fmt::format("cannot make a folder in {} (TMPDIR)", parent.string()));
    }
    return pattern;
}

void write_models(const fs::path& folder, const Platform& platform) {
    const fs::path codelets = folder / "codelets/45";
    fs::create_directories(codelets);
    fs::create_directory_symlink(sampling_folder() / "bus", folder / "bus");
    const fs::path measured = sampling_folder() / "codelets/45" / fmt::format("{}.{}", measured_model, platform.name);
    std::ofstream model(codelets / fmt::format("{}.{}", our_model, platform.name));
    model << faster_cpus(read(measured), platform.cores_per_worker);
    if (!model.flush()) {
        throw RunFailure(fmt::format("cannot write models in {}", folder.string()));
    }
}

void set_default(const char* variable, const std::string& value) {
    setenv(variable, value.c_str(), 0);
}

/// Reads lines and remembers whether they belong to a CPU's part of the model.
class ModelReader {
  public:
    explicit ModelReader(const std::string& text) : lines_(text) {}

    bool next(std::string& line) {
        if (!std::getline(lines_, line)) {
            return false;
        }
        if (after_device_type_) {
            in_cpu_ = line == "0";
        }
        after_device_type_ = line.starts_with("# device type");
        in_entries_ = line.starts_with("# hash") || (in_entries_ && !line.empty());
        return true;
    }

    [[nodiscard]] bool at_cpu_entry(const std::string& line) const {
        return in_cpu_ && in_entries_ && !line.starts_with('#');
    }

  private:
    std::istringstream lines_;
    bool after_device_type_ = false;
    bool in_cpu_ = false;
    bool in_entries_ = false;
};

/// hash size flops mean deviation sum sum-of-squares samples
std::string faster_entry(const std::string& line, double factor) {
    std::istringstream fields(line);
    std::string hash;
    std::string size;
    std::string flops;
    double mean = 0;
    double deviation = 0;
    double sum = 0;
    double squares = 0;
    unsigned long samples = 0;
    if (!(fields >> hash >> size >> flops >> mean >> deviation >> sum >> squares >> samples)) {
        throw RunFailure(fmt::format("StarPU's model has an unexpected line: {}", line));
    }
    return fmt::format("{}\t{}\t{}\t{:.6e}\t{:.6e}\t{:.6e}\t{:.6e}\t{}", hash, size, flops, mean / factor,
                       deviation / factor, sum / factor, squares / (factor * factor), samples);
}

} // namespace

std::span<const Platform> platforms() {
    return known_platforms;
}

std::string faster_cpus(const std::string& model, double factor) {
    std::string result;
    ModelReader reader(model);
    for (std::string line; reader.next(line);) {
        result += reader.at_cpu_entry(line) ? faster_entry(line, factor) : line;
        result += '\n';
    }
    return result;
}

PlatformModels::PlatformModels(std::string_view name) {
    const Platform& platform = find_platform(name);
    folder_ = make_folder();
    try {
        write_models(folder_, platform);
    } catch (const fs::filesystem_error& error) {
        throw RunFailure(error.what());
    }
    setenv("STARPU_PERF_MODEL_DIR", folder_.c_str(), 1);
    setenv("STARPU_HOSTNAME", std::string(platform.name).c_str(), 1);
    if (std::getenv("STARPU_NCPUS") == nullptr) { // its older name
        set_default("STARPU_NCPU", fmt::format("{}", platform.cpu_workers));
    }
    set_default("STARPU_NCUDA", fmt::format("{}", platform.gpus));
    set_default("STARPU_NOPENCL", "0");
}

PlatformModels::~PlatformModels() {
    std::error_code ignored; // a folder that stays behind in /tmp harms nobody
    fs::remove_all(folder_, ignored);
}

} // namespace tangram::apps
