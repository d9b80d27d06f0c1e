/// Concentration: when one accelerator executes all, in scenes by hand. A datum takes 8 seconds to an accelerator.

#include "sched/graph/concentration.hpp"

#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace tangram::sched::graph {
namespace {

constexpr Node first = 1;
constexpr Node second = 2;

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

class ConcentrationScene : public testing::Test {
  protected:
    void execute(const std::vector<Use>& uses, Node node, double seconds = 1) {
        concentration_.executed(uses, node, seconds);
    }
    /// Two accelerators write a datum in turns, beside `others` data that the first one has.
    void alternate(int times, DataId others, double seconds = 1) {
        for (DataId data = 1; data <= others; ++data) {
            execute({updates(data)}, first, seconds);
        }
        for (int turn = 0; turn < times; ++turn) {
            execute({updates(0)}, turn % 2 == 0 ? first : second, seconds);
        }
    }

    Everywhere places_;
    Concentration concentration_{
        {.workers = {{home, 0}, {first, 1}, {second, 1}}, .links = {{}, {.bandwidth = 1}, {.bandwidth = 1}}}, places_};
};

TEST_F(ConcentrationScene, AllTakePartWhileDataStayWhereTheyAre) {
    for (int step = 0; step < 100; ++step) {
        execute({updates(0), reads(2)}, first);
        execute({updates(1), reads(2)}, second);
    }
    EXPECT_EQ(concentration_.alone(), std::nullopt);
}

TEST_F(ConcentrationScene, AllTakePartWhileTasksTakeLongerThanTheirData) {
    alternate(100, 1, 9);
    EXPECT_EQ(concentration_.alone(), std::nullopt);
}

TEST_F(ConcentrationScene, WhatComesFromHomeIsNotLost) {
    for (DataId data = 0; data < 100; ++data) {
        execute({reads(data)}, data % 2 == 0 ? first : second);
    }
    EXPECT_EQ(concentration_.alone(), std::nullopt);
}

/// Each turn but the first loses 7 seconds. The first accelerator has 10 data or 11 of 11.
TEST_F(ConcentrationScene, TheOneThatHasMostDataGoesOnAlone) {
    alternate(2, 10);
    EXPECT_EQ(concentration_.alone(), first) << "7 seconds are lost, and moving one datum takes 8";
}

/// The other accelerator has 20 of 42 data, which take 160 seconds.
TEST_F(ConcentrationScene, LittleIsLostBesideMovingManyData) {
    for (DataId data = 100; data < 120; ++data) {
        execute({updates(data)}, second);
    }
    alternate(6, 21);
    EXPECT_EQ(concentration_.alone(), std::nullopt) << "35 seconds are lost";
    alternate(8, 0);
    EXPECT_EQ(concentration_.alone(), first);
}

TEST_F(ConcentrationScene, AllTakePartAgainWhenTasksGetLonger) {
    alternate(4, 1);
    ASSERT_NE(concentration_.alone(), std::nullopt);
    for (int task = 0; task < 200; ++task) {
        execute({updates(0)}, first, 1.5);
    }
    EXPECT_NE(concentration_.alone(), std::nullopt);
    for (int task = 0; task < 200; ++task) {
        execute({updates(0)}, first, 4);
    }
    EXPECT_EQ(concentration_.alone(), std::nullopt);
}

TEST_F(ConcentrationScene, AllTakePartAgainForGoodWhereMemoryDoesNotHoldTheData) {
    alternate(4, 1);
    ASSERT_TRUE(concentration_.alone().has_value());
    const Node alone = *concentration_.alone();
    execute({updates(0), updates(1)}, alone);
    places_.evict(0, alone);
    places_.evict(1, alone);
    for (int task = 0; task < 3; ++task) {
        execute({reads(0), reads(1)}, alone);
    }
    EXPECT_EQ(concentration_.alone(), std::nullopt);
    alternate(50, 1);
    EXPECT_EQ(concentration_.alone(), std::nullopt);
}

} // namespace
} // namespace tangram::sched::graph
