#include "apps/gemm/support/progress.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <utility>

#include <unistd.h>

namespace tangram::apps {

namespace {

/// Of what there is to do: what the start takes tells little of the rest.
constexpr double least_fraction = 0.02;

class ProgressLine final : public Progress {
  public:
    ProgressLine(std::string counted, std::uint64_t parts) : counted_(std::move(counted)), parts_(parts) {}
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;
    ~ProgressLine() override { end(); }

    void begin(std::uint64_t tasks) override {
        end();
        done_ = 0;
        total_ = tasks;
        start_ = std::chrono::steady_clock::now();
        printer_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }

    void task_done() noexcept override { done_.fetch_add(1, std::memory_order_relaxed); }

    void end() override {
        const std::lock_guard lock(ending_); // from a StallWatch, too
        if (printer_.joinable()) {
            printer_.request_stop();
            printer_.join();
        }
    }

  private:
    void run(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        bool shown = false;
        while (!wake_.wait_for(lock, stop, std::chrono::milliseconds(500), [] { return false; }) &&
               !stop.stop_requested()) {
            show();
            shown = true;
        }
        if (shown) {
            print("\r\x1b[K"); // leave the line to the report
        }
    }

    void show() const {
        const std::uint64_t done = done_.load(std::memory_order_relaxed);
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
        const double fraction = total_ == 0 ? 1 : static_cast<double>(done) / static_cast<double>(total_ * parts_);
        std::string line =
            fmt::format("\r\x1b[K{:3.0f}%  {} of {} {}", 100 * fraction, done / parts_, total_, counted_);
        if (fraction >= least_fraction) {
            line += fmt::format(", about {:.0f} s left", elapsed.count() * (1 - fraction) / fraction);
        }
        print(line);
    }

    /// Where stderr cannot be written, nothing is shown.
    static void print(const std::string& text) {
        (void)std::fputs(text.c_str(), stderr);
        (void)std::fflush(stderr);
    }

    std::string counted_;
    std::uint64_t parts_;
    std::atomic<std::uint64_t> done_ = 0;
    std::uint64_t total_ = 0;
    std::chrono::steady_clock::time_point start_;
    std::mutex ending_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::jthread printer_; ///< last: stops before what it uses goes
};

} // namespace

std::unique_ptr<Progress> make_progress_line(ProgressMode mode, const std::string& counted, std::uint64_t parts) {
    const bool shown = mode == ProgressMode::always || (mode == ProgressMode::automatic && isatty(STDERR_FILENO) != 0);
    return shown ? std::make_unique<ProgressLine>(counted, parts) : nullptr;
}

} // namespace tangram::apps
