#include "sched/zones/block_footprints.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace tangram::sched {
namespace {

/// Node 0 has a row of four tiles in two blocks, node 1 the row below.
const BlockedZones two_rows{{"scene", 2, 4, 2, {0, 0, 0, 0, 1, 1, 1, 1}}, {0, 1, 1, 0, 0, 0, 0, 0}};

TEST(BlockFootprints, AreOfEachBlockOfEachNode) {
    const NumberedBlocks blocks = numbered_blocks(two_rows);
    EXPECT_THAT(blocks.of_tiles, testing::ElementsAre(0, 1, 1, 0, 2, 2, 2, 2));
    std::vector<std::size_t> nodes;
    std::vector<std::size_t> tiles;
    for (const BlockFootprint& block : blocks.footprints) {
        nodes.push_back(block.node);
        tiles.push_back(block.tiles.c);
    }
    EXPECT_THAT(nodes, testing::ElementsAre(0, 0, 1));
    EXPECT_THAT(tiles, testing::ElementsAre(2, 2, 4));
}

TEST(BlockFootprints, ReadTheLinesOfEachBlock) {
    EXPECT_THAT(input_bytes(two_rows, 10, {2, 3, 100}),
                testing::ElementsAre((2 * 2 + 4 * 3) * 10, (1 * 2 + 4 * 3) * 10));
    EXPECT_THAT(input_bytes({two_rows.allocation, {}}, 10, {2, 3, 100}),
                testing::ElementsAre((1 * 2 + 4 * 3) * 10, (1 * 2 + 4 * 3) * 10));
}

} // namespace
} // namespace tangram::sched
