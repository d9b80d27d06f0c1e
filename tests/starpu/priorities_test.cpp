#include "foreign_program.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <climits>
#include <future>
#include <random>

namespace tangram::sched::starpu {
namespace {

class Priorities : public ForeignProgram {};

TEST_F(Priorities, AnyNumberIsOne) {
    EXPECT_EQ(starpu_sched_ctx_get_min_priority(0), INT_MIN);
    EXPECT_EQ(starpu_sched_ctx_get_max_priority(0), INT_MAX);
}

/// The only CPU worker is held up until all tasks wait for it.
TEST_F(Priorities, DecideTheOrderAndSubmissionTheRest) {
    ASSERT_EQ(workers_of(STARPU_CPU_WORKER).size(), 1U);
    constexpr unsigned seed = 11;
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    starpu_codelet kernels = codelet(true, false);
    std::promise<void> started;
    std::promise<void> all_submitted;
    std::vector<std::pair<int, int>> order; // priority and number, as executed
    {
        Tasks tasks;
        submit(tasks.create(kernels, [&] {
            started.set_value();
            all_submitted.get_future().wait();
        }));
        started.get_future().wait();
        for (int number = 0; number < 300; ++number) {
            const int priority = static_cast<int>(random() % 11) - 5;
            starpu_task* task =
                tasks.create(kernels, [&order, priority, number] { order.emplace_back(priority, number); });
            task->priority = priority;
            submit(task);
        }
        all_submitted.set_value();
    }
    ASSERT_EQ(order.size(), 300U);
    std::vector<std::pair<int, int>> expected = order;
    std::sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    EXPECT_EQ(order, expected);
}

} // namespace
} // namespace tangram::sched::starpu
