/// What succeeds on all processes or fails on all, on threads in the place of processes.

#include "base/error.hpp"
#include "cluster/team/all_or_none.hpp"

#include "tests/cluster/team/threads.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace tangram::team {
namespace {

using testing::Each;
using testing::ElementsAre;

/// What three processes say that caught what all_or_none() threw, if it did.
std::vector<std::string> caught(const std::function<int(int me)>& run) {
    return said(3, [&](const Team& team) -> std::string {
        try {
            return std::to_string(all_or_none(team, [&] { return run(team.me()); }));
        } catch (const InvalidInput& error) {
            return std::string("invalid: ") + error.what();
        } catch (const Unavailable& error) {
            return std::string("unavailable: ") + error.what();
        } catch (const std::exception& error) {
            return std::string("failed: ") + error.what();
        }
    });
}

TEST(AllOrNone, GivesWhatSucceedsEverywhere) {
    EXPECT_THAT(caught([](int me) { return me + 1; }), ElementsAre("1", "2", "3"));
    EXPECT_THAT(said(2,
                     [](const Team& team) {
                         all_or_none(team, [] {});
                         return std::string("nothing");
                     }),
                Each("nothing"));
}

TEST(AllOrNone, ThrowsOnAllWhatOneThrows) {
    EXPECT_THAT(
        caught([](int me) { return me == 1 ? throw InvalidInput("no such tile") : me; }),
        ElementsAre("invalid: process 1: no such tile", "invalid: no such tile", "invalid: process 1: no such tile"));
    EXPECT_THAT(
        caught([](int me) { return me == 0 ? throw Unavailable("no room") : me; }),
        ElementsAre("unavailable: no room", "unavailable: process 0: no room", "unavailable: process 0: no room"));
    EXPECT_THAT(caught([](int me) { return me == 2 ? throw std::logic_error("odd") : me; }),
                ElementsAre("failed: process 2: odd", "failed: process 2: odd", "failed: odd"));
}

TEST(AllOrNone, EachSaysWhatFailsOnIt) {
    EXPECT_THAT(caught([](int me) -> int { throw InvalidInput(std::to_string(me)); }),
                ElementsAre("invalid: 0", "invalid: 1", "invalid: 2"));
}

TEST(AllOrNone, LongMessagesAreCutOff) {
    const std::vector<std::string> said =
        caught([](int me) { return me == 1 ? throw InvalidInput(std::string(2000, 'x')) : me; });
    EXPECT_EQ(said.at(0), "invalid: process 1: " + std::string(511, 'x'));
    EXPECT_EQ(said.at(1), "invalid: " + std::string(2000, 'x'));
}

/// All go on together.
TEST(AllOrNone, MayBeCalledAgain) {
    EXPECT_THAT(said(3,
                     [](const Team& team) {
                         std::string text;
                         for (int turn = 0; turn < 3; ++turn) {
                             try {
                                 all_or_none(team, [&] {
                                     if (team.me() == turn) {
                                         throw RunFailure("");
                                     }
                                 });
                             } catch (const RunFailure&) {
                                 text += std::to_string(turn);
                             }
                         }
                         return text;
                     }),
                Each("012"));
}

} // namespace
} // namespace tangram::team
