#pragma once

/// The variables that StarPU's SimGrid flavour reads before anything of ours runs
/// in the simulation: the machine, its workers, and what scheduling costs.

#include "apps/command/simulator.hpp"
#include "apps/gemm/machines/platform.hpp"

#include <optional>

namespace tangram::apps {

/// The environment of one simulation, and the platform's models for as long as the
/// object lives. STARPU_NCPU, STARPU_NCUDA and the like may take workers away from
/// the platform.
class SimulationEnvironment {
  public:
    /// Throws InvalidInput for an unknown platform (listing those that exist), if
    /// no machine is named, and for variables that contradict the options or that StarPU
    /// cannot use (check_starpu_environment).
    explicit SimulationEnvironment(const SimulationOptions& options);

  private:
    std::optional<PlatformModels> models_;
};

} // namespace tangram::apps
