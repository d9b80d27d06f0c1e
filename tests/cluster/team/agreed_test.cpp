/// What processes find out together, on threads in the place of processes.

#include "base/error.hpp"
#include "cluster/team/agreed.hpp"

#include "tests/cluster/team/threads.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

namespace tangram::team {
namespace {

using testing::ElementsAre;

TEST(Team, GathersInTheOrderOfProcesses) {
    EXPECT_THAT(said(3,
                     [](const Team& team) {
                         std::string text;
                         for (const int value : gathered(team, 10 * team.me())) {
                             text += std::to_string(value) + " ";
                         }
                         return text;
                     }),
                testing::Each("0 10 20 "));
}

TEST(Team, GathersListsOfAnyLength) {
    const auto all = [](const std::vector<std::vector<int>>& lists) {
        return said(static_cast<int>(lists.size()), [&](const Team& team) {
            std::string text;
            for (const std::vector<int>& list : gathered(team, lists[static_cast<std::size_t>(team.me())])) {
                for (const int value : list) {
                    text += std::to_string(value) + " ";
                }
                text += "| ";
            }
            return text;
        });
    };
    EXPECT_THAT(all({{1, 2}, {}, {3}}), testing::Each("1 2 | | 3 | "));
    EXPECT_THAT(all({{}, {}}), testing::Each("| | "));
}

TEST(Team, TellsTheFirstOnesTextToAll) {
    const std::vector<std::string> texts{"first", "", "longer than that"};
    EXPECT_THAT(said(3, [&](const Team& team) { return of_first(team, texts[static_cast<std::size_t>(team.me())]); }),
                testing::Each("first"));
    EXPECT_THAT(said(2, [](const Team& team) { return of_first(team, std::string(team.me() == 0 ? "" : "x")); }),
                testing::Each(""));
}

TEST(Team, AgreesOnWhatSucceedsEverywhere) {
    EXPECT_THAT(said(3, [](const Team& team) { return std::to_string(agreed(team, [&] { return team.me() + 1; })); }),
                ElementsAre("1", "2", "3"));
    EXPECT_EQ(said(1, [](const Team& team) { return std::to_string(agreed(team, [] { return 7; })); }).front(), "7");
}

/// One of those that fail says so. The others have waited until it was ended.
TEST(Team, FirstThatFailsThrows) {
    EXPECT_THAT(said(4,
                     [](const Team& team) {
                         agreed(team, [&] {
                             if (team.me() % 2 == 1) {
                                 throw RunFailure(std::to_string(team.me()));
                             }
                         });
                         return std::string("waited");
                     }),
                ElementsAre("waited", "threw process 1: 1", "waited", "waited"));
}

/// What all find, one tells, as it is.
TEST(Team, FailureOfAllIsToldByTheFirst) {
    EXPECT_THAT(said(3,
                     [](const Team& team) {
                         agreed(team, [] { throw InvalidInput("no file"); });
                         return std::string("waited");
                     }),
                ElementsAre("threw no file", "waited", "waited"));
}

TEST(Team, FailuresStayOfTheirKind) {
    const auto told = [](const auto& failure) {
        std::rethrow_exception(told_with_process(2, std::make_exception_ptr(failure)));
    };
    EXPECT_THROW(told(InvalidInput("a")), InvalidInput);
    EXPECT_THROW(told(Unavailable("a")), Unavailable);
    EXPECT_THROW(told(RunFailure("a")), RunFailure);
    EXPECT_THROW(told(std::bad_alloc()), Unavailable);
    EXPECT_THROW(told(std::length_error("a")), std::length_error);
}

TEST(Team, FirstThatDiffersThrows) {
    const auto with = [](const std::vector<std::uint64_t>& values) {
        return said(static_cast<int>(values.size()), [&](const Team& team) {
            require_as_on_first(team, values[static_cast<std::size_t>(team.me())], "differs");
            return std::string("same");
        });
    };
    EXPECT_THAT(with({5, 5, 5}), ElementsAre("same", "same", "same"));
    EXPECT_THAT(with({5, 5, 6}), ElementsAre("same", "same", "threw process 2: differs"));
    EXPECT_THAT(with({4, 5, 5}), ElementsAre("same", "threw process 1: differs", "same"));
}

} // namespace
} // namespace tangram::team
