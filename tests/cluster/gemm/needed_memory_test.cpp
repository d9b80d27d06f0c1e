/// How many slices a host's memory has room for.

#include "cluster/gemm/needed_memory.hpp"
#include "cluster/nodes/node_zones.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>

namespace tangram::cluster {
namespace {

/// Two processes, each with a column of two tiles of C: of each slice one receives a tile of A.
TEST(NeededMemory, IsThatOfTilesAndCopies) {
    const nodes::NodeProblem problem{.m = 16, .n = 16, .k = 24, .tile = 8, .speeds = {1, 1}};
    const nodes::NodePlan plan(problem, nodes::node_zones("columns", problem));
    constexpr std::uint64_t tile = 512;
    std::uint64_t tiles = 0;
    for (std::size_t process = 0; process < 2; ++process) {
        const BytesNeeded needed = bytes_needed(problem, plan, process, false);
        EXPECT_EQ(needed.slice, 2 * tile) << "a copy, and it once more if it comes early";
        tiles += needed.tiles;
        EXPECT_EQ(bytes_needed(problem, plan, process, true).tiles, needed.tiles + 2 * tile) << "C before the product";
    }
    EXPECT_EQ(tiles, (2 * 3 + 3 * 2 + 2 * 2) * tile);
}

/// Process 0 gets a column more, of B and of C, and has C before the product, too: 3 + 2 + 2 tiles. B is the largest
/// matrix that moves: 6 tiles in memory besides.
TEST(NeededMemory, OfAChangeIsWhatComesAndAMatrixThatMoves) {
    const nodes::NodeProblem problem{.m = 16, .n = 24, .k = 24, .tile = 8, .speeds = {1, 1}};
    const partition::Allocation before{"by hand", 2, 3, 2, {0, 1, 1, 0, 1, 1}};
    const partition::Allocation after{"by hand", 2, 3, 2, {0, 0, 1, 0, 0, 1}};
    const nodes::NodePlan now(problem, before);
    const nodes::NodePlan next(problem, after, now.owners());
    constexpr std::uint64_t tile = 512;
    EXPECT_EQ(bytes_needed_to_change(problem, now, next, 0, true, 0), (3 + 2 + 2 + 6) * tile);
    EXPECT_EQ(bytes_needed_to_change(problem, now, next, 1, true, 0), 3 * tile) << "its part of A or B, the larger one";
}

TEST(NeededMemory, WindowTakesHalfOfWhatThereIs) {
    const BytesNeeded host{.tiles = 100, .slice = 10};
    EXPECT_EQ(fitting_window(host, 1000, 16), 16U);
    EXPECT_EQ(fitting_window(host, 400, 16), 10U); // 100 + 10 x 10 = 400 / 2
    EXPECT_EQ(fitting_window(host, 399, 16), 9U);
    EXPECT_EQ(fitting_window(host, 281, 16), least_window);
    EXPECT_EQ(fitting_window(host, 0, 16), least_window) << "whoever asks for memory says that there is too little";
    EXPECT_EQ(fitting_window(host, 0, 3), 3U);
    EXPECT_EQ(fitting_window({.tiles = 100, .slice = 0}, 1000, 16), 16U);
}

} // namespace
} // namespace tangram::cluster
