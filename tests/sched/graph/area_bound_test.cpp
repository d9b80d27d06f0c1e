/// The area bound: scenes by hand, and against schedules of random tasks.

#include "sched/graph/area_bound.hpp"

#include "base/dice.hpp"
#include "tests/sched/graph/random_program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

namespace tangram::sched::graph {
namespace {

TEST(AreaBound, SharesTasksOutByWhatKindsAreBestAt) {
    const Seconds for_gpu{10, 1};
    const Seconds for_both{2, 1};
    // Six of the first and six of the second on one worker of each kind: the GPU takes the first (6 s), and of the
    // second as many that both end together: 6 + x = 2 (6 - x), x = 2.
    EXPECT_NEAR(area_bound({{&for_gpu, 6}, {&for_both, 6}}, {1, 1}), 8, 0.02);
    const Seconds on_cpu{3, never};
    EXPECT_NEAR(area_bound({{&on_cpu, 4}}, {2, 1}), 6, 0.02);
    EXPECT_EQ(area_bound({}, {2, 1}), 0);
}

/// No schedule of random tasks without dependencies is shorter, and a list schedule is not far above with many tasks.
TEST(AreaBound, IsBelowEachSchedule) {
    constexpr std::uint64_t seed = 20261124;
    constexpr std::size_t kinds = 3;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    for (int trial = 0; trial < 50; ++trial) {
        const MachineView machine = random_machine(dice, kinds);
        std::vector<std::size_t> workers(kinds, 0);
        for (const Worker& worker : machine.workers) {
            ++workers[worker.kind];
        }
        std::vector<Seconds> kernels(4);
        for (Seconds& seconds : kernels) {
            seconds = random_seconds(dice, machine, kinds);
        }
        std::vector<double> free(machine.workers.size(), 0);
        std::vector<std::pair<const Seconds*, double>> tasks;
        for (const Seconds& seconds : kernels) {
            constexpr int count = 200;
            tasks.emplace_back(&seconds, count);
            for (int task = 0; task < count; ++task) { // to whoever ends it first
                std::size_t best = 0;
                double least = never;
                for (std::size_t worker = 0; worker < free.size(); ++worker) {
                    const double end = free[worker] + seconds[machine.workers[worker].kind];
                    if (end < least) {
                        least = end;
                        best = worker;
                    }
                }
                free[best] = least;
            }
        }
        const double makespan = *std::max_element(free.begin(), free.end());
        const double bound = area_bound(tasks, workers);
        EXPECT_GT(bound, 0);
        EXPECT_LE(bound, makespan * (1 + 1e-9));
    }
}

} // namespace
} // namespace tangram::sched::graph
