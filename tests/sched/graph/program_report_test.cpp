/// ProgramReport: bytes by cause and bounds, in scenes by hand.

#include "sched/graph/program_report.hpp"

#include "tests/sched/graph/random_program.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tangram::sched::graph {
namespace {

/// Whatever was sent anywhere is still there, but for what the test takes away.
class Everywhere : public DataPlaces {
  public:
    void evict(DataId data, Node node) { evicted_.insert({data, node}); }
    [[nodiscard]] State state(DataId data, Node node) const override {
        return evicted_.contains({data, node}) ? State::absent : State::there;
    }
    [[nodiscard]] double bytes(DataId /*data*/) const override { return 8; }

  private:
    std::set<std::pair<DataId, Node>> evicted_;
};

class ReportScene : public testing::Test {
  protected:
    void execute(const std::vector<Use>& uses, Node node) {
        report_.submitted(0, uses, seconds_, {});
        report_.executed(0, node);
    }

    const Seconds seconds_{4, 1};
    Everywhere places_;
    ProgramReport report_{machine_of(2, 2, 1), places_};
};

TEST_F(ReportScene, FirstReadsMoveAndLaterOnesDoNot) {
    execute({reads(0), writes(1)}, 1);
    execute({reads(0), updates(1)}, 1);
    EXPECT_EQ(report_.bytes().first, 8) << "what is only written does not move";
    EXPECT_EQ(report_.bytes().all(), 8);
    execute({reads(0)}, home);
    EXPECT_EQ(report_.bytes().all(), 8) << "home has had it from the beginning";
}

TEST_F(ReportScene, WhatAnotherNodeHasWrittenMovesForThatReason) {
    execute({updates(0)}, 1);
    execute({updates(0)}, 2);
    EXPECT_EQ(report_.bytes().first, 16);
    EXPECT_EQ(report_.bytes().between_devices, 8) << "the second came from the first device";
    execute({reads(0)}, 1);
    EXPECT_EQ(report_.bytes().written, 8);
    execute({reads(0)}, home);
    EXPECT_EQ(report_.bytes().written, 16);
    EXPECT_EQ(report_.bytes().between_devices, 16) << "home's copy came from a device, but not for a device";
}

TEST_F(ReportScene, WhatAMemoryLostMovesAgain) {
    execute({reads(0)}, 1);
    places_.evict(0, 1);
    execute({reads(0)}, 1);
    EXPECT_EQ(report_.bytes().first, 8);
    EXPECT_EQ(report_.bytes().again, 8);
    EXPECT_EQ(report_.bytes().written, 0);
}

TEST_F(ReportScene, BoundIsTheLongestChainOrTheArea) {
    for (int step = 0; step < 10; ++step) {
        execute({updates(0)}, 1);
    }
    EXPECT_DOUBLE_EQ(report_.seconds_bound().value(), 10) << "each a second on the fastest worker, one after the other";
    for (DataId data = 1; data <= 90; ++data) {
        execute({updates(data)}, 1);
    }
    EXPECT_NEAR(report_.seconds_bound().value(), 100 / 2.5, 0.1) << "two accelerators and two CPU workers at a quarter";
}

TEST_F(ReportScene, ThereIsNoBoundWhereATimeIsGuessed) {
    report_.submitted(0, std::vector{updates(0)}, seconds_, {.seconds = false});
    EXPECT_EQ(report_.seconds_bound(), std::nullopt);
}

TEST_F(ReportScene, TasksInAnyOrderAreNoChain) {
    for (TaskId task = 0; task < 10; ++task) {
        report_.submitted(task, std::vector{updates(0)}, seconds_, {.order = false});
    }
    EXPECT_NEAR(report_.seconds_bound().value(), 10 / 2.5, 0.01);
}

/// C += A B of 2 x 2 tiles, depth 1, 8 bytes each, on accelerators of speeds 3 and 1: with |A| = |B| = 16 the bound is
/// 2 x 16 (sqrt(3/4) + sqrt(1/4)), and 32 bytes of C.
TEST(ProgramReport, BytesBoundIsThatOfSpeedsInUpdates) {
    Everywhere places;
    ProgramReport report({.workers = {{home, 0}, {1, 1}, {2, 2}}, .links = {{}, {}, {}}}, places);
    EXPECT_EQ(report.bytes_bound(), std::nullopt) << "no tasks";
    const Seconds product{30, 1, 3};
    const Seconds other{1, 0.1, 0.1};
    TaskId task = 0;
    for (DataId i = 0; i < 2; ++i) {
        for (DataId j = 0; j < 2; ++j) {
            report.submitted(task++, std::vector{reads(i), reads(2 + j), updates(4 + 2 * i + j)}, product, {});
        }
    }
    report.submitted(task, std::vector{reads(0)}, other, {});
    ASSERT_TRUE(report.bytes_bound().has_value());
    EXPECT_NEAR(*report.bytes_bound(), 32 * (std::sqrt(0.75) + 0.5) + 32, 1e-9);
}

TEST_F(ReportScene, DatumThatIsReadTwiceCountsOnce) {
    execute({reads(0), reads(0)}, 1);
    EXPECT_EQ(report_.bytes().first, 8);
}

} // namespace
} // namespace tangram::sched::graph
