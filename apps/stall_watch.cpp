#include "apps/stall_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tangram::apps {

StallWatch::StallWatch(Progress* next, std::chrono::milliseconds patience, Cause cause, Notify give_up)
    : next_(next), patience_(patience), cause_(std::move(cause)), give_up_(std::move(give_up)) {}

StallWatch::~StallWatch() {
    stop();
}

void StallWatch::begin(std::uint64_t tasks) {
    stop();
    if (next_ != nullptr) {
        next_->begin(tasks);
    }
    watcher_ = std::jthread([this](const std::stop_token& token) { watch(token); });
}

void StallWatch::task_done() {
    done_.fetch_add(1, std::memory_order_relaxed);
    if (next_ != nullptr) {
        next_->task_done();
    }
}

void StallWatch::end() {
    stop();
    if (next_ != nullptr) {
        next_->end();
    }
}

void StallWatch::stop() {
    if (watcher_.joinable()) {
        watcher_.request_stop();
        watcher_.join();
    }
}

void StallWatch::watch(const std::stop_token& stop) {
    using std::chrono::milliseconds;
    const milliseconds interval = std::clamp(patience_ / 10, milliseconds(1), milliseconds(1000));
    std::uint64_t known = done_;
    milliseconds idle{0}; // counted, as a program that was stopped has not waited
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, stop, interval, [] { return false; }) && !stop.stop_requested()) {
        const std::uint64_t done = done_;
        idle = done == known ? idle + interval : milliseconds(0);
        known = done;
        if (idle < patience_) {
            continue;
        }
        if (const std::optional<std::string> cause = cause_()) {
            give_up_(
                fmt::format("no task has ended for {:.0f} s: {}", std::chrono::duration<double>(idle).count(), *cause));
            return;
        }
    }
}

} // namespace tangram::apps
