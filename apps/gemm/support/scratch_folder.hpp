#pragma once

/// A folder for files that nobody needs when the process has ended: the models of a simulated platform.
///
/// A cache folder, named by the platform's parameters and kept, would need no process to remove it. But a run writes
/// models of its own tiles into the folder (nominal_model.hpp), so runs side by side need a folder each; and a
/// read-only HOME would need another place.

#include <filesystem>

#include <sys/types.h>

namespace tangram::apps {

/// A new folder in TMPDIR that is removed with the object, and also if the process
/// ends before, be it by a signal or by an abort() in a library: a child process
/// waits on a pipe that closes with this process, however that ends, and removes the
/// folder. The child has our stdout and stderr: when they end the folder is gone.
class ScratchFolder {
  public:
    /// Throws InvalidInput if TMPDIR is no folder, RunFailure if none can be made there.
    ScratchFolder();
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
    int alive_ = -1; ///< our end of the pipe
    pid_t remover_ = -1;
};

} // namespace tangram::apps
