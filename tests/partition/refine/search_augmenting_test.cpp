#include "base/error.hpp"
#include "partition/base/bounds.hpp"
#include "partition/refine/searches.hpp"
#include "tests/partition/refine/search_oracles.hpp"
#include "tests/partition/speed_families.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace tangram::partition {

using testing::Instance;

namespace {

Allocation augmented(const Instance& instance, std::uint64_t seed = 1) {
    return search_augmenting(instance.start, instance.problem, instance.window, {seed});
}

} // namespace

TEST(SearchAugmenting, OptimalOnTinyGrids) {
    for (const auto& [speeds, grid] :
         {std::pair(std::vector<double>{5, 4}, Grid{3, 3}), std::pair(std::vector<double>{5, 4, 3}, Grid{3, 4})}) {
        SCOPED_TRACE(fmt::format("{} processors", speeds.size()));
        const Instance instance{{speeds}, grid};
        const Allocation found = augmented(instance);
        testing::expect_refined(found, instance);
        EXPECT_EQ(tile_cost(found, instance.problem), testing::least_cost(grid, instance.targets, instance.problem));
    }
}

TEST(SearchAugmenting, KeepsToWindowsAndIsNeverWorse) {
    for (std::size_t number = 0; number < 3; ++number) {
        const testing::Family family = testing::all_families[number];
        SCOPED_TRACE(testing::name_of(family));
        Instance instance{{testing::random_speeds(family, 6 + 5 * number, number)}, {11 + number, 19 - 2 * number}};
        testing::expect_refined(augmented(instance), instance);
        instance.window = window_around(instance.targets, 1);
        testing::expect_refined(augmented(instance), instance);
    }
}

TEST(SearchAugmenting, NearTheBoundForManyProcessors) {
    const Instance instance{{testing::random_speeds(testing::Family::uniform, 32, 1)}, {32, 32}};
    const Allocation found = augmented(instance);
    testing::expect_refined(found, instance);
    EXPECT_LE(tile_cost(found, instance.problem), 1.04 * tile_bound(instance.targets, instance.grid, instance.problem));
}

TEST(SearchAugmenting, MoreProcessorsThanBitsInAWord) {
    const Instance instance{{std::vector(70, 1.0)}, {20, 14}};
    const Allocation found = augmented(instance);
    testing::expect_refined(found, instance);
    EXPECT_LE(found.cost(), 290u); // 70 squares of 4 tiles make 280
}

TEST(SearchAugmenting, ProcessorsWithoutWeightGoAnywhere) {
    const Instance instance{{{1.09, 1.09, 1.09, 1.09, 0.5}, 1, 1, 1, {1, 1, 1, 1, 0}}, {16, 16}};
    const Allocation found = augmented(instance);
    testing::expect_refined(found, instance);
    EXPECT_LE(tile_cost(found, instance.problem), 64);
}

TEST(SearchAugmenting, SameSeedSameOwners) {
    const Instance instance{{testing::random_speeds(testing::Family::uniform, 12, 1)}, {9, 11}};
    EXPECT_EQ(augmented(instance, 7), augmented(instance, 7));
}

TEST(SearchAugmenting, OneProcessorAndProcessorsWithoutTiles) {
    EXPECT_EQ(augmented({{{3.0}}, {4, 6}}).cost(), 10u);
    const Instance starved{{{1000, 1000, 1}}, {3, 4}};
    ASSERT_EQ(starved.targets[2], 0u);
    testing::expect_refined(augmented(starved), starved);
}

TEST(SearchAugmenting, RejectsBadInput) {
    const Instance two{{{1, 1}}, {3, 3}};
    const Instance three{{{1, 1, 1}}, {3, 3}};
    const Window other = exact_window(std::vector<std::size_t>{9, 0});
    EXPECT_THROW((void)search_augmenting(two.start, two.problem, other, {1}), InvalidInput);
    EXPECT_THROW((void)search_augmenting(two.start, two.problem, three.window, {1}), InvalidInput);
    EXPECT_THROW((void)search_augmenting(three.start, two.problem, two.window, {1}), InvalidInput);
}

} // namespace tangram::partition
