#include "sched/zones/reduction.hpp"

#include <gtest/gtest.h>

namespace tangram::sched {
namespace {

/// 1 x 3 tiles, depth 3, three nodes: C(0,0) shared by 2 (two products) and 0;
/// C(0,1) by all; C(0,2) node 1's alone.
partition::Allocation scene() {
    return {"scene", 1, 3, 3, {2, 0, 2, 2, 1, 0, 1, 1, 1}, 3};
}

TEST(Reduction, TheNodeWithTheMostProductsKeepsTheTile) {
    const Reduction reduction(scene(), std::nullopt);
    EXPECT_EQ(reduction.keeper(0, 0), 2U);
    EXPECT_EQ(reduction.keeper(0, 1), 0U) << "among equals the first";
    EXPECT_EQ(reduction.keeper(0, 2), 1U);
}

TEST(Reduction, HomeKeepsWhereverItHasAPart) {
    const Reduction reduction(scene(), Node{0});
    EXPECT_EQ(reduction.keeper(0, 0), 0U);
    EXPECT_EQ(reduction.keeper(0, 1), 0U);
    EXPECT_EQ(reduction.keeper(0, 2), 1U) << "home has none of it";
}

TEST(Reduction, EveryOtherNodeAccumulatesInACopyOfItsOwn) {
    const Reduction reduction(scene(), std::nullopt);
    EXPECT_EQ(reduction.copies(), 4U);
    EXPECT_EQ(reduction.copy(0, 0, 2), 0U);
    EXPECT_EQ(reduction.copy(0, 0, 0), 1U);
    EXPECT_EQ(reduction.copy(0, 1, 1), 2U);
    EXPECT_EQ(reduction.copy(0, 1, 2), 3U);
}

TEST(Reduction, WithAuxiliaryTilesOfAllTheKeeperOfASharedTileHasOneToo) {
    const Reduction reduction(scene(), std::nullopt, AuxiliaryTiles::of_all);
    EXPECT_EQ(reduction.keeper(0, 0), 2U) << "who adds them";
    EXPECT_EQ(reduction.copy(0, 0, 2), 3U);
    EXPECT_EQ(reduction.copy(0, 0, 0), 1U);
    EXPECT_EQ(reduction.copy(0, 1, 0), 1U);
    EXPECT_EQ(reduction.copy(0, 2, 1), 0U) << "nobody shares it";
    EXPECT_TRUE(reduction.all_are_auxiliary(0, 1));
    EXPECT_FALSE(reduction.all_are_auxiliary(0, 2));
    EXPECT_FALSE(Reduction(scene(), std::nullopt).all_are_auxiliary(0, 1));
}

} // namespace
} // namespace tangram::sched
