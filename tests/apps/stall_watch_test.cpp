#include "apps/stall_watch.hpp"

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

const StallWatch::Cause no_cause = [] { return std::nullopt; };
const StallWatch::Cause full = [] { return std::optional<std::string>("no room"); };
const Notify unexpected = [](const std::string& line) { ADD_FAILURE() << line; };

class MockProgress : public Progress {
  public:
    MOCK_METHOD(void, begin, (std::uint64_t tasks), (override));
    MOCK_METHOD(void, task_done, (), (override));
    MOCK_METHOD(void, end, (), (override));
};

TEST(StallWatch, TellsTheNextOneAll) {
    MockProgress next;
    const testing::InSequence in_this_order;
    EXPECT_CALL(next, begin(2));
    EXPECT_CALL(next, task_done()).Times(2);
    EXPECT_CALL(next, end());
    StallWatch watch(&next, 1h, full, unexpected);
    watch.begin(2);
    watch.task_done();
    watch.task_done();
    watch.end();
}

TEST(StallWatch, GivesUpOnceWhereNoTaskEndsAndTheCauseIsKnown) {
    std::promise<std::string> told; // a second line would throw
    StallWatch watch(nullptr, 1ms, full, [&](const std::string& line) { told.set_value(line); });
    watch.begin(1);
    EXPECT_EQ(told.get_future().get(), "no task has ended for 0 s: no room");
    watch.end();
}

TEST(StallWatch, WaitsForACauseHoweverLongNoTaskEnds) {
    std::promise<void> asked_often;
    std::atomic<bool> has_cause = false;
    std::promise<std::string> told;
    int asked = 0; // by one thread
    const StallWatch::Cause cause = [&]() -> std::optional<std::string> {
        if (++asked == 20) {
            asked_often.set_value();
        }
        return has_cause ? std::optional<std::string>("no room") : std::nullopt;
    };
    std::future<std::string> line = told.get_future();
    StallWatch watch(nullptr, 1ms, cause, [&](const std::string& text) { told.set_value(text); });
    watch.begin(1);
    asked_often.get_future().wait();
    EXPECT_EQ(line.wait_for(0s), std::future_status::timeout);
    has_cause = true;
    EXPECT_THAT(line.get(), testing::EndsWith("no room"));
    watch.end();
}

TEST(StallWatch, AsksNobodyBeforeItsPatienceIsOver) {
    StallWatch watch(
        nullptr, 1h,
        [] {
            ADD_FAILURE() << "asked";
            return std::nullopt;
        },
        unexpected);
    watch.begin(1);
    watch.end();
}

TEST(StallWatch, HasPatienceAnewAfterEachTask) {
    constexpr auto patience = 50ms;
    using Clock = std::chrono::steady_clock;
    std::optional<StallWatch> watch;
    Clock::time_point first; // the watch's thread only
    std::promise<Clock::duration> until_second;
    const StallWatch::Cause cause = [&]() -> std::optional<std::string> {
        if (first == Clock::time_point{}) {
            first = Clock::now();
            watch->task_done();
            return std::nullopt;
        }
        until_second.set_value(Clock::now() - first);
        return "no room";
    };
    watch.emplace(nullptr, patience, cause, [](const std::string&) {});
    watch->begin(2);
    EXPECT_GE(until_second.get_future().get(), patience);
    watch->end();
}

TEST(StallWatch, EndsWhileItWaits) {
    {
        StallWatch watch(nullptr, 1h, full, unexpected);
        watch.begin(1);
    }
    StallWatch watch(nullptr, 1h, full, unexpected);
    watch.begin(1);
    watch.begin(1); // another product
    watch.end();
    watch.end();
}

} // namespace
} // namespace tangram::apps
