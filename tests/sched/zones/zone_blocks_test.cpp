#include "sched/zones/zone_blocks.hpp"

#include "base/ceil_divided.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <ostream>
#include <random>
#include <string>
#include <vector>

namespace tangram::sched {

void PrintTo(const Block& block, std::ostream* out) { // NOLINT(readability-identifier-naming): GoogleTest's
    *out << block.rows << " x " << block.columns << " from (" << block.row << ", " << block.column << ") on";
}

namespace {

constexpr TileBytes alike{1, 1, 1};
constexpr SliceRoom growing = SliceRoom::growing;
constexpr SliceRoom lines = SliceRoom::lines;

TEST(ZoneBlocks, AZoneThatFitsIsOneBlock) {
    // 6 x 4 tiles of C, and a column and a row of 6 and 4 tiles of A and B.
    EXPECT_EQ(blocks_that_fit(6, 4, 24 + 10, alike, growing), (Blocks{{0, 0, 6, 4}}));
    EXPECT_EQ(blocks_that_fit(6, 4, 24 + 9, alike, growing).size(), 2U);
    EXPECT_EQ(blocks_that_fit(6, 4, std::numeric_limits<double>::infinity(), alike, growing), (Blocks{{0, 0, 6, 4}}));
}

TEST(ZoneBlocks, LineByLineItTakesTheShorterSideAndTwoTilesThatPass) {
    EXPECT_EQ(blocks_that_fit(6, 4, 24 + 4 + 2, alike, lines), (Blocks{{0, 0, 6, 4}}));
    EXPECT_EQ(blocks_that_fit(4, 6, 24 + 4 + 2, alike, lines), (Blocks{{0, 0, 4, 6}}));
    EXPECT_EQ(blocks_that_fit(6, 4, 24 + 5, alike, lines).size(), 2U);
    EXPECT_EQ(slice_bytes({6, 4, 0}, {2, 3, 100}, SliceOrder::growing), 6 * 2 + 4 * 3);
    EXPECT_EQ(slice_bytes({6, 4, 0}, {2, 3, 100}, SliceOrder::rows), 2 * 2 + 4 * 3) << "a row of B stays";
    EXPECT_EQ(slice_bytes({6, 4, 0}, {2, 3, 100}, SliceOrder::columns), 6 * 2 + 2 * 3);
    EXPECT_EQ(slice_bytes({6, 4, 0}, {2, 3, 100}, lines), 2 * 2 + 4 * 3);
    EXPECT_EQ(slice_bytes({1, 1, 0}, {2, 3, 100}, lines), 2 + 3);
}

TEST(ZoneBlocks, LargestSquaresFillTheMemory) {
    EXPECT_DOUBLE_EQ(largest_square(25 + 10, alike, growing), 25);
    EXPECT_DOUBLE_EQ(largest_square(25 + 5 + 2, alike, lines), 25);
    EXPECT_DOUBLE_EQ(largest_square(25 * 4 + 5 * 2 + 2 * 3, {2, 3, 4}, lines), 25);
    EXPECT_DOUBLE_EQ(largest_square(0, alike, growing), 0);
    EXPECT_DOUBLE_EQ(largest_square(0, alike, lines), 0);
}

TEST(ZoneBlocks, HalvesAcrossTheLongerSide) {
    // A is read once for each of two blocks of 6 x 8, B once: 28; the other way it would be 6 + 2 x 16.
    EXPECT_EQ(blocks_that_fit(6, 16, 48 + 14, alike, growing), (Blocks{{0, 0, 6, 8}, {0, 8, 6, 8}}));
    EXPECT_EQ(blocks_that_fit(16, 6, 48 + 14, alike, growing), (Blocks{{0, 0, 8, 6}, {8, 0, 8, 6}}));
}

TEST(ZoneBlocks, ThreeBlocksWhereAGridTakesFour) {
    // A strip of one block and a strip of two: 12 + 4 and 12 + 2 x 8, where four of 6 x 6 read 48.
    EXPECT_EQ(blocks_that_fit(12, 12, 48 + 16, alike, growing), (Blocks{{0, 0, 12, 4}, {0, 4, 6, 8}, {6, 4, 6, 8}}));
}

TEST(ZoneBlocks, CheapTilesAreReadOften) {
    // A costs nothing: blocks as high as the zone, so that B is read once.
    for (const Block& block : blocks_that_fit(20, 20, 20 + 1, {0, 1, 1}, growing)) {
        EXPECT_EQ(block.rows, 20U);
    }
    for (const Block& block : blocks_that_fit(20, 20, 20 + 1, {1, 0, 1}, growing)) {
        EXPECT_EQ(block.columns, 20U);
    }
}

TEST(ZoneBlocks, TileByTileIfNothingFits) {
    EXPECT_EQ(blocks_that_fit(1, 3, 0, alike, growing), (Blocks{{0, 0, 1, 1}, {0, 1, 1, 1}, {0, 2, 1, 1}}));
}

TEST(ZoneBlocks, NoneOfNothing) {
    EXPECT_TRUE(blocks_that_fit(0, 3, 9, alike, growing).empty());
    EXPECT_TRUE(blocks_that_fit(3, 0, 9, alike, growing).empty());
}

double bytes_read(const Blocks& blocks) {
    double bytes = 0;
    for (const Block& block : blocks) {
        bytes += block.rows + block.columns;
    }
    return bytes;
}

/// Each tile in one block, all blocks fit, and they read no more than a grid of equal blocks, nor
/// less than a block that needs no room for A and B could.
void expect_cover_and_read_no_more_than_a_grid(SliceRoom room) {
    constexpr std::uint64_t seed = 20261122;
    std::mt19937_64 random(seed);
    for (int round = 0; round < 300; ++round) {
        const std::size_t rows = 1 + random() % 30;
        const std::size_t columns = 1 + random() % 30;
        const auto memory = static_cast<double>(3 + random() % 300);
        const auto fits = [&](std::size_t height, std::size_t width) {
            const std::size_t passing =
                room == growing ? std::max(height, width) : std::min<std::size_t>(std::max(height, width), 2);
            return static_cast<double>(height * width + std::min(height, width) + passing) <= memory;
        };
        const Blocks blocks = blocks_that_fit(rows, columns, memory, alike, room);
        SCOPED_TRACE(std::to_string(rows) + " x " + std::to_string(columns) + " in " + std::to_string(memory));
        std::vector<int> covered(rows * columns);
        for (const Block& block : blocks) {
            EXPECT_TRUE(fits(block.rows, block.columns)) << testing::PrintToString(block);
            for (std::size_t i = block.row; i < block.row + block.rows; ++i) {
                for (std::size_t j = block.column; j < block.column + block.columns; ++j) {
                    ++covered.at(i * columns + j);
                }
            }
        }
        EXPECT_EQ(covered, std::vector<int>(rows * columns, 1));
        auto least = static_cast<double>(2 * rows * columns);
        for (std::size_t down = 1; down <= rows; ++down) {
            for (std::size_t across = 1; across <= columns; ++across) {
                if (fits(ceil_divided(rows, down), ceil_divided(columns, across))) {
                    least = std::min(least, static_cast<double>(rows * across + columns * down));
                }
            }
        }
        EXPECT_LE(bytes_read(blocks), least);
        EXPECT_GE(bytes_read(blocks), 2 * static_cast<double>(rows * columns) / std::sqrt(memory));
    }
}

TEST(ZoneBlocks, TheyCoverTheZoneAndReadNoMoreThanAGrid) {
    expect_cover_and_read_no_more_than_a_grid(growing);
}

TEST(ZoneBlocks, TheyDoLineByLine) {
    expect_cover_and_read_no_more_than_a_grid(lines);
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
    EXPECT_TRUE(zone_blocks(two_zones(), 6, alike, {12 + 7 * 6, 1e9}, growing).empty());
}

TEST(ZoneBlocks, OnlyZonesThatDoNotFitAreCut) {
    EXPECT_EQ(zone_blocks(two_zones(), 6, alike, {12 + 7 * 6 - 1, 1e9}, growing), BlockNumbers(20))
        << "one block, of 12 + 7 tiles at a time";
    EXPECT_EQ(zone_blocks(two_zones(), 6, alike, {6 + 5, 1e9}, growing),
              (BlockNumbers{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0}));
}

/// Node 0 has a row of four and a tile below it.
partition::Allocation zone_with_a_hole() {
    return {"scene", 2, 4, 2, {0, 0, 0, 0, 0, 1, 1, 1}};
}

TEST(ZoneBlocks, HolesNeedNoRoom) {
    EXPECT_EQ(zone_blocks(zone_with_a_hole(), 100, alike, {5 + 6, 1e9}, growing), BlockNumbers(8))
        << "2 x 4 tiles do not fit";
}

TEST(ZoneBlocks, AZoneWithHolesIsCutAsIfItHadNone) {
    EXPECT_EQ(zone_blocks(zone_with_a_hole(), 100, alike, {4 + 5, 1e9}, growing),
              (BlockNumbers{0, 0, 1, 1, 0, 0, 0, 0}));
}

TEST(ZoneBlocks, InThreeDimensionsAllProductsOfATileAreInOne) {
    // 2 x 2 tiles, 3 layers: node 0 has the first two layers, 4 tiles of each of A, B, C; node 1 the last.
    const partition::Allocation layers{"scene", 2, 2, 2, {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1}, 3};
    EXPECT_TRUE(zone_blocks(layers, 3, alike, {4 + 4 + 4, 4 + 2 + 2}, growing).empty());
    EXPECT_EQ(zone_blocks(layers, 3, alike, {4 + 4, 8}, growing), BlockNumbers(12)) << "a product at a time fits";
    EXPECT_EQ(zone_blocks(layers, 3, alike, {2 + 3, 8}, growing), (BlockNumbers{0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1, 0}));
}

} // namespace
} // namespace tangram::sched
