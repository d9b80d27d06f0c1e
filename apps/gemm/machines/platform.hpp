#pragma once

/// Machines to simulate: the two of Eyraud-Dubois and Lambert (2018, section 5), from the models that
/// come with StarPU; synthetic ones; and saved ones.
///
/// StarPU's SimGrid flavour reads its environment before anything of ours runs in
/// the simulation, so a platform is a folder of models and a few variables, made
/// before the simulation starts.

#include "apps/gemm/support/scratch_folder.hpp"

#include <string>

namespace tangram::apps {

/// A folder of models that lives as long as the object or the process, and the environment that
/// makes StarPU simulate the platform with it. Variables that are set already are
/// kept: STARPU_NCPU=0 leaves the CPUs out.
class PlatformModels {
  public:
    /// "sirocco", "mirage", "synthetic:KEY=VALUE,..." (synthetic_platform.hpp) or a
    /// folder (saved_platform.hpp). Throws InvalidInput for an unknown name (listing
    /// those that exist), a bad platform, workers or devices that it does not have, or a
    /// TMPDIR whose name is too long for StarPU, and RunFailure if StarPU's models cannot
    /// be read or the folder not be made.
    explicit PlatformModels(const std::string& platform);

  private:
    ScratchFolder folder_;
};

/// The platforms, a line for each, with the tile sizes of their models.
std::string platforms_help();

} // namespace tangram::apps
