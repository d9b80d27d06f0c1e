#include "foreign_program.hpp"

#include <gmock/gmock.h>

#include <array>

namespace tangram::sched::starpu {
namespace {

using testing::AnyOfArray;
using testing::Each;
using testing::Eq;

constexpr std::size_t many = 200;

class Placement : public ForeignProgram {};

TEST_F(Placement, CpuOnlyTasksGoToCpus) {
    starpu_codelet kernels = codelet(true, false);
    EXPECT_THAT(workers_of_tasks(kernels, many, [](starpu_task*) {}), Each(AnyOfArray(workers_of(STARPU_CPU_WORKER))));
}

TEST_F(Placement, OpenClOnlyTasksGoToOpenClDevices) {
    starpu_codelet kernels = codelet(false, true);
    EXPECT_THAT(workers_of_tasks(kernels, many, [](starpu_task*) {}),
                Each(AnyOfArray(workers_of(STARPU_OPENCL_WORKER))));
}

TEST_F(Placement, WhereNarrowsTheCodelet) {
    starpu_codelet kernels = codelet(true, true);
    kernels.where = STARPU_OPENCL;
    EXPECT_THAT(workers_of_tasks(kernels, many, [](starpu_task*) {}),
                Each(AnyOfArray(workers_of(STARPU_OPENCL_WORKER))));
}

TEST_F(Placement, WhereOfATaskNarrowsTheCodelet) {
    starpu_codelet kernels = codelet(true, true);
    EXPECT_THAT(workers_of_tasks(kernels, many, [](starpu_task* task) { task->where = STARPU_CPU; }),
                Each(AnyOfArray(workers_of(STARPU_CPU_WORKER))));
}

TEST_F(Placement, CanExecuteIsAsked) {
    starpu_codelet kernels = codelet(true, true);
    kernels.can_execute = [](unsigned worker, starpu_task*, unsigned) {
        return static_cast<int>(worker == starpu_worker_get_count() - 1);
    };
    EXPECT_THAT(workers_of_tasks(kernels, many, [](starpu_task*) {}), Each(Eq(starpu_worker_get_count() - 1)));
}

/// Of two tasks of one codelet with the same data the program may allow one here and one there.
TEST_F(Placement, CanExecuteIsAskedForEachTask) {
    starpu_codelet kernels = codelet(true, true);
    kernels.can_execute = [](unsigned worker, starpu_task* task, unsigned /*implementation*/) {
        return task->flops == 0 || starpu_worker_get_type(static_cast<int>(worker)) == STARPU_CPU_WORKER ? 1 : 0;
    };
    workers_of_tasks(kernels, 20, [](starpu_task* /*anywhere*/) {});
    for (int round = 0; round < 20; ++round) { // each begins with all workers asleep
        for (const unsigned worker : workers_of_tasks(kernels, 2, [](starpu_task* task) { task->flops = 1; })) {
            EXPECT_EQ(starpu_worker_get_type(static_cast<int>(worker)), STARPU_CPU_WORKER);
        }
    }
}

TEST_F(Placement, TheTasksOwnListOfWorkersIsKept) {
    starpu_codelet kernels = codelet(true, true);
    const unsigned chosen = starpu_worker_get_count() - 2;
    std::array<std::uint32_t, 1> mask{1U << chosen};
    EXPECT_THAT(workers_of_tasks(kernels, many,
                                 [&mask](starpu_task* task) {
                                     task->workerids = mask.data();
                                     task->workerids_len = mask.size();
                                 }),
                Each(Eq(chosen)));
}

/// StarPU 1.4 leaves that to policies that fetch data ahead; StarPU 1.3 does it itself, and takes no note.
TEST_F(Placement, DataAreFetchedAheadIfAllWorkersAreOfOneNode) {
    if (STARPU_MAJOR_VERSION == 1 && STARPU_MINOR_VERSION < 4) {
        GTEST_SKIP() << "StarPU's own concern";
    }
    starpu_codelet kernels = codelet(true, true);
    std::array<std::uint32_t, 1> mask{2U};
    bool was_fetched = false;
    Tasks tasks;
    starpu_task* task =
        tasks.create(kernels, [&was_fetched] { was_fetched = starpu_task_get_current()->prefetched != 0; });
    task->workerids = mask.data();
    task->workerids_len = mask.size();
    submit(task);
    starpu_task_wait_for_all();
    EXPECT_TRUE(was_fetched);
}

TEST_F(Placement, ASpecificWorkerExecutes) {
    starpu_codelet kernels = codelet(true, true);
    for (unsigned chosen = 0; chosen < starpu_worker_get_count(); ++chosen) {
        EXPECT_THAT(workers_of_tasks(kernels, many,
                                     [chosen](starpu_task* task) {
                                         task->execute_on_a_specific_worker = 1;
                                         task->workerid = chosen;
                                     }),
                    Each(Eq(chosen)));
    }
}

TEST_F(Placement, ASpecificWorkerKeepsTheGivenOrder) {
    starpu_codelet kernels = codelet(true, true);
    std::vector<unsigned> order;
    {
        Tasks tasks;
        for (unsigned number = many; number > 0; --number) {
            starpu_task* task = tasks.create(kernels, [&order, number] { order.push_back(number); });
            task->execute_on_a_specific_worker = 1;
            task->workerid = workers_of(STARPU_CPU_WORKER).front();
            task->workerorder = number;
            submit(task);
        }
    }
    ASSERT_EQ(order.size(), many);
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

} // namespace
} // namespace tangram::sched::starpu
