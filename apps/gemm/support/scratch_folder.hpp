#pragma once

/// A folder for files that nobody needs when the process has ended: the models of a simulated platform.
///
/// A cache folder, named by the platform's parameters and kept, would need no process to remove it. But a run writes
/// models of its own tiles into the folder (nominal_model.hpp), so runs side by side need a folder each; and a
/// read-only HOME would need another place.

#include "apps/gemm/support/remover.hpp"

#include <filesystem>
#include <optional>

namespace tangram::apps {

/// A new folder in TMPDIR that is removed with the object or the process (remover.hpp).
class ScratchFolder {
  public:
    /// Throws InvalidInput if TMPDIR is no folder, RunFailure if none can be made there.
    ScratchFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
    std::optional<Remover> remover_;
};

} // namespace tangram::apps
