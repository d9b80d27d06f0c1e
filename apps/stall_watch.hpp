#pragma once

/// Ends the wait for tasks that can never end. StarPU 1.3 looks for room on a device for ever, and says so at most on
/// stderr, where others took its memory while a product ran.
///
///     begin ... task_done, task_done ... end     what a Progress is told
///         no task_done for so long --> cause? --> give_up

#include "apps/progress.hpp"
#include "apps/runtime.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace tangram::apps {

class StallWatch final : public Progress {
  public:
    /// Why no task can end, one line; nothing if any may. Asked only when none has ended for long.
    using Cause = std::function<std::optional<std::string>()>;

    /// next, if given, is told all that this is told. When no task has ended for `patience`, cause is asked again and
    /// again, at most once a second; give_up gets what it tells, once for each begin(). Both are called on a thread of
    /// this object's, which end() waits for.
    StallWatch(Progress* next, std::chrono::milliseconds patience, Cause cause, Notify give_up);
    StallWatch(const StallWatch&) = delete;
    StallWatch& operator=(const StallWatch&) = delete;
    ~StallWatch() override;

    void begin(std::uint64_t tasks) override;
    void task_done() override;
    void end() override;

  private:
    void watch(const std::stop_token& stop);
    void stop();

    Progress* next_;
    std::chrono::milliseconds patience_;
    Cause cause_;
    Notify give_up_;
    std::atomic<std::uint64_t> done_ = 0;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::jthread watcher_; ///< last: stops before what it uses goes
};

} // namespace tangram::apps
