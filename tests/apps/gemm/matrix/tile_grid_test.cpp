#include "apps/gemm/matrix/tile_grid.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tangram::apps {
namespace {

constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();

TEST(TileGrid, CountsTilesAndTasks) {
    const TileGrid grid = tile_grid(1000, 777, 1301, 256);
    EXPECT_EQ(grid.rows, 4);
    EXPECT_EQ(grid.columns, 4);
    EXPECT_EQ(grid.depth, 6);
    EXPECT_EQ(grid.tasks(), 96);
}

TEST(TileGrid, ATileSizeIsPositiveAndAnIntOfBlas) {
    EXPECT_THROW(check_tile_size(0), InvalidInput);
    EXPECT_THROW(check_tile_size(-1), InvalidInput);
    EXPECT_THROW(check_tile_size(std::int64_t{std::numeric_limits<int>::max()} + 1), InvalidInput);
    EXPECT_NO_THROW(check_tile_size(1));
    EXPECT_NO_THROW(check_tile_size(std::numeric_limits<int>::max()));
}

TEST(TileGrid, RefusesWhatStarpuCannotHold) {
    EXPECT_THROW(tile_grid(10, 10, 10, 0), InvalidInput);
    EXPECT_THROW(tile_grid(10, 10, 10, -1), InvalidInput);
    EXPECT_THROW(tile_grid(10'000, 10'000, 10'000, 1), InvalidInput) << "10^12 tasks";
    EXPECT_THROW(tile_grid(largest, largest, largest, 256), InvalidInput);
    EXPECT_THROW(tile_grid(largest, largest, 0, 256), InvalidInput);
    EXPECT_THROW(tile_grid(70'000, 70'000, 1, 70'000), InvalidInput) << "more than 2^32 elements in a tile";
    EXPECT_NO_THROW(tile_grid(70'000, 10, 1, 70'000));
}

TEST(ChooseTile, EightTilesForEachWorkerWithinLimits) {
    EXPECT_EQ(choose_tile(4096, 4096, 4096, 2), 1024);
    EXPECT_EQ(choose_tile(4096, 4096, 4096, 4), 512);
    EXPECT_EQ(choose_tile(100'000, 100'000, 100'000, 64), 1024);
    EXPECT_EQ(choose_tile(500, 500, 500, 64), 128);
    EXPECT_EQ(choose_tile(1, 1, 1, 1), 128);
}

TEST(ChooseTile, GrowsForNarrowProductsUntilTheyAreAccepted) {
    EXPECT_NO_THROW(tile_grid(1, 1, 20'000'000, choose_tile(1, 1, 20'000'000, 2)));
    EXPECT_NO_THROW(tile_grid(200'000'000, 1, 1, choose_tile(200'000'000, 1, 1, 2)));
}

} // namespace
} // namespace tangram::apps
