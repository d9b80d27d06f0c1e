#pragma once

/// A file that StarPU writes in place, under a lock.

#include <optional>
#include <string>

namespace tangram::apps {

/// Holds the lock that StarPU takes on a file to write it (utils.c, _starpu_fwrlock), or to read it where the file
/// cannot be written. All that is impossible without the file, or where the system has no locks, does nothing. As all
/// locks of fcntl() this one ends when the process closes the file, also if something else has opened it.
class StarpuFile {
  public:
    /// Waits for the lock. Throws InvalidInput("cannot read PATH: REASON"), also for what is not a regular file.
    explicit StarpuFile(std::string path);
    StarpuFile(const StarpuFile&) = delete;
    StarpuFile& operator=(const StarpuFile&) = delete;
    ~StarpuFile();

    /// All that it holds; nothing if there is no such file, or no longer. Throws InvalidInput if it cannot be read.
    [[nodiscard]] std::optional<std::string> text() const;

    /// Throws RunFailure if the file cannot be removed.
    void remove() const;

  private:
    std::string path_;
    int file_;
};

} // namespace tangram::apps
