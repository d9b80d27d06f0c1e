#include "apps/gemm/runtime/measured_speeds.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tangram::apps {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;

constexpr Precision precision = Precision::double_precision;
constexpr TileShape shape{64, 64, 64};

/// RAM with workers 0 and 2, a device with worker 1, by models of 2 seconds and 1.
class MeasuredSpeedsOfNodes : public testing::Test {
  protected:
    [[nodiscard]] Speeds speeds(Precision of = precision, const TileShape& tiles = shape) const {
        const std::vector<sched::MemoryNode> nodes{{0, sched::DeviceKind::cpu, true, false, "CPU", {0, 2}},
                                                   {1, sched::DeviceKind::cuda, false, false, "CUDA 0", {1}}};
        return measured_.corrected(of, tiles, nodes, {.flops_per_second = {100, 300}, .task_seconds = {2, 1, 2}});
    }
    void add(std::optional<MeasuredTiles> ram, std::optional<MeasuredTiles> device) {
        measured_.add(precision, shape, {ram, device});
    }

    MeasuredSpeeds measured_;
};

TEST_F(MeasuredSpeedsOfNodes, AreTheModelsAtFirst) {
    EXPECT_THAT(speeds().flops_per_second, ElementsAre(100, 300));
    EXPECT_THAT(speeds().task_seconds, ElementsAre(2, 1, 2));
    EXPECT_FALSE(speeds().corrected());
}

/// RAM's 30 tiles took 5 times as long: with ten of the model's in the mean 4 times.
TEST_F(MeasuredSpeedsOfNodes, AreThoseOfTheModelAndTheTilesTogether) {
    add(MeasuredTiles{5, 30}, std::nullopt);
    EXPECT_THAT(speeds().flops_per_second, ElementsAre(DoubleEq(25), DoubleEq(300)));
    EXPECT_THAT(speeds().task_seconds, ElementsAre(DoubleEq(8), DoubleEq(1), DoubleEq(8)));
    EXPECT_THAT(speeds().corrections, ElementsAre(DoubleEq(4), DoubleEq(1)));
    EXPECT_TRUE(speeds().corrected());
}

TEST_F(MeasuredSpeedsOfNodes, AreThoseOfEachShapeAndPrecision) {
    add(MeasuredTiles{5, 30}, MeasuredTiles{5, 30});
    EXPECT_FALSE(speeds(Precision::single_precision).corrected());
    EXPECT_FALSE(speeds(precision, {64, 64, 32}).corrected());
}

TEST_F(MeasuredSpeedsOfNodes, StayAsTheyAreWithinATenth) {
    add(MeasuredTiles{1.09, 1000}, MeasuredTiles{0.91, 1000});
    EXPECT_FALSE(speeds().corrected());
    add(MeasuredTiles{2, 1}, std::nullopt); // 1 of 101 tiles
    EXPECT_FALSE(speeds().corrected()) << "one tile says little";
    add(MeasuredTiles{1.09, 1000}, MeasuredTiles{0.5, 1000});
    EXPECT_TRUE(speeds().corrected());
    EXPECT_THAT(speeds().flops_per_second[0], DoubleNear(100 / 1.09, 1)) << "then all are corrected";
}

/// The models are off by a factor of 8. Each ratio is to what the product was planned with.
TEST_F(MeasuredSpeedsOfNodes, ComeNearWhatIsMeasured) {
    double planned = 2;
    for (int product = 0; product < 3; ++product) {
        add(MeasuredTiles{16 / planned, 200}, std::nullopt);
        planned = speeds().task_seconds[0];
    }
    EXPECT_THAT(planned, DoubleNear(16, 1.6));
    for (int product = 0; product < 5; ++product) { // the machine is idle again
        add(MeasuredTiles{2 / planned, 200}, std::nullopt);
        planned = speeds().task_seconds[0];
    }
    EXPECT_THAT(planned, DoubleNear(2, 0.2));
}

} // namespace
} // namespace tangram::apps
