#include "sched/base/product_tiles.hpp"

#include <gtest/gtest.h>

#include <set>

namespace tangram::sched {
namespace {

TEST(ProductTiles, NumbersEachTileOnceWithoutGaps) {
    const ProductTiles tiles({2, 3, 4, 3});
    std::set<Tile> all;
    for (std::uint32_t k = 0; k < 4; ++k) {
        for (std::uint32_t i = 0; i < 2; ++i) {
            all.insert(tiles.a(i, k));
        }
        for (std::uint32_t j = 0; j < 3; ++j) {
            all.insert(tiles.b(k, j));
        }
    }
    for (std::uint32_t copy = 0; copy < 3; ++copy) {
        for (std::uint32_t i = 0; i < 2; ++i) {
            for (std::uint32_t j = 0; j < 3; ++j) {
                all.insert(tiles.c(i, j, copy));
            }
        }
    }
    EXPECT_EQ(tiles.count(), 2U * 4 + 4 * 3 + 3 * 2 * 3);
    EXPECT_EQ(all.size(), tiles.count());
    EXPECT_EQ(*all.rbegin(), tiles.count() - 1);
}

TEST(ProductTiles, AProductWritesItsCopyOfCAndAnAdditionCItself) {
    const ProductTiles tiles({2, 3, 4, 3});
    const TaskTiles product = tiles.of({1, 2, 3, nullptr, 2});
    EXPECT_EQ(product.size(), 3U);
    EXPECT_EQ(*product.begin(), tiles.a(1, 3));
    EXPECT_EQ(*(product.begin() + 1), tiles.b(3, 2));
    EXPECT_EQ(product.written(), tiles.c(1, 2, 2));
    const TaskTiles sum = tiles.of({1, 2, 0, nullptr, 2, Work::add});
    EXPECT_EQ(sum.size(), 2U);
    EXPECT_EQ(*sum.begin(), tiles.c(1, 2, 2));
    EXPECT_EQ(sum.written(), tiles.c(1, 2, 0));
}

TEST(ProductShape, ContainsItsOwnTasksOnly) {
    const ProductShape product_shape{2, 3, 4, 3};
    EXPECT_TRUE(product_shape.contains({1, 2, 3, nullptr, 2}));
    EXPECT_FALSE(product_shape.contains({2, 0, 0}));
    EXPECT_FALSE(product_shape.contains({0, 3, 0}));
    EXPECT_FALSE(product_shape.contains({0, 0, 4}));
    EXPECT_FALSE(product_shape.contains({0, 0, 0, nullptr, 3}));
    EXPECT_TRUE(product_shape.contains({0, 0, 0, nullptr, 1, Work::add}));
    EXPECT_FALSE(product_shape.contains({0, 0, 0, nullptr, 0, Work::add})) << "C is not added to itself";
}

TEST(ProductShape, TheLastTilesAreLessWork) {
    const ProductShape product_shape{
        .rows = 2, .columns = 3, .depth = 2, .last = {.rows = 0.5, .columns = 0.25, .depth = 0.125}};
    EXPECT_EQ(product_shape.work({0, 0, 0}), 1);
    EXPECT_EQ(product_shape.work({1, 0, 0}), 0.5);
    EXPECT_EQ(product_shape.work({0, 2, 0}), 0.25);
    EXPECT_EQ(product_shape.work({1, 2, 1}), 0.015625);
    EXPECT_EQ(ProductShape({2, 3, 2}).work({1, 2, 1}), 1) << "full ones";
}

} // namespace
} // namespace tangram::sched
