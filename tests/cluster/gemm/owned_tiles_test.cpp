#include "cluster/gemm/owned_tiles.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::cluster {
namespace {

constexpr std::uint64_t seed = 5;

apps::Matrix<double> random_matrix(std::int64_t rows, std::int64_t columns) {
    apps::Matrix<double> matrix(rows, columns);
    matrix.fill_random(seed);
    return matrix;
}

/// op() is 7 x 5 in tiles of 3; this process has every second tile.
OwnedTiles<double> every_second_tile(Transpose transpose) {
    return {{transpose, {7, 3}, {5, 3}}, [](std::int64_t i, std::int64_t j) { return (i + j) % 2 == 0; }};
}

TEST(OwnedTiles, HaveTheRandomNumbersOfTheWholeMatrix) {
    for (const Transpose transpose : {Transpose::no, Transpose::yes}) {
        OwnedTiles<double> tiles = every_second_tile(transpose);
        tiles.fill_random(seed);
        const bool flip = transpose == Transpose::yes;
        const apps::Matrix<double> stored = flip ? random_matrix(5, 7) : random_matrix(7, 5);
        int told = 0;
        tiles.for_each([&](std::int64_t i, std::int64_t j, apps::MatrixView<const double> op) {
            ++told;
            EXPECT_EQ((i + j) % 2, 0);
            for (std::int64_t r = 0; r < op.rows; ++r) {
                for (std::int64_t c = 0; c < op.columns; ++c) {
                    const std::int64_t row = 3 * i + r;
                    const std::int64_t column = 3 * j + c;
                    ASSERT_EQ(op(r, c), flip ? stored.view()(column, row) : stored.view()(row, column));
                }
            }
        });
        EXPECT_EQ(told, 3); // of 3 x 2
    }
}

TEST(OwnedTiles, LieWhereTheStoredMatrixHasThem) {
    const TiledShape shape{Transpose::yes, {7, 3}, {5, 3}};
    const StoredPlace last = stored_place(shape, 2, 1); // of op(): rows 6, columns 3 and 4
    EXPECT_EQ(last.row, 3);
    EXPECT_EQ(last.column, 6);
    EXPECT_EQ(last.rows, 2);
    EXPECT_EQ(last.columns, 1);
    EXPECT_EQ(shape.stored_rows(), 5);
    EXPECT_EQ(shape.stored_columns(), 7);
}

/// Of the first row of tiles (0, 0) stays and (0, 1) comes; (1, 1) goes.
TEST(OwnedTiles, StayWhereTheyLieForOtherOwners) {
    OwnedTiles<double> before = every_second_tile(Transpose::no);
    before.fill_random(seed);
    OwnedTiles<double> after(before, [](std::int64_t i, std::int64_t) { return i == 0; });
    EXPECT_EQ(after.tile(0, 0)->data, before.tile(0, 0)->data);
    ASSERT_TRUE(after.tile(0, 1).has_value());
    EXPECT_EQ(after.tile(0, 1)->rows, 3);
    EXPECT_EQ(after.tile(0, 1)->columns, 2);
    EXPECT_EQ(after.memory().bytes, 6 * sizeof(double)) << "of what comes";
    EXPECT_EQ(after.memory().data, after.tile(0, 1)->data);
    EXPECT_FALSE(after.tile(1, 1).has_value());
    EXPECT_FALSE(after.tile(2, 0).has_value());
}

TEST(OwnedTiles, MayLieInTheMemoryOfOthers) {
    std::vector<double> memory(35);
    const OwnedTiles<double> tiles({Transpose::no, {7, 3}, {5, 3}}, [&](std::int64_t i, std::int64_t j) {
        return i == 1 && j == 1 ? std::optional(apps::MatrixView<double>{&memory[3 + 3 * 7], 3, 2, 7}) : std::nullopt;
    });
    EXPECT_EQ(tiles.tile(1, 1)->data, &memory[3 + 3 * 7]);
    EXPECT_EQ(tiles.tile(1, 1)->ld, 7);
    EXPECT_FALSE(tiles.tile(0, 0).has_value());
    EXPECT_EQ(tiles.memory().bytes, 0U);
}

TEST(OwnedTiles, OthersAreNotThere) {
    OwnedTiles<double> tiles = every_second_tile(Transpose::no);
    EXPECT_TRUE(tiles.tile(0, 0).has_value());
    EXPECT_FALSE(tiles.tile(0, 1).has_value());
}

TEST(OwnedTiles, AreCopied) {
    OwnedTiles<double> tiles = every_second_tile(Transpose::no);
    OwnedTiles<double> copy = every_second_tile(Transpose::no);
    tiles.fill_random(seed);
    copy.fill(0);
    copy.copy_from(tiles);
    EXPECT_EQ((*copy.tile(1, 1))(2, 1), (*tiles.tile(1, 1))(2, 1));
}

} // namespace
} // namespace tangram::cluster
