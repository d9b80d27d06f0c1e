#include "sched/zone_blocks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <ostream>
#include <random>
#include <vector>

namespace tangram::sched {

void PrintTo(const BlockSides& sides, std::ostream* out) { // NOLINT(readability-identifier-naming): GoogleTest's
    *out << sides.rows << " x " << sides.columns;
}

namespace {

constexpr TileBytes alike{1, 1, 1};

TEST(ZoneBlocks, AZoneThatFitsIsOneBlock) {
    // 6 x 4 tiles of C, and two columns and rows of 6 and 4 tiles of A and B.
    EXPECT_EQ(block_sides(6, 4, 24 + 20, alike), (BlockSides{6, 4}));
    EXPECT_NE(block_sides(6, 4, 24 + 19, alike), (BlockSides{6, 4}));
    EXPECT_EQ(block_sides(6, 4, std::numeric_limits<double>::infinity(), alike), (BlockSides{6, 4}));
}

TEST(ZoneBlocks, HalvesAcrossTheLongerSide) {
    // Two blocks of 6 x 8: A is read once, B twice. The other way it would be 12 + 2 x 8 instead of 2 x 6 + 16.
    EXPECT_EQ(block_sides(6, 16, 48 + 2 * 14, alike), (BlockSides{6, 8}));
    EXPECT_EQ(block_sides(16, 6, 48 + 2 * 14, alike), (BlockSides{8, 6}));
}

TEST(ZoneBlocks, OfEqualSizeAsFarAsMayBe) {
    // Nine columns fit, three blocks of seven do as well.
    EXPECT_EQ(block_sides(1, 20, 9 + 2 * 10, alike), (BlockSides{1, 7}));
}

TEST(ZoneBlocks, CheapTilesAreReadOften) {
    // A costs nothing: blocks as high as the zone, so that B is read once.
    EXPECT_EQ(block_sides(20, 20, 20 + 2, {0, 1, 1}).rows, 20U);
    EXPECT_EQ(block_sides(20, 20, 20 + 2, {1, 0, 1}).columns, 20U);
}

TEST(ZoneBlocks, ATileAtLeast) {
    EXPECT_EQ(block_sides(5, 5, 0, alike), (BlockSides{1, 1}));
}

/// Against all blocks there are.
TEST(ZoneBlocks, NoOtherBlocksReadLess) {
    std::mt19937_64 random(20261122);
    const auto parts = [](std::size_t side, std::size_t block) { return (side + block - 1) / block; };
    for (int round = 0; round < 300; ++round) {
        const std::size_t rows = 1 + random() % 20;
        const std::size_t columns = 1 + random() % 20;
        const auto memory = static_cast<double>(5 + random() % 300);
        const auto fits = [&](std::size_t height, std::size_t width) {
            return static_cast<double>(height * width + 2 * (height + width)) <= memory;
        };
        std::size_t least = rows * columns * 2; // tile by tile
        for (std::size_t height = 1; height <= rows; ++height) {
            for (std::size_t width = 1; width <= columns; ++width) {
                if (fits(height, width)) {
                    least = std::min(least, rows * parts(columns, width) + columns * parts(rows, height));
                }
            }
        }
        const BlockSides best = block_sides(rows, columns, memory, alike);
        EXPECT_TRUE(fits(best.rows, best.columns)) << rows << " x " << columns << " in " << memory;
        EXPECT_EQ(rows * parts(columns, best.columns) + columns * parts(rows, best.rows), least)
            << rows << " x " << columns << " in " << memory;
    }
}

/// The left three of five columns are node 0's, the rest node 1's.
partition::Allocation two_zones() {
    partition::Allocation allocation{"scene", 4, 5, 2, {}};
    for (std::size_t tile = 0; tile < 20; ++tile) {
        allocation.owners.push_back(tile % 5 < 3 ? 0 : 1);
    }
    return allocation;
}

TEST(ZoneBlocks, NoneIfAllZonesFit) {
    // Node 0 has 4 x 3 tiles of C, and 4 + 3 of A and B for each of six products.
    EXPECT_EQ(input_bytes({4, 3, 12}, 6, {1, 2, 100}), (4 + 3 * 2) * 6);
    EXPECT_TRUE(zone_blocks(two_zones(), 6, alike, {12 + 7 * 6, 1e9}).empty());
}

TEST(ZoneBlocks, OnlyZonesThatDoNotFitAreCut) {
    const std::vector<BlockSides> blocks = zone_blocks(two_zones(), 6, alike, {12 + 7 * 6 - 1, 1e9});
    EXPECT_EQ(blocks, (std::vector<BlockSides>{{4, 3}, {4, 5}})) << "12 + 2 x 7 tiles are there at a time";
    EXPECT_EQ(zone_blocks(two_zones(), 6, alike, {6 + 2 * 5, 1e9}).front(), (BlockSides{2, 3}));
}

TEST(ZoneBlocks, AZoneWithHolesHasFewerTilesOfC) {
    // Every other tile, as on a chessboard: 8 of 16 tiles, where 16 and 2 x 8 of A and B would not fit.
    partition::Allocation chess{"scene", 4, 4, 2, {}};
    for (std::size_t tile = 0; tile < 16; ++tile) {
        chess.owners.push_back((tile + tile / 4) % 2);
    }
    EXPECT_EQ(zone_blocks(chess, 100, alike, {8 + 16, 8 + 16}), (std::vector<BlockSides>{{4, 4}, {4, 4}}));
    EXPECT_NE(zone_blocks(chess, 100, alike, {8 + 15, 8 + 15}).front(), (BlockSides{4, 4}));
}

} // namespace
} // namespace tangram::sched
