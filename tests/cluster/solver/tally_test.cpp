#include "cluster/solver/tally.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tangram::solver {

using ::testing::ElementsAre;

TEST(Tally, PeakIsTheMostMemoryAtATime) {
    Tally tally;
    for (const std::int64_t change : {5, 7, -9, 8, -11}) {
        tally.count({{change, 100}, false});
    }
    EXPECT_EQ(tally.memory, 0);
    EXPECT_EQ(tally.peak_memory, 12);
}

TEST(Tally, CountsWhatIsSentByKindAndWhatIsBegun) {
    const fronts::AssemblyTree tree;
    Actions actions;
    actions.state_messages = {{1, exchange::Update{{3, 4}}}, {2, exchange::Update{{3, 4}}}, {1, exchange::End{}}};
    actions.messages = {{1, Finished{0, {0, 4}}}};
    actions.computation = Computation{{}, 70};
    actions.decision = Decision{};
    Tally tally;
    tally.count(actions, tree);
    tally.count(Actions{}, tree);
    EXPECT_THAT(tally.messages, ElementsAre(2, 0, 0, 0, 0, 1));
    EXPECT_EQ(tally.bytes, 2U * 16);
    EXPECT_EQ(tally.application_messages, 1U);
    EXPECT_EQ(tally.application_bytes, payload_bytes(Finished{0, {0, 4}}, tree));
    EXPECT_EQ(tally.flops, 70);
    EXPECT_EQ(tally.decisions, 1U);
}

TEST(Tally, FrozenTimeIsThatBetweenStopsAndStarts) {
    Tally tally;
    tally.stands_still(false, 1);
    tally.stands_still(true, 2);
    tally.stands_still(true, 3); // still
    tally.stands_still(false, 5);
    tally.stands_still(true, 6);
    tally.stands_still(false, 6.5);
    EXPECT_DOUBLE_EQ(tally.seconds_frozen, 3.5);
}

} // namespace tangram::solver
