/// Who is woken for a ready task of any program.

#include "sched/starpu/graph_tasks.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tangram::sched::starpu {
namespace {

using Groups = std::vector<std::vector<unsigned>>;

/// Two accelerators of one kind with two workers each, one of another kind, two CPU workers.
const std::vector<graph::Worker> workers{{1, 1}, {1, 1}, {2, 1}, {2, 1}, {3, 2}, {graph::home, 0}, {graph::home, 0}};

TEST(GroupsToWake, AreTheOwnersCpuWorkersAndThieves) {
    EXPECT_EQ(groups_to_wake(workers, {9, 1, 1}, 1), (Groups{{0, 1}, {5, 6}, {2, 3, 4}}));
    EXPECT_EQ(groups_to_wake(workers, {9, 1, 1}, 3), (Groups{{4}, {5, 6}, {0, 1, 2, 3}}));
    EXPECT_EQ(groups_to_wake(workers, {9, 1, 1}, graph::home), (Groups{{5, 6}, {}, {0, 1, 2, 3, 4}}));
}

TEST(GroupsToWake, HaveThoseAloneThatCanExecuteTheTask) {
    EXPECT_EQ(groups_to_wake(workers, {9, graph::never, graph::never}, graph::home), (Groups{{5, 6}, {}, {}}));
    EXPECT_EQ(groups_to_wake(workers, {graph::never, graph::never, 1}, 3), (Groups{{4}, {}, {}}));
    EXPECT_EQ(groups_to_wake(workers, {9, 1, graph::never}, 1), (Groups{{0, 1}, {5, 6}, {2, 3}}));
}

} // namespace
} // namespace tangram::sched::starpu
