#include "tests/emulated_cuda/stream.hpp"

#include "tests/emulated_cuda/settings.hpp"

#include <algorithm>
#include <random>
#include <utility>

#include <sys/prctl.h>

namespace emulated_cuda {

bool Completion::done() const {
    const std::lock_guard lock(mutex_);
    return done_;
}

void Completion::wait() const {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return done_; });
}

Clock::time_point Completion::time() const {
    const std::lock_guard lock(mutex_);
    return time_;
}

void Completion::complete(Clock::time_point time) {
    const std::lock_guard lock(mutex_);
    done_ = true;
    time_ = time;
    changed_.notify_all();
}

Stream::Stream() : thread_([this] { run(); }) {}

Stream::~Stream() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void Stream::enqueue(Work work) {
    {
        const std::lock_guard lock(mutex_);
        work_.push_back({std::move(work), Clock::now(), nullptr});
    }
    changed_.notify_one();
}

std::shared_ptr<Completion> Stream::record() {
    auto completion = std::make_shared<Completion>();
    {
        const std::lock_guard lock(mutex_);
        work_.push_back({nullptr, Clock::now(), completion});
    }
    changed_.notify_one();
    return completion;
}

bool Stream::idle() const {
    const std::lock_guard lock(mutex_);
    return !working_ && std::none_of(work_.begin(), work_.end(), [](const Enqueued& next) { return next.work; });
}

void Stream::run() {
    prctl(PR_SET_TIMERSLACK, 1UL); // nanoseconds; 50 microseconds else
    std::minstd_rand random(std::random_device{}());
    Clock::time_point done{};
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return ending_ || !work_.empty(); });
        if (work_.empty()) {
            return;
        }
        Enqueued next = std::move(work_.front());
        work_.pop_front();
        if (next.completion) { // at once, so that a stream whose last event is done is idle
            next.completion->complete(std::max(done, next.since));
            continue;
        }
        working_ = true;
        lock.unlock();
        if (settings().delay > 0) {
            std::this_thread::sleep_for(
                std::chrono::microseconds(std::uniform_int_distribution<long>(0, settings().delay)(random)));
        }
        done = next.work(std::max(done, next.since));
        next.work = nullptr;
        lock.lock();
        working_ = false;
    }
}

} // namespace emulated_cuda
