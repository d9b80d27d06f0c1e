#include "cluster/nodes/local_zone.hpp"

#include "base/dice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tangram::nodes {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

NodePlan plan_of(std::int64_t tile, std::int64_t m, std::int64_t n, std::size_t processes,
                 std::vector<std::size_t> owners) {
    const NodeProblem problem{
        .m = m, .n = n, .k = 2 * tile, .tile = tile, .speeds = std::vector<double>(processes, 1.0)};
    const auto rows = static_cast<std::size_t>(problem.rows().count());
    const auto columns = static_cast<std::size_t>(problem.columns().count());
    return {problem, {"by hand", rows, columns, processes, std::move(owners)}};
}

/// The picture of local_zone.hpp.
TEST(LocalZone, PutsRowsAndColumnsTogether) {
    const NodePlan plan = plan_of(10, 40, 30, 2,
                                  {0, 0, 0, //
                                   1, 1, 0, //
                                   0, 0, 0, //
                                   1, 0, 0});
    const LocalZone zone = local_zone(plan, 1);
    EXPECT_THAT(zone.rows, ElementsAre(1, 3));
    EXPECT_THAT(zone.columns, ElementsAre(0, 1));
    EXPECT_THAT(zone.is_own, ElementsAre(true, true, true, false));
    EXPECT_EQ(zone.tiles(), 3);
    EXPECT_FALSE(zone.is_whole());
}

TEST(LocalZone, OfBlocksDealtOutCyclicallyIsWhole) {
    const LocalZone zone = local_zone(plan_of(10, 40, 30, 4,
                                              {0, 1, 0, //
                                               2, 3, 2, //
                                               0, 1, 0, //
                                               2, 3, 2}),
                                      2);
    EXPECT_THAT(zone.rows, ElementsAre(1, 3));
    EXPECT_THAT(zone.columns, ElementsAre(0, 2));
    EXPECT_TRUE(zone.is_whole());
}

/// Two processes need each of its rows, and two each of its columns: half of the tiles are the other's.
TEST(LocalZone, NeedsTilesOfOthers) {
    const NodePlan plan = plan_of(10, 40, 30, 4,
                                  {0, 1, 0, //
                                   2, 3, 2, //
                                   0, 1, 0, //
                                   2, 3, 2});
    EXPECT_EQ(foreign_tiles(plan, local_zone(plan, 2), 2, 0), 2U);
    EXPECT_EQ(foreign_tiles(plan, local_zone(plan, 2), 2, 1), 2U);
    // Column 1 is needed by two processes, rows 1 and 3 likewise.
    EXPECT_EQ(foreign_tiles(plan, local_zone(plan, 3), 3, 0) + foreign_tiles(plan, local_zone(plan, 3), 3, 1), 3U);
    EXPECT_EQ(most_foreign_tiles(plan, local_zone(plan, 3), 3, 2), 2U);
    EXPECT_EQ(most_foreign_tiles(plan, local_zone(plan, 3), 3, 0), 0U);
}

TEST(LocalZone, OfWhoComputesNothingIsEmpty) {
    const LocalZone zone = local_zone(plan_of(10, 20, 10, 3, {0, 2}), 1);
    EXPECT_THAT(zone.rows, IsEmpty());
    EXPECT_THAT(zone.columns, IsEmpty());
    EXPECT_EQ(zone.tiles(), 0);
}

TEST(LocalZone, OnlyTheLastLineOfAllIsShort) {
    const Tiling all{35, 10};
    const Tiling without_last = put_together(all, {0, 2});
    EXPECT_EQ(without_last.size, 20);
    EXPECT_EQ(without_last.count(), 2);
    const Tiling with_last = put_together(all, {1, 3});
    EXPECT_EQ(with_last.size, 15);
    EXPECT_EQ(with_last.length(0), 10);
    EXPECT_EQ(with_last.length(1), 5);
    EXPECT_EQ(put_together(all, {}).count(), 0);
}

/// Each tile of C is one process's, and each line as long as it is in the whole matrix.
TEST(LocalZone, AllZonesTogetherAreC) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Dice dice(seed);
        const auto tile = static_cast<std::int64_t>(1 + dice.below(20));
        const auto m = static_cast<std::int64_t>(1 + dice.below(90));
        const auto n = static_cast<std::int64_t>(1 + dice.below(90));
        const std::size_t processes = 1 + dice.below(6);
        const Tiling rows{m, tile};
        const Tiling columns{n, tile};
        std::vector<std::size_t> owners(static_cast<std::size_t>(rows.count() * columns.count()));
        std::generate(owners.begin(), owners.end(), [&] { return dice.below(processes); });
        const NodePlan plan = plan_of(tile, m, n, processes, owners);
        std::vector<int> times(owners.size());
        for (std::size_t process = 0; process < processes; ++process) {
            const LocalZone zone = local_zone(plan, process);
            const Tiling own_rows = put_together(rows, zone.rows);
            ASSERT_EQ(own_rows.count(), zone.rows.size()) << "seed " << seed;
            for (std::size_t r = 0; r < zone.rows.size(); ++r) {
                ASSERT_EQ(own_rows.length(static_cast<std::int64_t>(r)),
                          rows.length(static_cast<std::int64_t>(zone.rows[r])))
                    << "seed " << seed;
                for (std::size_t c = 0; c < zone.columns.size(); ++c) {
                    if (zone.owns(r, c)) {
                        ++times[plan.zones().index(zone.rows[r], zone.columns[c])];
                    }
                }
            }
        }
        ASSERT_TRUE(std::all_of(times.begin(), times.end(), [](int count) { return count == 1; })) << "seed " << seed;
    }
}

} // namespace

} // namespace tangram::nodes
