#include "apps/gemm/runtime/stall_watch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <optional>
#include <string>

namespace tangram::apps {
namespace {

using namespace std::chrono_literals;

/// Looks every 2 ms, and has none left after ten in vain.
constexpr auto patience = 20ms;

const StallWatch::Cause full = [](StallWatch::Seconds) { return std::optional<std::string>("no room"); };
const StallWatch::Cause not_to_be_asked = [](StallWatch::Seconds) -> std::optional<std::string> {
    ADD_FAILURE() << "asked for a cause";
    return std::nullopt;
};
const Notify not_to_be_told = [](const std::string& line) { ADD_FAILURE() << line; };

/// Of unfinished tasks, look by look. The watch has looked often when done() is ready.
class Looks {
  public:
    explicit Looks(int often) : often_(often) {}

    /// To be called by the watch only. The first one is 1.
    int next() {
        if (++count_ == often_) {
            done_.set_value();
        }
        return count_;
    }
    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] std::future<void> done() { return done_.get_future(); }

  private:
    int often_;
    std::atomic<int> count_ = 0;
    std::promise<void> done_;
};

TEST(StallWatch, GivesUpWhenItsPatienceIsOver) {
    Looks looks(100);
    std::promise<std::string> told; // a second line would throw
    int when = 0;
    const auto unfinished = [&] {
        looks.next();
        return 3;
    };
    const auto give_up = [&](const std::string& line) {
        when = looks.count();
        told.set_value(line);
    };
    const StallWatch watch(patience, unfinished, full, give_up);
    EXPECT_EQ(told.get_future().get(), "no task has ended for 0 s: no room");
    EXPECT_EQ(when, 12) << "the first look has nothing to compare with, the last one makes sure";
    looks.done().wait();
}

TEST(StallWatch, TellsAgainAfterATaskHasEnded) {
    std::atomic<int> unfinished = 2;
    std::atomic<int> lines = 0;
    std::promise<void> second;
    const auto give_up = [&](const std::string&) {
        --unfinished;
        if (++lines == 2) {
            second.set_value();
        }
    };
    const StallWatch watch(
        patience, [&] { return unfinished.load(); }, full, give_up);
    second.get_future().wait();
    EXPECT_EQ(unfinished, 0);
}

TEST(StallWatch, HasPatienceAnewAfterEachTask) {
    Looks looks(100);
    const StallWatch watch(
        patience, [&] { return 1 + looks.next() / 10; }, not_to_be_asked, not_to_be_told);
    looks.done().wait();
}

TEST(StallWatch, MindsNothingWhereNoTaskIs) {
    Looks looks(100);
    const auto unfinished = [&] {
        looks.next();
        return 0;
    };
    const StallWatch watch(patience, unfinished, not_to_be_asked, not_to_be_told);
    looks.done().wait();
}

TEST(StallWatch, WaitsForACauseHoweverLongNoTaskEnds) {
    int asked = 0; // by the watch
    std::promise<int> told;
    const StallWatch::Cause cause = [&](StallWatch::Seconds) -> std::optional<std::string> {
        return ++asked < 20 ? std::nullopt : std::optional<std::string>("no room");
    };
    const StallWatch watch(
        patience, [] { return 1; }, cause, [&](const std::string&) { told.set_value(asked); });
    EXPECT_EQ(told.get_future().get(), 20);
}

TEST(StallWatch, EndsWhileItWaits) {
    const StallWatch watch(
        std::chrono::hours::max(), [] { return 1; }, not_to_be_asked, not_to_be_told);
}

} // namespace
} // namespace tangram::apps
