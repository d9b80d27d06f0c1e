#include "cluster/nodes/rebalancing.hpp"

#include "base/error.hpp"
#include "tests/cluster/nodes/zones_by_hand.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <optional>

namespace tangram::nodes {
namespace {

using partition::Allocation;
using test::zones;
using ::testing::ElementsAre;

/// 4 x 4 tiles of 10 x 10 bytes, four slices, by speeds 2:2 and then 3:1.
class TwoProcesses : public testing::Test {
  protected:
    NodeProblem problem_{.m = 40, .n = 40, .k = 40, .tile = 10, .element_bytes = 1, .speeds = {2, 2}};
    NodePlan now_{problem_, zones(4, 4, 2, {0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1})};
    NodePlan next_{problem_, zones(4, 4, 2, {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}), now_.owners()};
};

/// All rows of A stay at both. Column 2 of B and of C goes over: four tiles each, 100 bytes a tile.
TEST_F(TwoProcesses, OnlyTilesOfTheColumnThatChangesHandsMove) {
    EXPECT_THAT(migration(problem_, now_.owners(), next_.owners(), 0),
                ElementsAre(Transfers{400, 0}, Transfers{0, 400}));
    EXPECT_THAT(migration(problem_, now_.owners(), next_.owners(), 2),
                ElementsAre(Transfers{1200, 0}, Transfers{0, 1200}));
    EXPECT_THAT(migration(problem_, now_.owners(), now_.owners(), 2), ElementsAre(Transfers{}, Transfers{}));
}

TEST_F(TwoProcesses, TilesStayWhereTheyAreNeeded) {
    for (std::size_t line = 0; line < 4; ++line) {
        for (std::size_t k = 0; k < 4; ++k) {
            EXPECT_EQ(next_.owner_of_a(line, k), now_.owner_of_a(line, k));
            EXPECT_EQ(next_.owner_of_b(k, line), line < 3 ? 0 : 1);
        }
    }
}

/// Process 1 has become three times as slow: with the zones of before its 8 tiles of 2000 flops take 8 x 2000 / (2/3)
/// = 24000 s a slice, with 12 and 4 tiles both take 12000 s.
TEST_F(TwoProcesses, NewZonesMustPayForTheirMigration) {
    problem_.speeds = {2, 2.0 / 3};
    const auto rest = [&](std::size_t slices, double bytes_per_second) {
        return rebalanced("columns", problem_, now_, {slices, 0, 1}, {1, bytes_per_second});
    };
    const std::optional<Rebalanced> found = rest(2, 1);
    ASSERT_TRUE(found);
    EXPECT_THAT(found->plan.zones().tile_counts(), ElementsAre(12, 4));
    EXPECT_DOUBLE_EQ(found->estimate.seconds_as_is, 48000);
    EXPECT_DOUBLE_EQ(found->estimate.seconds_of_migration, 800);
    EXPECT_DOUBLE_EQ(found->estimate.seconds_rebalanced, 24800);
    EXPECT_TRUE(rest(1, 0.1));   // 24000 s, or 12000 and 8000
    EXPECT_FALSE(rest(1, 0.06)); // ... and 13333
    EXPECT_FALSE(rest(0, 1e9));
    EXPECT_TRUE(rebalanced("columns", problem_, now_, {0, 1, 0}, {1, 1}));
    EXPECT_TRUE(rebalanced("columns", problem_, now_, {2, 0, 1}, {1, 1, 20000}));
    EXPECT_FALSE(rebalanced("columns", problem_, now_, {2, 0, 1}, {1, 1, 21000}));
}

/// 4.5% more than the other is nothing to act on.
TEST_F(TwoProcesses, SmallDifferencesAreNoReason) {
    problem_.speeds = {2, 1.91};
    EXPECT_FALSE(rebalanced("nrrp", problem_, now_, {4, 100, 0}, {1, 1e9}));
}

TEST_F(TwoProcesses, UnknownZonesAreRefused) {
    problem_.speeds = {2, 0.5};
    EXPECT_THROW(static_cast<void>(rebalanced("nrp", problem_, now_, {4, 0, 0}, {1, 1})), InvalidInput);
}

} // namespace
} // namespace tangram::nodes
