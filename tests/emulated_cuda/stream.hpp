#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace emulated_cuda {

using Clock = std::chrono::steady_clock;

/// What was enqueued before it is done, since when.
class Completion {
  public:
    [[nodiscard]] bool done() const;
    void wait() const;
    /// Of a completion that is done.
    [[nodiscard]] Clock::time_point time() const;
    void complete(Clock::time_point time);

  private:
    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    bool done_ = false;
    Clock::time_point time_;
};

/// Told since when it could be done, work says when it was: not later because a thread woke up late.
using Work = std::function<Clock::time_point(Clock::time_point ready)>;

/// Work that is done in its order by a thread of its own. Its destructor waits for it.
class Stream {
  public:
    Stream();
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream();

    void enqueue(Work work);
    /// Of all that is enqueued so far.
    std::shared_ptr<Completion> record();
    [[nodiscard]] bool idle() const;

  private:
    void run();

    mutable std::mutex mutex_;
    std::condition_variable changed_;
    struct Enqueued {
        Work work; ///< nothing: a mark behind what was enqueued
        Clock::time_point since;
        std::shared_ptr<Completion> completion;
    };
    std::deque<Enqueued> work_;
    bool working_ = false;
    bool ending_ = false;
    std::thread thread_;
};

} // namespace emulated_cuda
