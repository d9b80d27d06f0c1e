/// Bricks: shares, lines with few owners.

#include "sched/graph/brick.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <set>
#include <string>
#include <vector>

namespace tangram::sched::graph {
namespace {

using Speeds = std::vector<double>;

std::string name(const Speeds& speeds, bool symmetric) {
    std::string text = symmetric ? "symmetric" : "not symmetric";
    for (const double speed : speeds) {
        text.append(" ").append(std::to_string(speed));
    }
    return text;
}

std::vector<double> places(const Brick& brick, std::size_t owners) {
    std::vector<double> places(owners);
    for (std::uint32_t row = 0; row < brick.side(); ++row) {
        for (std::uint32_t column = 0; column < brick.side(); ++column) {
            ++places.at(brick.owner(row, column));
        }
    }
    return places;
}

TEST(Brick, OwnersHavePlacesInProportionToTheirSpeeds) {
    const std::vector<Speeds> all{{1, 1}, {1, 1, 1},    {1, 1, 1, 1}, Speeds(8, 3.5),
                                  {3, 1}, {4, 2, 1, 1}, {5, 3, 2},    {10, 9, 1e-3}};
    for (const Speeds& speeds : all) {
        for (const bool symmetric : {false, true}) {
            SCOPED_TRACE(name(speeds, symmetric));
            const Brick brick(speeds, {.symmetric = symmetric});
            const auto size = static_cast<double>(brick.side() * brick.side());
            const std::vector<double> of_owner = places(brick, speeds.size());
            const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
            for (std::size_t owner = 0; owner < speeds.size(); ++owner) {
                EXPECT_NEAR(of_owner[owner], speeds[owner] / sum * size, 1) << "owner " << owner;
            }
        }
    }
}

/// The work of equals must not wait for one of them.
TEST(Brick, EachOfSomeEqualsHasAPlace) {
    for (std::size_t owners = 2; owners <= 8; ++owners) {
        for (const bool symmetric : {false, true}) {
            const Speeds speeds(owners, 1.0);
            SCOPED_TRACE(name(speeds, symmetric));
            for (const double of_owner : places(Brick(speeds, {.symmetric = symmetric}), owners)) {
                EXPECT_GE(of_owner, 1);
            }
        }
    }
}

/// The best that four can do: each tile of A, and of B, goes to two of them.
TEST(Brick, FourEqualsMeetByTwosInRowsAndColumns) {
    const Brick brick({1, 1, 1, 1}, {});
    for (std::uint32_t line = 0; line < brick.side(); ++line) {
        std::set<std::size_t> in_row;
        std::set<std::size_t> in_column;
        for (std::uint32_t other = 0; other < brick.side(); ++other) {
            in_row.insert(brick.owner(line, other));
            in_column.insert(brick.owner(other, line));
        }
        EXPECT_EQ(in_row.size(), 2) << "row " << line;
        EXPECT_EQ(in_column.size(), 2) << "column " << line;
    }
}

/// 16 lines are no multiple of a side of six, with which the fullest owner would have an eighth too much.
TEST(Brick, OfWhatDoesNotShrinkTheLastBricksCount) {
    const Brick brick({1, 1, 1, 1}, {.symmetric = false, .shrinks = false});
    std::vector<int> tiles(4);
    for (std::uint32_t row = 0; row < 16; ++row) {
        for (std::uint32_t column = 0; column < 16; ++column) {
            ++tiles.at(brick.owner(row, column));
        }
    }
    EXPECT_EQ(tiles, std::vector<int>(4, 64));
}

TEST(Brick, AllIsASingleOwners) {
    const Brick brick({7}, {});
    EXPECT_EQ(brick.side(), 1);
    EXPECT_EQ(brick.owner(0, 0), 0);
    EXPECT_EQ(brick.owner(123, 4567), 0);
}

/// The matrix is as great as it likes: after the last line of the brick comes its first.
TEST(Brick, RepeatsInBothDirections) {
    const Brick brick({2, 1, 1}, {.symmetric = true});
    const auto side = static_cast<std::uint32_t>(brick.side());
    for (std::uint32_t row = 0; row < side; ++row) {
        for (std::uint32_t column = 0; column < side; ++column) {
            EXPECT_EQ(brick.owner(row + 5 * side, column), brick.owner(row, column));
            EXPECT_EQ(brick.owner(row, column + 1000 * side), brick.owner(row, column));
        }
    }
}

/// A run must be repeatable, and the search for a brick rolls dice.
TEST(Brick, IsTheSameEachTime) {
    const Speeds speeds{3, 2, 2, 1};
    for (const bool symmetric : {false, true}) {
        const Brick one(speeds, {.symmetric = symmetric});
        const Brick other(speeds, {.symmetric = symmetric});
        ASSERT_EQ(one.side(), other.side());
        for (std::uint32_t row = 0; row < one.side(); ++row) {
            for (std::uint32_t column = 0; column < one.side(); ++column) {
                EXPECT_EQ(one.owner(row, column), other.owner(row, column));
            }
        }
    }
}

} // namespace
} // namespace tangram::sched::graph
