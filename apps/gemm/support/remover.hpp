#pragma once

/// What must not stay behind is removed, however the process ends.

#include <filesystem>

#include <sys/types.h>

namespace tangram::apps {

/// Removes a file or a folder, if it is still there, with the object, and also if the process ends before, be it by a
/// signal or by an abort() in a library: another process (a shell, so that nothing of this one is copied, however large
/// it is) waits on a pipe that closes with this process, and then removes it. That process has our stdout and stderr:
/// when they end the file is gone.
class Remover {
  public:
    /// Throws RunFailure if no process can be started; nothing is removed then.
    explicit Remover(const std::filesystem::path& path);
    ~Remover();
    Remover(const Remover&) = delete;
    Remover& operator=(const Remover&) = delete;

  private:
    std::filesystem::path path_;
    int alive_ = -1; ///< our end of the pipe
    pid_t process_ = -1;
};

} // namespace tangram::apps
