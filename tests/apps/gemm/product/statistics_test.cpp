#include "apps/gemm/product/statistics.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tangram::apps {
namespace {

using testing::ElementsAre;

/// Two nodes, workers 0 and 2 of RAM, 1 of a device; C of 1 x 2 tiles, two products each.
/// The plan gives the left tile to RAM; the device steals one of its products.
GemmReport report_scene() {
    GemmReport report;
    report.tile_rows = 1;
    report.tile_columns = 2;
    report.tasks = 4;
    report.seconds = 10;
    report.allocation = partition::Allocation{"plan", 1, 2, 2, {0, 1}};
    report.decisions = sched::Decisions{{{1, 0}, {2, 1}}, {0, 1, 0, 0}};
    report.timeline = {
        {.is_full = true, .worker = 2, .start = 0, .end = 4},
        {.j = 1, .worker = 1, .start = 0, .end = 2},
        {.k = 1, .worker = 1, .start = 4, .end = 6},
        {.j = 1, .k = 1, .worker = 1, .start = 6, .end = 8},
        {.work = sched::Work::add, .worker = 0, .start = 8, .end = 9},
    };
    const std::vector<MemoryNode> nodes{{0, DeviceKind::cpu, true, false, "CPU", {0, 2}},
                                        {3, DeviceKind::opencl, false, false, "OpenCL 0", {1}}};
    add_statistics(report, nodes, Speeds{.flops_per_second = {5, 7}, .task_seconds = {2, 1, 2}});
    return report;
}

TEST(Statistics, NodesHaveTheirWorkersTasksAndPlan) {
    const GemmReport report = report_scene();
    ASSERT_EQ(report.nodes.size(), 2U);
    EXPECT_EQ(report.nodes[0].tasks, 1U);
    EXPECT_EQ(report.nodes[1].tasks, 3U);
    EXPECT_EQ(report.nodes[0].planned, 2U);
    EXPECT_EQ(report.nodes[1].planned, 2U);
    EXPECT_EQ(report.nodes[1].stolen, 1U);
    EXPECT_EQ(report.nodes[1].flops_per_second, 7);
    EXPECT_EQ(report.nodes[0].drift->ratio, 2);
    EXPECT_FALSE(report.nodes[1].drift);
}

TEST(Statistics, WorkersAreBusyWithAdditionsToo) {
    const GemmReport report = report_scene();
    ASSERT_EQ(report.workers.size(), 3U);
    std::vector<unsigned> numbers;
    std::vector<std::uint64_t> tasks;
    std::vector<double> busy;
    for (const WorkerReport& worker : report.workers) {
        numbers.push_back(worker.worker);
        tasks.push_back(worker.tasks);
        busy.push_back(worker.busy_seconds);
    }
    EXPECT_THAT(numbers, ElementsAre(0, 2, 1));
    EXPECT_THAT(tasks, ElementsAre(0, 1, 3));
    EXPECT_THAT(busy, ElementsAre(1, 4, 6));
    EXPECT_DOUBLE_EQ(report.idle_share(0), 0.75);
    EXPECT_DOUBLE_EQ(report.idle_share(1), 0.4);
}

TEST(Statistics, ExecutionsAreProductsByTileAndNode) {
    EXPECT_THAT(report_scene().executions, ElementsAre(1, 1, 0, 2));
}

TEST(Statistics, WithoutAPlanNothingIsStolen) {
    GemmReport report;
    report.tile_rows = report.tile_columns = 1;
    report.tasks = 1;
    report.timeline = {{.worker = 0, .start = 0, .end = 1}};
    add_statistics(report, {{0, DeviceKind::cpu, true, false, "CPU", {0}}},
                   {.flops_per_second = {1}, .task_seconds = {1}});
    EXPECT_EQ(report.nodes[0].tasks, 1U);
    EXPECT_FALSE(report.nodes[0].planned);
    EXPECT_FALSE(report.nodes[0].stolen);
}

TEST(Statistics, OfSeveralLayersEachIsOneProduct) {
    GemmReport report;
    report.tile_rows = report.tile_columns = 1;
    report.tasks = 2;
    report.allocation = partition::Allocation{"plan", 1, 1, 1, {0, 0}, 2};
    report.decisions = sched::Decisions{{{2, 0}}, {}};
    add_statistics(report, {{0, DeviceKind::cpu, true, false, "CPU", {0}}},
                   {.flops_per_second = {1}, .task_seconds = {1}});
    EXPECT_EQ(report.nodes[0].planned, 2U);
}

} // namespace
} // namespace tangram::apps
