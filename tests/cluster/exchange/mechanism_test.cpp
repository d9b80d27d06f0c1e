#include "cluster/exchange/mechanism.hpp"

#include "base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tangram::exchange {

namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;

const Setting setting{{{10, 1}, {20, 2}, {30, 3}}, {5, 50}, {false, false, true}};

} // namespace

TEST(Mechanism, HasTheNamesOfAll) {
    EXPECT_THAT(mechanism_names(), ElementsAre("naive", "increments", "snapshot"));
}

TEST(Mechanism, UnknownNamesGetAGuess) {
    EXPECT_THAT([] { Mechanism("snapshots", 0, setting); },
                ThrowsMessage<InvalidInput>(AllOf(HasSubstr("'snapshots'"), HasSubstr("did you mean snapshot?"),
                                                  HasSubstr("naive, increments, snapshot"))));
}

TEST(Mechanism, IsNaive) {
    Mechanism process("naive", 0, setting);
    EXPECT_THAT(process.vary({6, 0}, false), ElementsAre(Envelope{1, Update{{16, 1}}}));
    EXPECT_THAT(process.request(), IsEmpty());
    EXPECT_TRUE(process.ready());
    EXPECT_THAT(process.select({}), IsEmpty());
    EXPECT_THAT(process.no_more_master(), SizeIs(2));
}

TEST(Mechanism, IsIncrements) {
    Mechanism process("increments", 0, setting);
    EXPECT_THAT(process.vary({6, 0}, false), ElementsAre(Envelope{1, Update{{6, 0}}}));
    EXPECT_THAT(process.receive(1, Update{{1, 1}}), IsEmpty());
    EXPECT_EQ(process.view()[1], (Load{21, 3}));
    EXPECT_FALSE(process.frozen());
}

TEST(Mechanism, IsSnapshot) {
    Mechanism process("snapshot", 2, setting);
    const Mechanism before = process;
    EXPECT_THAT(process.receive(1, Start{1, 0}), ElementsAre(Envelope{1, State{1, {30, 3}}}));
    EXPECT_TRUE(process.frozen());
    EXPECT_NE(process, before);
}

} // namespace tangram::exchange
