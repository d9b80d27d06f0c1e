#pragma once

/// How far a product has come, for a person who waits.

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

namespace tangram::apps {

/// Counts finished tasks. task_done() is called by StarPU's workers, many at a time and from C, so that it must not
/// throw; begin() and end() by whoever computes the product.
class Progress {
  public:
    Progress() = default;
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;
    virtual ~Progress() = default;
    virtual void begin(std::uint64_t tasks) = 0;
    virtual void task_done() noexcept = 0;
    virtual void end() = 0;
};

enum class ProgressMode { automatic, always, never };

/// A line on stderr: percentage, tasks (or what else is counted), time left; redrawn twice a second. parts: calls of
/// task_done() for each one of what is counted.
/// automatic: only if stderr is a terminal. Null where nothing is to be shown.
std::unique_ptr<Progress> make_progress_line(ProgressMode mode, const std::string& counted = "tasks",
                                             std::uint64_t parts = 1);

} // namespace tangram::apps
