/// Who computed which tiles of a product of several processes.

#include "apps/mpi/tile_tasks.hpp"
#include "cluster/nodes/local_zone.hpp"

#include "tests/cluster/team/threads.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tangram::apps {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

GemmReport report_of(const std::vector<std::string>& nodes, std::vector<std::uint32_t> executions) {
    GemmReport report;
    for (const std::string& name : nodes) {
        report.nodes.emplace_back();
        report.nodes.back().node.name = name;
    }
    report.executions = std::move(executions);
    return report;
}

/// Rows 1 and 3 and columns 0 and 2 of 4 x 3 tiles; tile (3, 2) is another process's.
const nodes::LocalZone zone{.rows = {1, 3}, .columns = {0, 2}, .is_own = {true, true, true, false}};

ExecutedTiles alone(const TileTaskCount& count) {
    team::Shared shared(1);
    return count.gathered(team::Threads(shared, 0));
}

TEST(TileTasks, AreThoseOfTheWholeC) {
    TileTaskCount count;
    count.add(report_of({"ram", "cuda0"}, {0, 5, 2, 3, 5, 0, 0, 0}), zone, 3);
    const ExecutedTiles executed = alone(count);
    ASSERT_EQ(executed.processes.size(), 1U);
    EXPECT_THAT(executed.processes[0].nodes, ElementsAre("ram", "cuda0"));
    EXPECT_THAT(executed.processes[0].tiles,
                ElementsAre(TileTasks{3, 1, 5}, TileTasks{5, 0, 2}, TileTasks{5, 1, 3}, TileTasks{9, 0, 5}));
}

/// A product whose zones change in the middle.
TEST(TileTasks, OfSeveralPartsAddUp) {
    TileTaskCount count;
    count.add(report_of({"ram"}, {4, 4, 4, 0}), zone, 3);
    count.add(report_of({"ram"}, {1}), {.rows = {0}, .columns = {1}, .is_own = {true}}, 3);
    EXPECT_THAT(alone(count).processes[0].tiles,
                ElementsAre(TileTasks{3, 0, 4}, TileTasks{5, 0, 4}, TileTasks{9, 0, 4}, TileTasks{1, 0, 1}));
}

TEST(TileTasks, OfAnEmptyZoneAreNone) {
    TileTaskCount count;
    count.add(report_of({"ram"}, {}), {}, 3);
    EXPECT_THAT(alone(count).processes[0].tiles, IsEmpty());
}

TEST(TileTasks, AreDrawnByProcessAndNode) {
    const ExecutedTiles executed{{{{"ram", "cuda0"}, {{0, 1, 8}}}, {{"ram"}, {{1, 0, 3}, {0, 0, 2}}}}};
    const partition::Drawing drawing = drawing_of(executed, 1, 2);
    EXPECT_THAT(drawing.labels,
                ElementsAre("process 0, ram: 0 tasks", "process 0, cuda0: 8 tasks", "process 1, ram: 5 tasks"));
    EXPECT_THAT(drawing.cells, ElementsAre(ElementsAre(partition::TileShare{1, 8}, partition::TileShare{2, 2}),
                                           ElementsAre(partition::TileShare{2, 3})));
}

/// Processes may have other numbers of nodes and of tiles.
TEST(TileTasks, AreGatheredFromAll) {
    const std::vector<std::string> said = team::said(2, [](const team::Team& team) {
        TileTaskCount count;
        if (team.me() == 0) {
            count.add(report_of({"ram", "cuda0"}, {0, 5, 2, 3, 5, 0, 0, 0}), zone, 3);
        } else {
            count.add(report_of({"ram"}, {6}), {.rows = {0}, .columns = {0}, .is_own = {true}}, 3);
        }
        std::string labels;
        for (const std::string& label : drawing_of(count.gathered(team), 4, 3).labels) {
            labels += label + "; ";
        }
        return labels;
    });
    EXPECT_THAT(said, testing::Each("process 0, ram: 7 tasks; process 0, cuda0: 8 tasks; process 1, ram: 6 tasks; "));
}

} // namespace
} // namespace tangram::apps
