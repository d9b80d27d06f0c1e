#include "apps/gemm/product/drift.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tangram::apps {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// RAM with workers 0 and 2, a device with worker 1, one with worker 3.
std::vector<MemoryNode> nodes() {
    return {{0, DeviceKind::cpu, true, false, "CPU", {0, 2}},
            {1, DeviceKind::cuda, false, false, "CUDA 0", {1}},
            {2, DeviceKind::cuda, false, false, "CUDA 1", {3}}};
}

const std::vector<double> models{0.1, 0.01, 0.1, 0.02}; // seconds of a full tile, by worker

TaskRun full_tile(unsigned worker, double seconds) {
    return {.is_full = true, .worker = worker, .start = 1, .end = 1 + seconds};
}

/// median, mean: measured times by the expected.
NodeReport drifted(double median, std::size_t tiles, double mean = 1) {
    return {nodes()[0],
            1,
            tiles,
            std::nullopt,
            std::nullopt,
            0,
            Drift{.ratio = median, .mean = mean, .expected_seconds = 0.1, .tiles = tiles}};
}

TEST(Drift, IsTheMedianOfANodesWorkers) {
    const Timeline timeline{full_tile(0, 0.11), full_tile(2, 0.13), full_tile(0, 0.15), full_tile(1, 0.005)};
    const std::vector<std::optional<Drift>> drift = drifts(timeline, nodes(), models);
    ASSERT_EQ(drift.size(), 3U);
    ASSERT_TRUE(drift[0] && drift[1]);
    EXPECT_NEAR(drift[0]->ratio, 1.3, 1e-9);
    EXPECT_DOUBLE_EQ(drift[0]->expected_seconds, 0.1);
    EXPECT_EQ(drift[0]->tiles, 3U);
    EXPECT_NEAR(drift[1]->ratio, 0.5, 1e-9);
    EXPECT_FALSE(drift[2]) << "it computed nothing";
}

TEST(Drift, WarmUpAndInterruptionsDoNotCount) {
    const Timeline timeline{full_tile(1, 5), full_tile(1, 0.01), full_tile(1, 0.01), full_tile(1, 0.01),
                            full_tile(1, 1)};
    EXPECT_NEAR(drifts(timeline, nodes(), models)[1]->ratio, 1, 1e-9);
}

/// Workers 0 and 2 of RAM warm up by 1 and 2 seconds; of the others one is interrupted.
TEST(Drift, TheMeanKnowsInterruptionsButNotWarmUp) {
    const Timeline timeline{full_tile(0, 1.1), full_tile(2, 2.1), full_tile(0, 0.1), full_tile(0, 0.1),
                            full_tile(2, 0.1), full_tile(2, 0.1), full_tile(2, 2.1)};
    const std::optional<Drift> drift = drifts(timeline, nodes(), models)[0];
    ASSERT_TRUE(drift);
    EXPECT_NEAR(drift->mean, 5, 1e-9);
    EXPECT_NEAR(drift->middle, 1, 1e-9);
    EXPECT_NEAR(drifts({full_tile(0, 0.3), full_tile(2, 0.5)}, nodes(), models)[0]->mean, 4, 1e-9) << "all there is";
}

TEST(Drift, OnlyFullTilesCount) {
    TaskRun edge = full_tile(1, 0.001);
    edge.is_full = false;
    TaskRun addition = edge;
    addition.work = sched::Work::add;
    EXPECT_FALSE(drifts({edge, addition}, nodes(), models)[1]);
    EXPECT_EQ(drifts({edge, full_tile(1, 0.01), addition}, nodes(), models)[1]->tiles, 1U);
}

TEST(DriftWarnings, BeyondTwentyPercentEitherWay) {
    EXPECT_THAT(drift_warnings({drifted(1.19, 10), drifted(0.81, 10), drifted(1, 10)}), IsEmpty());
    EXPECT_THAT(drift_warnings({drifted(1.35, 10), drifted(1, 10), drifted(0.7, 10)}),
                ElementsAre(AllOf(HasSubstr("warning: CPU was 35% slower than its model"),
                                  HasSubstr("135 ms per tile instead of 100")),
                            AllOf(HasSubstr("30% faster"), HasSubstr("70 ms per tile"))));
}

/// The median is as it should be, or is that of few tiles.
TEST(DriftWarnings, BeyondAFactorOfTwoInTheMean) {
    EXPECT_THAT(drift_warnings({drifted(1, 30, 1.9), drifted(1, 30, 0.6)}), IsEmpty());
    EXPECT_THAT(drift_warnings({drifted(1.05, 30, 8), drifted(7.5, 4, 8), drifted(1, 4, 0.4)}),
                ElementsAre(AllOf(HasSubstr("CPU was 700% slower than its model (mean of 30 tiles: 800 ms per tile "
                                            "instead of 100)"),
                                  HasSubstr("the median was 1.05 times the expected one")),
                            HasSubstr("mean of 4 tiles: 800 ms"), HasSubstr("60% faster")));
    EXPECT_THAT(drift_warnings({drifted(1.5, 30, 8)}), ElementsAre(HasSubstr("(median of 30 tiles: 150 ms")))
        << "one line is enough";
}

TEST(DriftWarnings, OfSharesWhereNodesShare) {
    NodeReport planned = drifted(2, 10);
    planned.planned = 10;
    EXPECT_THAT(drift_warnings({planned, drifted(1, 10)}), ElementsAre(HasSubstr("wrong share of the work")));
    EXPECT_THAT(drift_warnings({planned}), ElementsAre(testing::Not(HasSubstr("share"))));
    NodeReport interrupted = drifted(1, 10, 8);
    interrupted.planned = 10;
    EXPECT_THAT(drift_warnings({interrupted, drifted(1, 10)}), ElementsAre(testing::Not(HasSubstr("share"))))
        << "what interrupted it may go by";
}

/// Corrected times are no model's, but the model stays wrong.
TEST(DriftWarnings, OfModelsThatEarlierProductsCorrected) {
    NodeReport corrected = drifted(1.35, 10);
    corrected.correction = 3;
    const auto of_model =
        AllOf(HasSubstr("a tile on CPU takes 3 times as long as its model says"), HasSubstr("STARPU_CALIBRATE=2"));
    EXPECT_THAT(drift_warnings({corrected}), ElementsAre(HasSubstr("CPU was 35% slower than expected ("), of_model));
    corrected.drift->ratio = 1;
    EXPECT_THAT(drift_warnings({corrected}), ElementsAre(of_model));
    corrected.drift.reset();
    EXPECT_THAT(drift_warnings({corrected}), ElementsAre(of_model)) << "it may get no more tiles";
    corrected.correction = 1.15;
    EXPECT_THAT(drift_warnings({corrected}), IsEmpty());
}

TEST(DriftWarnings, FewTilesSayNothing) {
    EXPECT_THAT(drift_warnings({drifted(9, 9)}), IsEmpty());
    EXPECT_THAT(drift_warnings({drifted(9, 2, 9)}), IsEmpty()) << "nor does their mean";
    NodeReport idle = drifted(9, 10);
    idle.drift.reset();
    EXPECT_THAT(drift_warnings({idle}), IsEmpty());
}

} // namespace
} // namespace tangram::apps
