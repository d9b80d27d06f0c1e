#pragma once

/// What Tangram says of a machine to simulate, beside StarPU's models of it:
/// platform.json in the folder of the models (STARPU_PERF_MODEL_DIR).

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tangram::apps {

/// What a speed in GFlop/s or GB/s, or a factor of one, may be where it is not 0. Products and quotients of a few of
/// them neither overflow nor vanish.
inline constexpr double lowest_speed = 1e-3;
inline constexpr double highest_speed = 1e9;

/// Speeds of GEMM by definition, not measured: for tiles of any size.
struct NominalSpeeds {
    double cpu = 0;           ///< of one CPU worker, flop/s in double precision
    std::vector<double> gpus; ///< of each CUDA device, likewise; there are no OpenCL devices then
    double float_factor = 2;  ///< speed of single precision relative to double
};

struct PlatformDescription {
    std::string name; ///< the host name in StarPU's files
    int cpu_workers = 0;
    int cuda_devices = 0;
    int opencl_devices = 0;
    int copy_engines = 2;    ///< of a CUDA device: up to 2, copies between devices take turns with those from RAM
    std::int64_t tile = 960; ///< the size that products take if nobody says otherwise
    std::optional<NominalSpeeds> nominal = {}; ///< nothing: there are models of our codelets
};

/// What copy_engines may be.
inline constexpr int fewest_copy_engines = 1;
inline constexpr int most_copy_engines = 64;

inline constexpr const char* platform_file = "platform.json";

/// Throws InvalidInput if the name is not UTF-8.
std::string to_json(const PlatformDescription& platform);

/// Throws InvalidInput, naming the file, if it cannot be read or lacks what a
/// platform needs, and the key with its value if that is out of range.
PlatformDescription read_platform(const std::filesystem::path& folder);

/// The description of the machine that StarPU's variables name; nothing if its folder has none.
std::optional<PlatformDescription> simulated_platform();

/// The tile size of a simulated product that names none.
std::int64_t simulated_tile();

} // namespace tangram::apps
