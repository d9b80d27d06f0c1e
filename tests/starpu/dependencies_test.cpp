#include "foreign_program.hpp"

#include <algorithm>
#include <atomic>
#include <random>

namespace tangram::sched::starpu {
namespace {

class Dependencies : public ForeignProgram {};

TEST_F(Dependencies, DeclaredOnesAreKept) {
    constexpr unsigned seed = 7;
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    constexpr std::size_t count = 500;
    starpu_codelet kernels = codelet(true, true);
    std::atomic<std::size_t> executed = 0;
    std::vector<std::size_t> position(count);
    std::vector<std::vector<std::size_t>> predecessors(count);
    {
        Tasks tasks;
        std::vector<starpu_task*> all;
        for (std::size_t t = 0; t < count; ++t) {
            all.push_back(tasks.create(kernels, [&position, &executed, t] { position[t] = executed++; }));
            all[t]->destroy = 0; // others are still to be declared after it
            std::vector<starpu_task*> before;
            for (std::size_t i = 0; i < std::min<std::size_t>(t, random() % 4); ++i) {
                predecessors[t].push_back(random() % t);
                before.push_back(all[predecessors[t].back()]);
            }
            if (!before.empty()) {
                starpu_task_declare_deps_array(all[t], static_cast<unsigned>(before.size()), before.data());
            }
        }
        std::for_each(all.rbegin(), all.rend(), submit);
        starpu_task_wait_for_all();
        for (starpu_task* task : all) {
            starpu_task_destroy(task);
        }
    }
    EXPECT_EQ(executed, count);
    for (std::size_t t = 0; t < count; ++t) {
        for (const std::size_t before : predecessors[t]) {
            EXPECT_LT(position[before], position[t]);
        }
    }
}

TEST_F(Dependencies, TasksSubmittedByTasksAreExecuted) {
    starpu_codelet kernels = codelet(true, true);
    std::atomic<int> executed = 0;
    Tasks tasks;
    std::function<void()> spawn; // one task at a time, so no two touch `tasks`
    spawn = [&] {
        if (++executed < 300) {
            submit(tasks.create(kernels, spawn));
        }
    };
    submit(tasks.create(kernels, spawn));
    starpu_task_wait_for_all();
    EXPECT_EQ(executed, 300);
}

/// A worker that lost its wake-up would show as a hang here: each round starts with
/// all of them asleep or falling asleep.
TEST_F(Dependencies, ManyShortRoundsEnd) {
    starpu_codelet both = codelet(true, true);
    starpu_codelet cpu = codelet(true, false);
    starpu_codelet opencl = codelet(false, true);
    std::atomic<int> executed = 0;
    for (int round = 0; round < 300; ++round) {
        Tasks tasks;
        for (starpu_codelet* kernels : {&opencl, &both, &cpu}) {
            submit(tasks.create(*kernels, [&executed] { ++executed; }));
        }
    }
    EXPECT_EQ(executed, 900);
}

} // namespace
} // namespace tangram::sched::starpu
