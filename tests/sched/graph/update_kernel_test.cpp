/// UpdateKernel: which kind of task is most of the work. Scenes by hand.

#include "sched/graph/update_kernel.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tangram::sched::graph {
namespace {

// On a core, a fast and a slow accelerator.
const Seconds update{20, 1, 2};
const Seconds panel{30, 10, 40};
const Seconds for_cpus{1, never, never};
const Seconds for_the_slow_one{5, never, 3};

MachineView machine() {
    return {.workers = {{home, 0}, {1, 1}, {2, 2}}, .links = {{}, {.bandwidth = 1}, {.bandwidth = 1}}};
}

TEST(UpdateKernel, IsTheKindOfTaskWithMostWork) {
    UpdateKernel kernel(machine());
    EXPECT_EQ(kernel.least_seconds(), 0);
    kernel.submitted(for_cpus);
    EXPECT_FALSE(kernel.is_known()) << "no accelerator can execute it";
    EXPECT_EQ(kernel.least_seconds(), 0);
    EXPECT_TRUE(kernel.nodes().empty());
    kernel.submitted(panel);
    EXPECT_EQ(kernel.least_seconds(), 10);
    for (int task = 0; task < 10; ++task) {
        kernel.submitted(update);
    }
    EXPECT_EQ(kernel.least_seconds(), 10) << "as much work";
    kernel.submitted(update);
    EXPECT_EQ(kernel.least_seconds(), 1);
    EXPECT_EQ(kernel.seconds_on(home), 20);
    EXPECT_EQ(kernel.seconds_on(2), 2);
}

TEST(UpdateKernel, OthersAreComparedOnTheAcceleratorThatIsFastestForThem) {
    UpdateKernel kernel(machine());
    kernel.submitted(update);
    EXPECT_EQ(kernel.times_as_long(panel), 10);
    EXPECT_EQ(kernel.times_as_long(for_the_slow_one), 3);
    EXPECT_EQ(kernel.times_as_long(for_cpus), never);
}

TEST(UpdateKernel, ItsNodesCanExecuteIt) {
    UpdateKernel kernel(machine());
    kernel.submitted(for_the_slow_one);
    EXPECT_EQ(kernel.nodes(), (std::vector<Node>{2}));
    kernel.submitted(panel);
    EXPECT_EQ(kernel.nodes(), (std::vector<Node>{1, 2}));
}

} // namespace
} // namespace tangram::sched::graph
