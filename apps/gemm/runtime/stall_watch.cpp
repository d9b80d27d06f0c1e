#include "apps/gemm/runtime/stall_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tangram::apps {

StallWatch::StallWatch(Seconds patience, Unfinished unfinished, Cause cause, Notify give_up)
    : patience_(patience), unfinished_(std::move(unfinished)), cause_(std::move(cause)), give_up_(std::move(give_up)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

void StallWatch::run(const std::stop_token& stop) {
    using std::chrono::milliseconds;
    const auto interval = std::chrono::ceil<milliseconds>(std::min<Seconds>(patience_ / 10, std::chrono::seconds(1)));
    int known = 0;
    milliseconds idle{0}; // counted, as a program that was stopped has not waited
    bool is_told = false;
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, stop, interval, [] { return false; }) && !stop.stop_requested()) {
        const int unfinished = unfinished_();
        if (unfinished != known || unfinished == 0) {
            known = unfinished;
            idle = milliseconds{0};
            is_told = false;
            continue;
        }
        idle += interval;
        if (idle < patience_ || is_told) {
            continue;
        }
        const std::optional<std::string> cause = cause_(idle);
        if (cause && unfinished_() == known) { // it may have taken its time
            is_told = true;
            give_up_(fmt::format("no task has ended for {:.0f} s: {}", Seconds(idle).count(), *cause));
        }
    }
}

} // namespace tangram::apps
