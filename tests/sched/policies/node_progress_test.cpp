#include "sched/policies/node_progress.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tangram::sched {
namespace {

/// Four and two products per second; workers hold what they do in a second.
const std::vector<NodeSpeed> speeds{{.lead_seconds = 1, .products_per_second = 4},
                                    {.lead_seconds = 1, .products_per_second = 2}};

TEST(NodeProgress, IsThatOfTheWorkersWhileTheyMayOnlyHoldTasks) {
    NodeProgress progress(speeds);
    progress.hand_out(0, 4);
    EXPECT_EQ(progress.products_per_second(0), 4);
    EXPECT_EQ(progress.products_per_second(1), 2);
}

TEST(NodeProgress, ANodeThatLagsMayCatchUpByAQuarter) {
    NodeProgress progress(speeds);
    progress.hand_out(0, 12); // two seconds at least
    EXPECT_EQ(progress.products_per_second(1), 0.625) << "one in two seconds, if it gets it now";
    progress.hand_out(1, 1);
    EXPECT_EQ(progress.products_per_second(1), 1.25);
}

TEST(NodeProgress, IsNeverFasterThanTheWorkers) {
    NodeProgress progress(speeds);
    progress.hand_out(0, 12);
    progress.hand_out(1, 6);
    EXPECT_EQ(progress.products_per_second(0), 4);
    EXPECT_EQ(progress.products_per_second(1), 2);
}

TEST(NodeProgress, ANodeThatIsAheadTellsTheTime) {
    NodeProgress progress(speeds);
    progress.hand_out(1, 12); // five seconds at least
    progress.hand_out(0, 3);
    EXPECT_EQ(progress.products_per_second(0), 1);
}

TEST(NodeProgress, CountsTheWorkOfThinTiles) {
    NodeProgress progress(speeds);
    progress.hand_out(0, 3.5);
    progress.hand_out(0, 0.25);
    EXPECT_EQ(progress.products_per_second(1), 2) << "no time need have passed";
}

TEST(NodeProgress, OfUnknownSpeedsIsNotKept) {
    NodeProgress progress({});
    EXPECT_NO_THROW(progress.hand_out(3, 1));
}

} // namespace
} // namespace tangram::sched
