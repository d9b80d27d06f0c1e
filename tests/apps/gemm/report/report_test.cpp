#include "apps/gemm/report/report.hpp"
#include "apps/gemm/support/format_bytes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <limits>

namespace tangram::apps {
namespace {

/// Two nodes, 2 x 1 tiles of C: the upper by node 0 alone, the lower by both.
GemmReport scene(double seconds) {
    GemmReport report;
    report.m = 2000;
    report.n = 1000;
    report.k = 3000;
    report.seconds = seconds;
    report.seconds_total = seconds + 1;
    report.sched = "scene";
    report.tasks = 6;
    report.bytes_by_link = {{0, 1, 300}, {1, 0, 40}};
    MemoryNode home{0, DeviceKind::cpu, true, false, "CPU", {0, 1}};
    MemoryNode device{1, DeviceKind::opencl, false, true, "OpenCL 0", {2}};
    report.nodes = {{home, 2e9, 4, 3, 1, 0, Drift{.ratio = 1.25, .mean = 1.5, .expected_seconds = 0.1, .tiles = 4}},
                    {device, 1e9, 2, 3, 0, 0, {}}};
    report.workers = {{0, 0, 3, 0, seconds / 2}, {1, 0, 1, 0, seconds / 4}, {2, 1, 2, 0, seconds}};
    report.decisions = sched::Decisions{{{3, 1, 0}, {2, 0, 0}}, {0, 1, 0, 0}};
    report.tile_rows = 2;
    report.tile_columns = 1;
    report.executions = {3, 0, 1, 2};
    return report;
}

TEST(GemmReport, SpeedIsWorkBySeconds) {
    EXPECT_DOUBLE_EQ(scene(3).gflops(), 4.0);
}

TEST(GemmReport, SumsOverLinksAndNodes) {
    EXPECT_EQ(scene(1).bytes_total(), 340U);
    EXPECT_EQ(scene(1).steals(), 1U);
}

TEST(GemmOutcome, FiguresComeFromTheMedianRepeat) {
    const GemmOutcome odd{{scene(5), scene(1), scene(3)}};
    EXPECT_EQ(odd.median().seconds, 3);
    const GemmOutcome even{{scene(4), scene(1), scene(3), scene(2)}};
    EXPECT_EQ(even.median().seconds, 2);
}

TEST(GemmOutcome, VerifiedOnlyBelowTheTolerance) {
    GemmOutcome outcome{{scene(1)}};
    EXPECT_FALSE(outcome.verified());
    outcome.verification = Verification::full;
    outcome.tolerance = 1e-16;
    outcome.residual = 1e-17;
    EXPECT_EQ(outcome.verified(), true);
    outcome.residual = 1e-16;
    EXPECT_EQ(outcome.verified(), false);
    outcome.residual = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(outcome.verified(), false);
}

TEST(GemmOutcome, JsonHasTheDocumentedKeys) {
    const nlohmann::json json = to_json({{scene(1)}});
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items()) {
        keys.push_back(key);
    }
    EXPECT_THAT(keys, testing::UnorderedElementsAre(
                          "m", "n", "k", "tile", "tile_reason", "math_settings", "precision", "sched", "partition",
                          "seconds", "seconds_total", "page_locking_seconds", "staging_threads", "gflops",
                          "bytes_total", "bytes_by_link", "bytes_bound", "seconds_bound", "seconds_bound_taking_part",
                          "bytes_bound_taking_part", "tasks", "tasks_by_node", "steals", "steals_by_cost", "workers",
                          "reductions", "auxiliary_bytes", "scheduling_seconds", "plan_reason", "planning_seconds",
                          "residual", "verified", "simulated", "platform", "starpu_version", "repeats"));
    EXPECT_EQ(json["bytes_by_link"][1], (nlohmann::json{{"from", 1}, {"to", 0}, {"bytes", 40}}));
    EXPECT_EQ(json["tasks_by_node"][1], (nlohmann::json{{"node", 1},
                                                        {"kind", "OpenCL"},
                                                        {"speed", 1.0},
                                                        {"tasks", 2},
                                                        {"planned", 3},
                                                        {"stolen", 0},
                                                        {"reductions", 0},
                                                        {"drift", nullptr},
                                                        {"drift_mean", nullptr}}));
    EXPECT_EQ(json["tasks_by_node"][0]["drift"], 1.25);
    EXPECT_EQ(json["tasks_by_node"][0]["drift_mean"], 1.5);
    EXPECT_EQ(json["steals_by_cost"], (nlohmann::json{0, 1, 0, 0}));
    ASSERT_EQ(json["workers"].size(), 3U);
    EXPECT_EQ(json["workers"][1], (nlohmann::json{{"worker", 1},
                                                  {"node", 0},
                                                  {"kind", "CPU"},
                                                  {"tasks", 1},
                                                  {"busy_seconds", 0.25},
                                                  {"idle_seconds", 0.75}}));
    EXPECT_TRUE(json["verified"].is_null());
    EXPECT_TRUE(json["partition"].is_null());
}

TEST(GemmOutcome, OneOfItsProductsIsPlannedForAll) {
    GemmReport first = scene(3);
    first.partition = "nrrp-refined";
    first.planning = PlanningReport{0.25, false, "1 s with nrrp-refined"};
    GemmReport second = scene(1);
    second.partition = "nrrp-refined";
    second.planning = PlanningReport{0.0, true, "1 s with nrrp-refined"};
    const nlohmann::json json = to_json({{first, second}});
    EXPECT_EQ(json["seconds"], 1);
    EXPECT_EQ(json["planning_seconds"], 0.25) << "of all repetitions";
    EXPECT_EQ(json["plan_reason"], "1 s with nrrp-refined");
    EXPECT_EQ(json["repeats"][0]["planning_seconds"], 0.25);
    EXPECT_EQ(json["repeats"][0]["plan_reused"], false);
    EXPECT_EQ(json["repeats"][1]["plan_reused"], true);
    EXPECT_EQ(json["repeats"][0]["speeds_corrected"], false);
    EXPECT_THAT(to_text({{first, second}}),
                testing::HasSubstr("plan         nrrp-refined, made in 0.2500 s: 1 s with nrrp-refined\n"));
}

TEST(GemmOutcome, SaysThatSpeedsWereCorrected) {
    const std::string line = "speeds       corrected by earlier products\n";
    GemmReport corrected = scene(1);
    corrected.speeds_corrected = true;
    EXPECT_THAT(to_text({{corrected}}), testing::HasSubstr(line));
    EXPECT_THAT(to_text({{scene(1)}}), testing::Not(testing::HasSubstr(line)));
    EXPECT_EQ(to_json({{scene(1), corrected}})["repeats"][1]["speeds_corrected"], true);
}

TEST(GemmOutcome, WithoutAPlanThereIsNothingToSayOfIt) {
    const nlohmann::json json = to_json({{scene(1)}});
    EXPECT_TRUE(json["planning_seconds"].is_null());
    EXPECT_TRUE(json["plan_reason"].is_null());
    EXPECT_TRUE(json["repeats"][0]["plan_reused"].is_null());
    EXPECT_THAT(to_text({{scene(1)}}), testing::Not(testing::HasSubstr("plan  ")));
}

TEST(GemmOutcome, SaysHowCublasComputes) {
    GemmReport report = scene(1);
    EXPECT_TRUE(to_json({{report}})["math_settings"].is_null()) << "no CUDA device";
    report.nodes[1].node.kind = DeviceKind::cuda;
    EXPECT_THAT(to_text({{report}}), testing::HasSubstr("cuBLAS       with its default arithmetic\n"));
    setenv("NVIDIA_TF32_OVERRIDE", "0", 1);
    EXPECT_EQ(to_json({{report}})["math_settings"], (nlohmann::json{{"NVIDIA_TF32_OVERRIDE", "0"}}));
    EXPECT_THAT(to_text({{report}}), testing::HasSubstr("cuBLAS       NVIDIA_TF32_OVERRIDE=0\n"));
    unsetenv("NVIDIA_TF32_OVERRIDE");
}

TEST(GemmOutcome, OfStarpusPolicyNothingIsKnownAboutSteals) {
    GemmReport report = scene(1);
    report.decisions.reset();
    EXPECT_TRUE(to_json({{report}})["steals_by_cost"].is_null());
    EXPECT_THAT(to_text({{report}}), testing::Not(testing::HasSubstr("tiles missing")));
}

TEST(GemmOutcome, TextShowsIdlenessTrafficAndSteals) {
    GemmReport report = scene(1);
    report.bytes_by_link.push_back({1, 7, 2'500'000});
    report.bytes_by_link.push_back({7, 1, 0});
    report.allocation = partition::Allocation{"plan", 2, 1, 2, {0, 1}};
    EXPECT_THAT(to_text({{report}}),
                testing::AllOf(testing::ContainsRegex("0 CPU +4 +3 +2.0 +2 +62.5%\n"),
                               testing::ContainsRegex("1 OpenCL 0 .emulated on the CPU. +2 +3 +1.0 +1 +0.0%\n"),
                               testing::HasSubstr(
                                   "stolen       1 tasks; tiles missing: 0 for 0, 1 for 1, 2 for 0, 3 for 0 of them\n"),
                               testing::HasSubstr("  moved from          to\n"
                                                  "  0 CPU           -> OpenCL 0 300 B\n"
                                                  "  1 OpenCL 0      -> CPU 40 B, node 7 2.50 MB\n")));
}

TEST(GemmOutcome, WithoutTrafficThereIsNoTableOfIt) {
    GemmReport report = scene(1);
    report.bytes_by_link.clear();
    EXPECT_THAT(to_text({{report}}), testing::Not(testing::HasSubstr("moved from")));
}

/// A home node seven times as fast as a device, whose share of C is 500 x 500 elements: it receives 3000 elements for
/// each row and column and sends its C, 26 MB. All operations, 12e9, take 1.5 s.
GemmReport bounded_scene(double seconds, std::uint64_t bytes) {
    GemmReport report = scene(seconds);
    report.nodes[0].flops_per_second = 7e9;
    report.nodes[1].flops_per_second = 1e9;
    report.bytes_by_link = {{0, 1, bytes}};
    return report;
}

TEST(GemmBounds, CountTheNodesThatTakePart) {
    const ProductBounds bounds = bounds_of(bounded_scene(3, 0));
    EXPECT_DOUBLE_EQ(bounds.seconds, 1.5);
    EXPECT_DOUBLE_EQ(bounds.bytes, 26e6);
}

TEST(GemmBounds, CountTheOldCWhereItIsRead) {
    GemmReport report = bounded_scene(3, 0);
    report.reads_c = true;
    EXPECT_DOUBLE_EQ(bounds_of(report).bytes, 28e6);
}

TEST(GemmBounds, CountSmallMemories) {
    GemmReport report = bounded_scene(3, 0);
    report.nodes[1].memory = 8 * 100 * 100;
    EXPECT_DOUBLE_EQ(bounds_of(report).bytes, 8 * (2 * 250'000 * 3000 / 100.0 + 250'000));
}

TEST(GemmBounds, LeaveNodesOutThatNeitherComputeNorHaveAZone) {
    GemmReport report = bounded_scene(3, 13'000'000);
    report.nodes.push_back(report.nodes[1]);
    EXPECT_LT(bounds_of(report).seconds, 1.5);
    report.nodes[2].tasks = 0;
    report.nodes[2].planned = 0;
    EXPECT_DOUBLE_EQ(bounds_of(report).seconds, 1.5);
    EXPECT_DOUBLE_EQ(bounds_of(report).bytes, 26e6);
    EXPECT_THAT(to_text({{report}}), testing::HasSubstr("of the 2 memory nodes that take part"));
    EXPECT_DOUBLE_EQ(to_json({{report}})["seconds_bound_taking_part"], 1.5);
    EXPECT_DOUBLE_EQ(to_json({{report}})["bytes_bound_taking_part"], 26e6);
    report.nodes[2].planned = 1;
    EXPECT_LT(bounds_of(report).seconds, 1.5) << "all of its zone was stolen";
    EXPECT_THAT(to_text({{report}}), testing::HasSubstr("of the 3 memory nodes that take part"));
}

TEST(GemmBounds, AreExplainedAndComparedWith) {
    EXPECT_THAT(
        to_text({{bounded_scene(3, 39'000'000)}}),
        testing::AllOf(testing::HasSubstr("until C is home, 2.00 times the bound\n"),
                       testing::HasSubstr("moved        39.00 MB between memory nodes, 1.50 times the bound\n"),
                       testing::HasSubstr("lower bounds 1.5000 s at the summed speed of the 2 memory nodes that take "
                                          "part, 26.00 MB for shares of C in proportion to speed\n")));
    EXPECT_EQ(drawing_of(bounded_scene(3, 39'000'000)).subtitle, "3.000 s, 39.00 MB moved (bound 26.00 MB)");
}

TEST(GemmBounds, HaveNoRatioWhereTheHomeNodeHasMoreThanItsShare) {
    const GemmReport report = bounded_scene(3, 13'000'000);
    EXPECT_THAT(to_text({{report}}),
                testing::AllOf(testing::HasSubstr("moved        13.00 MB between memory nodes, less than the bound: "
                                                  "shares of C are not in proportion to speed\n"),
                               testing::HasSubstr(", 26.00 MB for shares of C in proportion to speed\n")));
    EXPECT_EQ(drawing_of(report).subtitle, "3.000 s, 13.00 MB moved");
}

TEST(GemmBounds, HaveNoRatioWhereWorkersWereFasterThanTheirModels) {
    EXPECT_THAT(to_text({{bounded_scene(1.2, 39'000'000)}}),
                testing::HasSubstr("until C is home, less than the bound: workers were faster than their models\n"));
    EXPECT_THAT(to_text({{bounded_scene(1.4999, 39'000'000)}}), testing::HasSubstr("1.00 times the bound"))
        << "but for rounding";
}

TEST(GemmBounds, OfTheHomeNodeAloneAreOfTimeOnly) {
    GemmReport report = bounded_scene(3, 0);
    report.nodes.pop_back();
    report.executions = {3, 1};
    report.workers.pop_back();
    EXPECT_THAT(to_text({{report}}),
                testing::AllOf(testing::HasSubstr("moved        0 B between memory nodes\n"),
                               testing::HasSubstr("s at the speed of the memory node that takes part, no traffic\n")));
    EXPECT_EQ(drawing_of(report).subtitle, "3.000 s, 0 B moved");
}

TEST(GemmBounds, OfAProductWithoutWorkAreNotShown) {
    EXPECT_EQ(bounds_of({}).bytes, 0);
    EXPECT_THAT(to_text({{GemmReport{}}}), testing::Not(testing::HasSubstr("bound")));
}

TEST(GemmOutcome, JsonOfANaNIsNull) {
    GemmOutcome outcome{{scene(1)}};
    outcome.verification = Verification::full;
    outcome.residual = std::numeric_limits<double>::quiet_NaN();
    EXPECT_TRUE(to_json(outcome)["residual"].is_null());
    EXPECT_EQ(to_json(outcome)["verified"], false);
}

TEST(GemmReport, DrawsWhoComputedWhat) {
    const partition::Drawing drawing = drawing_of(scene(1));
    EXPECT_EQ(drawing.rows, 2U);
    EXPECT_EQ(drawing.columns, 1U);
    EXPECT_THAT(drawing.cells[0], testing::ElementsAre(partition::TileShare{0, 3}));
    EXPECT_THAT(drawing.cells[1], testing::ElementsAre(partition::TileShare{0, 1}, partition::TileShare{1, 2}));
    EXPECT_THAT(drawing.labels[1], testing::HasSubstr("emulated"));
}

TEST(GemmOutcome, TextShowsTheAllocation) {
    GemmReport report = scene(1);
    report.allocation = partition::Allocation{"plan", 2, 3, 2, {0, 0, 1, 1, 1, 1}};
    EXPECT_THAT(
        to_text({{report}}),
        testing::HasSubstr(
            "  plan: 2 x 3 tiles of C, sum of half-perimeters 8; 0 is the first node above, CPU\n    001\n    111\n"));
    report.allocation = partition::Allocation{"plan", 17, 1, 1, std::vector<std::size_t>(17, 0)};
    EXPECT_THAT(to_text({{report}}), testing::EndsWith("  plan: 17 x 1 tiles of C, sum of half-perimeters 18\n"));
}

TEST(GemmOutcome, TextCountsReductions) {
    GemmReport report = scene(1);
    EXPECT_THAT(to_text({{report}}), testing::Not(testing::HasSubstr("reductions")));
    report.reductions = 2;
    report.auxiliary_bytes = 1500;
    EXPECT_THAT(to_text({{report}}), testing::HasSubstr("reductions   2, of auxiliary tiles of 1.50 kB in total\n"));
    EXPECT_EQ(to_json({{report}})["auxiliary_bytes"], 1500);
}

TEST(FormatBytes, PowersOfTen) {
    EXPECT_EQ(format_bytes(0), "0 B");
    EXPECT_EQ(format_bytes(999), "999 B");
    EXPECT_EQ(format_bytes(1000), "1.00 kB");
    EXPECT_EQ(format_bytes(2.5e9), "2.50 GB");
}

} // namespace
} // namespace tangram::apps
