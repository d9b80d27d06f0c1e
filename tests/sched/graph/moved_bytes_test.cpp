/// MovedBytes: bytes by cause, in scenes by hand.

#include "sched/graph/moved_bytes.hpp"

#include "tests/sched/graph/everywhere.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tangram::sched::graph {
namespace {

class MovedBytesScene : public testing::Test {
  protected:
    void execute(const std::vector<Use>& uses, Node node) { moved_.executed(uses, node); }

    Everywhere places_;
    MovedBytes moved_{3, places_};
};

TEST_F(MovedBytesScene, FirstReadsMoveAndLaterOnesDoNot) {
    execute({reads(0), writes(1)}, 1);
    execute({reads(0), updates(1)}, 1);
    EXPECT_EQ(moved_.by_cause().first, 8) << "what is only written does not move";
    EXPECT_EQ(moved_.by_cause().all(), 8);
    execute({reads(0)}, home);
    EXPECT_EQ(moved_.by_cause().all(), 8) << "home has had it from the beginning";
}

TEST_F(MovedBytesScene, WhatAnotherNodeHasWrittenMovesForThatReason) {
    execute({updates(0)}, 1);
    execute({updates(0)}, 2);
    EXPECT_EQ(moved_.by_cause().first, 16);
    EXPECT_EQ(moved_.by_cause().between_devices, 8) << "the second came from the first device";
    execute({reads(0)}, 1);
    EXPECT_EQ(moved_.by_cause().written, 8);
    execute({reads(0)}, home);
    EXPECT_EQ(moved_.by_cause().written, 16);
    EXPECT_EQ(moved_.by_cause().between_devices, 16) << "home's copy came from a device, but not for a device";
}

TEST_F(MovedBytesScene, WhatAMemoryLostMovesAgain) {
    execute({reads(0)}, 1);
    places_.evict(0, 1);
    execute({reads(0)}, 1);
    EXPECT_EQ(moved_.by_cause().first, 8);
    EXPECT_EQ(moved_.by_cause().again, 8);
    EXPECT_EQ(moved_.by_cause().written, 0);
}

TEST_F(MovedBytesScene, DatumThatIsReadTwiceCountsOnce) {
    execute({reads(0), reads(0)}, 1);
    EXPECT_EQ(moved_.by_cause().first, 8);
}

} // namespace
} // namespace tangram::sched::graph
