/// ProgramBounds: time and traffic, in scenes by hand.

#include "sched/graph/program_bounds.hpp"

#include "tests/sched/graph/random_program.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

namespace tangram::sched::graph {
namespace {

class EqualSizes : public DataPlaces {
  public:
    [[nodiscard]] State state(DataId /*data*/, Node /*node*/) const override { return State::there; }
    [[nodiscard]] double bytes(DataId /*data*/) const override { return 8; }
};

class ProgramBoundsScene : public testing::Test {
  protected:
    void submit(const std::vector<Use>& uses) { bounds_.submitted(uses, seconds_, {}); }

    const Seconds seconds_{4, 1};
    EqualSizes places_;
    ProgramBounds bounds_{machine_of(2, 2, 1), places_};
};

TEST_F(ProgramBoundsScene, BoundIsTheLongestChainOrTheArea) {
    for (int step = 0; step < 10; ++step) {
        submit({updates(0)});
    }
    EXPECT_DOUBLE_EQ(bounds_.seconds().value(), 10) << "each a second on the fastest worker, one after the other";
    for (DataId data = 1; data <= 90; ++data) {
        submit({updates(data)});
    }
    EXPECT_NEAR(bounds_.seconds().value(), 100 / 2.5, 0.1) << "two accelerators and two CPU workers at a quarter";
}

TEST_F(ProgramBoundsScene, ThereIsNoBoundWhereATimeIsGuessed) {
    bounds_.submitted(std::vector{updates(0)}, seconds_, {.seconds = false});
    EXPECT_EQ(bounds_.seconds(), std::nullopt);
}

TEST_F(ProgramBoundsScene, TasksInAnyOrderAreNoChain) {
    for (int task = 0; task < 10; ++task) {
        bounds_.submitted(std::vector{updates(0)}, seconds_, {.order = false});
    }
    EXPECT_NEAR(bounds_.seconds().value(), 10 / 2.5, 0.01);
}

/// C += A B of 2 x 2 tiles, depth 1, 8 bytes each, on accelerators of speeds 3 and 1: with |A| = |B| = 16 the bound is
/// 2 x 16 (sqrt(3/4) + sqrt(1/4)), and 32 bytes of C.
TEST(ProgramBounds, BytesBoundIsThatOfSpeedsInUpdates) {
    const EqualSizes places;
    ProgramBounds bounds({.workers = {{home, 0}, {1, 1}, {2, 2}}, .links = {{}, {}, {}}}, places);
    EXPECT_EQ(bounds.bytes(), std::nullopt) << "no tasks";
    const Seconds product{30, 1, 3};
    const Seconds other{1, 0.1, 0.1};
    for (DataId i = 0; i < 2; ++i) {
        for (DataId j = 0; j < 2; ++j) {
            bounds.submitted(std::vector{reads(i), reads(2 + j), updates(4 + 2 * i + j)}, product, {});
        }
    }
    bounds.submitted(std::vector{reads(0)}, other, {});
    ASSERT_TRUE(bounds.bytes().has_value());
    EXPECT_NEAR(*bounds.bytes(), 32 * (std::sqrt(0.75) + 0.5) + 32, 1e-9);
}

} // namespace
} // namespace tangram::sched::graph
