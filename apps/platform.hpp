#pragma once

/// Machines to simulate: the two of seed 003, section 5, from the models that come
/// with StarPU.
///
/// StarPU's SimGrid flavour reads its environment before anything of ours runs in
/// the simulation, so a platform is a folder of models and a few variables, made
/// before the simulation starts.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace tangram::apps {

/// The tile size that StarPU's models of these machines know best.
inline constexpr std::int64_t platform_tile = 960;

struct Platform {
    std::string_view name;
    int gpus;
    int cpu_workers;         ///< parallel ones, one per socket
    double cores_per_worker; ///< computing cores; the others drive the GPUs
};

std::span<const Platform> platforms();

/// A folder of models that lives as long as the object, and the environment that
/// makes StarPU simulate the platform with it. Variables that are set already are
/// kept: STARPU_NCPU=0 leaves the CPUs out.
class PlatformModels {
  public:
    /// Throws InvalidInput for an unknown name (listing those that exist) and
    /// RunFailure if StarPU's models cannot be read or the folder not be made.
    explicit PlatformModels(std::string_view name);
    ~PlatformModels();
    PlatformModels(const PlatformModels&) = delete;
    PlatformModels& operator=(const PlatformModels&) = delete;

  private:
    std::filesystem::path folder_;
};

/// The text of a StarPU history model (version 45) with all times of CPU workers
/// divided by `factor`: the model of a worker of so many cores.
std::string faster_cpus(const std::string& model, double factor);

} // namespace tangram::apps
