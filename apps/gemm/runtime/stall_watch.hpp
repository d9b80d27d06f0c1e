#pragma once

/// Notices that tasks wait in vain. StarPU 1.3 looks for room on a device for ever where others took its memory
/// meanwhile, and says so at most on stderr. (Its own watchdog, STARPU_WATCHDOG_TIMEOUT, knows no causes, and has each
/// program's end wait for it for up to a second.)
///
///     unfinished tasks, once a second --as many for so long--> cause? --> give_up

#include "apps/gemm/runtime/runtime.hpp"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace tangram::apps {

/// Watches from its construction to its destruction, on a thread of its own, which calls all that it is given.
class StallWatch {
  public:
    using Seconds = std::chrono::duration<double>;

    /// How many tasks are submitted and have not ended.
    using Unfinished = std::function<int()>;

    /// Why none of them has ended for so long, one line; nothing if one may yet.
    using Cause = std::function<std::optional<std::string>(Seconds idle)>;

    /// When their number has stayed the same, and not 0, for `patience`, cause is asked until it knows one (each
    /// second, or tenth of the patience if that is less), as others may take or give back memory at any time. Then
    /// give_up gets a line with it, not again before a task has ended. give_up must not throw.
    StallWatch(Seconds patience, Unfinished unfinished, Cause cause, Notify give_up);
    StallWatch(const StallWatch&) = delete;
    StallWatch& operator=(const StallWatch&) = delete;
    ~StallWatch() = default;

  private:
    void run(const std::stop_token& stop);

    Seconds patience_;
    Unfinished unfinished_;
    Cause cause_;
    Notify give_up_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::jthread thread_; ///< last: stops before what it uses goes
};

} // namespace tangram::apps
