#include "sched/policies/node_progress.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tangram::sched {
namespace {

/// Four and two products per second; workers hold what they do in a second.
const std::vector<NodeSpeed> speeds{{.lead_seconds = 1, .products_per_second = 4},
                                    {.lead_seconds = 1, .products_per_second = 2}};

void hand_out(NodeProgress& progress, Node node, std::size_t products) {
    for (std::size_t product = 0; product < products; ++product) {
        progress.hand_out(node);
    }
}

TEST(NodeProgress, IsThatOfTheWorkersWhileTheyMayOnlyHoldTasks) {
    NodeProgress progress(speeds);
    hand_out(progress, 0, 4);
    EXPECT_EQ(progress.products_per_second(0), 4);
    EXPECT_EQ(progress.products_per_second(1), 2);
}

TEST(NodeProgress, ANodeThatLagsMayCatchUpByAQuarter) {
    NodeProgress progress(speeds);
    hand_out(progress, 0, 12); // two seconds at least
    EXPECT_EQ(progress.products_per_second(1), 0);
    hand_out(progress, 1, 2);
    EXPECT_EQ(progress.products_per_second(1), 1.25);
}

TEST(NodeProgress, IsNeverFasterThanTheWorkers) {
    NodeProgress progress(speeds);
    hand_out(progress, 0, 12);
    hand_out(progress, 1, 6);
    EXPECT_EQ(progress.products_per_second(0), 4);
    EXPECT_EQ(progress.products_per_second(1), 2);
}

TEST(NodeProgress, ANodeThatIsAheadTellsTheTime) {
    NodeProgress progress(speeds);
    hand_out(progress, 1, 12); // five seconds at least
    hand_out(progress, 0, 4);
    EXPECT_EQ(progress.products_per_second(0), 1);
}

TEST(NodeProgress, OfUnknownSpeedsIsNotKept) {
    NodeProgress progress({});
    EXPECT_NO_THROW(progress.hand_out(3));
}

} // namespace
} // namespace tangram::sched
