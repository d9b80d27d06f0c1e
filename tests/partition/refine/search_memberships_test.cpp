#include "base/error.hpp"
#include "partition/refine/searches.hpp"
#include "tests/partition/refine/search_oracles.hpp"
#include "tests/partition/speed_families.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <array>

namespace tangram::partition {

using testing::Instance;

namespace {

const std::vector<double> five{1.09, 1.09, 1.09, 1.09, 0.5};

Allocation searched(const Instance& instance, std::uint64_t seed = 1) {
    const std::array starts{rounded(instance.partition, instance.grid), instance.start};
    const std::optional<Allocation> found = search_memberships(starts, instance.problem, instance.window, {seed});
    return found.value();
}

} // namespace

TEST(SearchMemberships, OptimalOnTinyGrids) {
    for (const auto& [speeds, grid] :
         {std::pair(std::vector<double>{5, 4}, Grid{3, 3}), std::pair(std::vector<double>{8, 1}, Grid{3, 3}),
          std::pair(std::vector<double>{5, 4, 3}, Grid{3, 4}),
          std::pair(std::vector<double>{3, 3, 2, 1}, Grid{3, 3})}) {
        SCOPED_TRACE(fmt::format("{} processors", speeds.size()));
        const Instance instance{{speeds}, grid};
        const Allocation found = searched(instance);
        testing::expect_refined(found, instance);
        EXPECT_EQ(tile_cost(found, instance.problem), testing::least_cost(grid, instance.targets, instance.problem));
    }
}

TEST(SearchMemberships, KeepsToWindowsAndIsNeverWorse) {
    for (std::size_t number = 0; number < testing::all_families.size(); ++number) {
        const testing::Family family = testing::all_families[number];
        SCOPED_TRACE(testing::name_of(family));
        Instance instance{{testing::random_speeds(family, 2 + number % 4, number)}, {5 + number, 19 - 2 * number}};
        testing::expect_refined(searched(instance), instance);
        instance.window = window_around(instance.targets, 1);
        testing::expect_refined(searched(instance), instance);
    }
}

/// docs/algorithms.md, Measured ratios.
TEST(SearchMemberships, CostsAtMostAsRecorded) {
    for (const auto& [tiles, most] : {std::pair(8, 38), std::pair(16, 75), std::pair(24, 112), std::pair(32, 148)}) {
        SCOPED_TRACE(fmt::format("{} tiles a side", tiles));
        const auto side = static_cast<std::size_t>(tiles);
        EXPECT_LE(searched({{five}, {side, side}}).cost(), static_cast<std::size_t>(most));
    }
}

TEST(SearchMemberships, LooserWindowsCostLess) {
    Instance instance{{five}, {16, 16}};
    instance.start = searched(instance);
    instance.window = makespan_window(instance.targets, five, 0.05);
    const Allocation loose = searched(instance);
    testing::expect_refined(loose, instance);
    EXPECT_LE(loose.cost(), 72u);
}

TEST(SearchMemberships, ProcessorsWithoutWeightGoAnywhere) {
    const Instance instance{{five, 1, 1, 1, {1, 1, 1, 1, 0}}, {16, 16}};
    const Allocation found = searched(instance);
    testing::expect_refined(found, instance);
    EXPECT_LE(tile_cost(found, instance.problem), 64);
}

TEST(SearchMemberships, HeavyProcessorsAreCompact) {
    const Instance instance{{{1, 1, 1}, 1, 1, 1, {1, 100, 1}}, {6, 6}};
    const Footprint heavy = searched(instance).footprints()[1];
    EXPECT_EQ(heavy.a + heavy.b, 7u); // 12 tiles as 3 x 4
}

TEST(SearchMemberships, SameSeedSameOwners) {
    const Instance instance{{{5, 3, 2, 1}}, {9, 11}};
    EXPECT_EQ(searched(instance, 7), searched(instance, 7));
}

TEST(SearchMemberships, OneProcessorAndProcessorsWithoutTiles) {
    EXPECT_EQ(searched({{{3.0}}, {4, 6}}).cost(), 10u);
    const Instance starved{{{1000, 1000, 1}}, {3, 4}};
    ASSERT_EQ(starved.targets[2], 0u);
    testing::expect_refined(searched(starved), starved);
}

TEST(SearchMemberships, NothingForAWindowThatNoCountsMeet) {
    const Instance instance{{{1, 1}}, {3, 3}};
    const Window too_few = exact_window(std::vector<std::size_t>{3, 3});
    EXPECT_EQ(search_memberships({&instance.start, 1}, instance.problem, too_few, {1}), std::nullopt);
    EXPECT_EQ(search_memberships({}, instance.problem, instance.window, {1}), std::nullopt);
}

TEST(SearchMemberships, RejectsBadInput) {
    const Instance nine{{std::vector(9, 1.0)}, {6, 6}};
    EXPECT_THROW((void)search_memberships({&nine.start, 1}, nine.problem, nine.window, {1}), InvalidInput);
    const Instance two{{{1, 1}}, {3, 3}};
    EXPECT_THROW((void)search_memberships({&nine.start, 1}, two.problem, two.window, {1}), InvalidInput);
    EXPECT_THROW((void)search_memberships({&two.start, 1}, two.problem, nine.window, {1}), InvalidInput);
}

} // namespace tangram::partition
