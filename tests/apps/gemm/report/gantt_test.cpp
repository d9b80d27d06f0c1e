#include "apps/gemm/report/gantt.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace tangram::apps {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::size_t occurrences(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) {
        ++count;
    }
    return count;
}

/// Boxes are paths of the form M..h..v..h..z.
std::size_t boxes_in(const std::string& svg) {
    return occurrences(svg, "z\"") + occurrences(svg, "zM");
}

std::size_t boxes_in(const std::vector<GanttLane>& lanes) {
    std::size_t count = 0;
    for (const GanttLane& lane : lanes) {
        count += lane.boxes.size();
    }
    return count;
}

/// Workers 0 and 2 of RAM, 1 of a device, which steals the first tile of RAM's.
GemmReport scene() {
    GemmReport report;
    report.sched = "scene";
    report.m = report.n = report.k = 100;
    report.seconds = 0.004;
    report.bytes_by_link = {{0, 1, 2'000'000'000}};
    const double speed = report.flops() / 0.003 / 2; // the bound is 3 ms
    report.nodes = {{{0, DeviceKind::cpu, true, false, "CPU", {0, 2}}, speed, 2, 3, 0},
                    {{1, DeviceKind::cuda, false, false, "CUDA 0", {1}}, speed, 2, 1, 1}};
    report.workers = {{0, 0, 1, 0, 0.002}, {2, 0, 1, 0, 0.002}, {1, 1, 2, 0, 0.003}};
    report.allocation = partition::Allocation{"plan", 2, 2, 2, {0, 0, 0, 1}};
    report.timeline = {{.worker = 1, .start = 0, .end = 0.001},
                       {.j = 1, .worker = 0, .start = 0, .end = 0.002},
                       {.i = 1, .worker = 2, .start = 0, .end = 0.001},
                       {.i = 1, .j = 1, .worker = 1, .start = 0.001, .end = 0.003},
                       {.work = sched::Work::add, .worker = 2, .start = 0.003, .end = 0.004}};
    return report;
}

/// So many boxes without gaps, of the node that each yields.
template <class NodeOf> std::vector<GanttBox> row(std::size_t count, double seconds, NodeOf node_of) {
    std::vector<GanttBox> boxes;
    for (std::size_t box = 0; box < count; ++box) {
        const double length = seconds / static_cast<double>(count);
        const double start = length * static_cast<double>(box);
        boxes.push_back({start, start + length, node_of(box)});
    }
    return boxes;
}

TEST(Gantt, ALaneForEachWorkerInTheColoursOfThePlan) {
    const Gantt gantt = gantt_of(scene());
    ASSERT_EQ(gantt.lanes.size(), 3U);
    EXPECT_THAT(gantt.lanes[0].boxes, ElementsAre(GanttBox{0, 0.002, 0}));
    EXPECT_THAT(gantt.lanes[1].boxes, ElementsAre(GanttBox{0, 0.001, 0}, GanttBox{0.003, 0.004, std::nullopt}));
    EXPECT_THAT(gantt.lanes[2].boxes, ElementsAre(GanttBox{0, 0.001, 0}, GanttBox{0.001, 0.003, 1}));
    EXPECT_EQ(gantt.lanes[1].node, 0U);
    EXPECT_EQ(gantt.lanes[2].node, 1U);
    EXPECT_TRUE(gantt.has_plan);
    EXPECT_THAT(gantt.title, HasSubstr("scene"));
    EXPECT_THAT(gantt.subtitle, AllOf(HasSubstr("0.004 s"), HasSubstr("2.00 GB")));
    EXPECT_THAT(gantt.labels, ElementsAre("CPU: 2 tasks, 50.0% idle", "CUDA 0: 2 tasks (1 stolen), 25.0% idle"));
}

TEST(Gantt, WithoutAPlanInTheColourOfTheOwnNode) {
    GemmReport report = scene();
    report.allocation.reset();
    const Gantt gantt = gantt_of(report);
    EXPECT_THAT(gantt.lanes[2].boxes, ElementsAre(GanttBox{0, 0.001, 1}, GanttBox{0.001, 0.003, 1}));
    EXPECT_FALSE(gantt.has_plan);
}

TEST(Gantt, ThePlanOfSeveralLayersSaysWhoseEachProductWas) {
    GemmReport report = scene();
    report.allocation = partition::Allocation{"plan", 1, 1, 2, {0, 1}, 2};
    report.timeline = {{.worker = 0, .start = 0, .end = 1}, {.k = 1, .worker = 0, .start = 1, .end = 2}};
    EXPECT_THAT(gantt_of(report).lanes[0].boxes, ElementsAre(GanttBox{0, 1, 0}, GanttBox{1, 2, 1}));
}

TEST(GanttSvg, HasLanesBoxesAxisAndLegend) {
    const std::string svg = draw(gantt_of(scene()));
    EXPECT_EQ(occurrences(svg, "class=\"lane\""), 3U);
    EXPECT_EQ(boxes_in(svg), 5U);
    for (const char* text :
         {"scene: 100 x 100 x 100", "CPU", "CUDA 0", "time in ms", "bound", "2.0", "4.0", "CPU: 2 tasks, 50.0% idle"}) {
        EXPECT_THAT(svg, HasSubstr(std::string(">") + text + "</text>"));
    }
    EXPECT_THAT(svg, AllOf(HasSubstr("planned for"), HasSubstr("additions"), Not(HasSubstr("Too many"))));
}

TEST(GanttSvg, SaysOnlyWhatThereIs) {
    GemmReport report = scene();
    report.allocation.reset();
    report.timeline.pop_back();
    report.seconds = 0.003; // and not more than the bound
    EXPECT_THAT(draw(gantt_of(report)),
                AllOf(HasSubstr("Without a plan"), Not(HasSubstr("additions")), Not(HasSubstr(">bound<"))));
}

TEST(GanttMerging, LeavesFewBoxesAsTheyAre) {
    const std::vector<GanttLane> lanes{{0, row(20, 1, [](std::size_t box) { return box % 2; })}};
    EXPECT_EQ(merged(lanes, 1, 20), lanes);
}

TEST(GanttMerging, EqualNeighboursBecomeOneBox) {
    const std::vector<GanttLane> lanes{{0, row(1024, 1, [](std::size_t box) { return box < 512 ? 0U : 1U; })}};
    const std::vector<GanttLane> few = merged(lanes, 1, 10);
    ASSERT_EQ(few[0].boxes.size(), 2U);
    EXPECT_EQ(few[0].boxes[0].node, 0U);
    EXPECT_EQ(few[0].boxes[1].node, 1U);
    EXPECT_NEAR(few[0].boxes[0].end, 0.5, 1e-3);
    EXPECT_NEAR(few[0].boxes[1].end, 1, 1e-3);
}

TEST(GanttMerging, KeepsLongGaps) {
    std::vector<GanttBox> boxes = row(100, 1, [](std::size_t) { return 0U; });
    boxes.erase(boxes.begin() + 40, boxes.begin() + 60);
    const std::vector<GanttLane> few = merged({{0, boxes}}, 1, 5);
    ASSERT_EQ(few[0].boxes.size(), 2U);
    EXPECT_NEAR(few[0].boxes[0].end, 0.4, 1e-3);
    EXPECT_NEAR(few[0].boxes[1].start, 0.6, 1e-3);
}

TEST(GanttMerging, BoundsTheNumberOfBoxesAndTheFile) {
    Gantt gantt{.title = "many", .subtitle = "", .nodes = {"a", "b"}, .labels = {"a", "b"}, .lanes = {}, .seconds = 1};
    for (std::size_t lane = 0; lane < 64; ++lane) {
        gantt.lanes.push_back({lane % 2, row(5000, 1, [](std::size_t box) { return box / 3 % 2; })});
    }
    EXPECT_LE(boxes_in(merged(gantt.lanes, 1)), most_gantt_boxes);
    const std::string svg = draw(gantt);
    EXPECT_LT(svg.size(), 1'000'000U);
    EXPECT_EQ(occurrences(svg, "class=\"lane\""), 64U);
    EXPECT_THAT(svg, HasSubstr("Too many"));
}

TEST(GanttSvg, FiveThousandBoxesAreDrawnOneByOne) {
    Gantt gantt{.title = "many", .subtitle = "", .nodes = {"a"}, .labels = {"a"}, .lanes = {}, .seconds = 1};
    gantt.lanes = {{0, row(most_gantt_boxes, 1, [](std::size_t) { return 0U; })}};
    const std::string svg = draw(gantt);
    EXPECT_EQ(boxes_in(svg), most_gantt_boxes);
    EXPECT_LT(svg.size(), 1'000'000U);
}

} // namespace
} // namespace tangram::apps
