#include "sched/starpu/other_tasks.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <climits>
#include <random>

namespace tangram::sched::starpu {
namespace {

using testing::ElementsAre;

class OtherTasksTest : public testing::Test {
  protected:
    starpu_task* push(int priority, std::vector<unsigned> workers) {
        starpu_task* task = &storage_.emplace_back();
        task->priority = priority;
        tasks_.push(task, std::move(workers));
        return task;
    }
    starpu_task* pop(unsigned worker, int lowest_priority = INT_MIN) { return tasks_.pop(worker, lowest_priority); }

  private:
    std::deque<starpu_task> storage_;
    OtherTasks tasks_;
};

TEST_F(OtherTasksTest, HandsOutNothingWhenEmpty) {
    EXPECT_EQ(pop(0), nullptr);
}

TEST_F(OtherTasksTest, KeepsTheOrderOfPushWithinAPriority) {
    starpu_task* first = push(0, {0});
    starpu_task* second = push(0, {0});
    starpu_task* third = push(0, {0});
    EXPECT_THAT((std::array{pop(0), pop(0), pop(0), pop(0)}), ElementsAre(first, second, third, nullptr));
}

TEST_F(OtherTasksTest, HigherPrioritiesGoFirst) {
    starpu_task* low = push(-5, {0});
    starpu_task* highest = push(INT_MAX, {0});
    starpu_task* lowest = push(INT_MIN, {0});
    starpu_task* high = push(7, {0});
    EXPECT_THAT((std::array{pop(0), pop(0), pop(0), pop(0)}), ElementsAre(highest, high, low, lowest));
}

TEST_F(OtherTasksTest, KeepsPriorityAndOrderAcrossGroups) {
    starpu_task* both = push(0, {0, 1});
    starpu_task* alone = push(0, {0});
    starpu_task* later = push(0, {0, 1});
    starpu_task* urgent = push(1, {0});
    EXPECT_THAT((std::array{pop(0), pop(0), pop(0), pop(0)}), ElementsAre(urgent, both, alone, later));
}

TEST_F(OtherTasksTest, GivesNoTaskToAWorkerThatCannotExecuteIt) {
    starpu_task* task = push(3, {1, 4});
    EXPECT_EQ(pop(0), nullptr);
    EXPECT_EQ(pop(2), nullptr);
    EXPECT_EQ(pop(5), nullptr);
    EXPECT_EQ(pop(4), task);
    EXPECT_EQ(pop(1), nullptr);
}

TEST_F(OtherTasksTest, LeavesTasksBelowTheAskedPriority) {
    starpu_task* usual = push(0, {0});
    starpu_task* urgent = push(2, {0});
    EXPECT_EQ(pop(0, 1), urgent);
    EXPECT_EQ(pop(0, 1), nullptr);
    EXPECT_EQ(pop(0, 0), usual);
}

/// Against the plain definition: of all that the worker can execute, the highest
/// priority, and of these the first pushed.
TEST_F(OtherTasksTest, AgreesWithASearchOfAllTasks) {
    struct Known {
        starpu_task* task;
        std::vector<unsigned> workers;
    };
    constexpr unsigned seed = 20240611;
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    std::vector<Known> waiting; // in the order of push
    for (int step = 0; step < 20000; ++step) {
        if (random() % 2 == 0) {
            std::vector<unsigned> workers;
            for (unsigned worker = 0; worker < 5; ++worker) {
                if (random() % 2 == 0) {
                    workers.push_back(worker);
                }
            }
            starpu_task* task = push(static_cast<int>(random() % 4), workers);
            waiting.push_back({task, workers});
            continue;
        }
        const auto worker = static_cast<unsigned>(random() % 5);
        auto best = waiting.end();
        for (auto known = waiting.begin(); known != waiting.end(); ++known) {
            const bool able = std::find(known->workers.begin(), known->workers.end(), worker) != known->workers.end();
            if (able && (best == waiting.end() || known->task->priority > best->task->priority)) {
                best = known;
            }
        }
        ASSERT_EQ(pop(worker), best == waiting.end() ? nullptr : best->task) << "step " << step;
        if (best != waiting.end()) {
            waiting.erase(best);
        }
    }
}

} // namespace
} // namespace tangram::sched::starpu
