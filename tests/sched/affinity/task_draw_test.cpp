/// Tasks drawn from those that are left: each as likely, while they are many and when they are few.

#include "sched/affinity/task_draw.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace tangram::sched {
namespace {

/// Draws and closes tasks until `until` of them are left; then draws without closing.
std::vector<double> times_drawn(std::uint32_t tasks, std::uint32_t until, std::uint32_t draws, std::uint64_t seed) {
    Dice dice(seed);
    TaskDraw draw(tasks);
    std::vector<bool> open(tasks, true);
    const auto is_open = [&](TaskNumber task) { return open[task]; };
    for (std::uint32_t left = tasks; left > until; --left) {
        const TaskNumber task = draw.any(left, is_open, dice);
        EXPECT_TRUE(open[task]) << "task " << task << ", " << left << " left, seed " << seed;
        open[task] = false;
    }
    std::vector<double> times(tasks);
    for (std::uint32_t number = 0; number < draws; ++number) {
        ++times[draw.any(until, is_open, dice)];
    }
    for (TaskNumber task = 0; task < tasks; ++task) {
        EXPECT_TRUE(open[task] || times[task] == 0) << "task " << task << ", seed " << seed;
        times[task] = open[task] ? times[task] : -1;
    }
    return times;
}

TEST(TaskDraw, DrawsEachOfTheTasksThatAreLeftAsOften) {
    constexpr std::uint32_t tasks = 4000;
    constexpr std::uint32_t mean = 400;
    for (const std::uint32_t left : {4000U, 1000U, 251U, 250U, 60U, 1U}) {
        const std::vector<double> times = times_drawn(tasks, left, left * mean, left);
        std::uint32_t open = 0;
        for (const double of_task : times) {
            open += of_task < 0 ? 0 : 1;
            if (of_task >= 0) { // a deviation of 6 has a chance of 2e-9
                EXPECT_NEAR(of_task, mean, 6 * std::sqrt(mean)) << left << " left, seed " << left;
            }
        }
        EXPECT_EQ(open, left);
    }
}

TEST(TaskDraw, FindsTheLastTask) {
    EXPECT_EQ(times_drawn(5, 0, 0, 1), std::vector<double>(5, -1));
}

} // namespace
} // namespace tangram::sched
