#include "sched/zones/tile_holders.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace tangram::sched {
namespace {

/// Two tiles of C in a row, each four products deep, of nodes 0 and 1.
partition::Allocation two_tiles() {
    return {"scene", 1, 2, 2, {0, 1}};
}

TEST(TileHolders, AtFirstThePlannedOnes) {
    const TileHolders holders(two_tiles(), 4, std::nullopt);
    EXPECT_EQ(holders.holder({0, 0, 3}), Node{0});
    EXPECT_EQ(holders.holder({0, 1, 0}), Node{1});
    for (const Node node : {0, 1}) {
        EXPECT_EQ(holders.remaining(node), 4U);
        EXPECT_EQ(holders.planned_remaining(node), 4U);
    }
}

/// Nothing is to be done for a tile of another process, though the plan has a node for it.
TEST(TileHolders, AbsentTilesHaveNoProducts) {
    const TileHolders holders({"scene", 2, 2, 2, {0, 1, 1, 1}}, 4, Node{0}, {false, false, true, false});
    EXPECT_EQ(holders.remaining(0), 4);
    EXPECT_EQ(holders.remaining(1), 8);
    EXPECT_EQ(holders.planned_remaining(1), 8);
    EXPECT_EQ(holders.remaining_of_tile({1, 0, 0}), 0);
    EXPECT_EQ(holders.lines_at_home({0, 0, 0}), 1) << "in its column only the absent tile is a device's";
}

TEST(TileHolders, AThiefHoldsAllThatRemainsOfTheTile) {
    TileHolders holders(two_tiles(), 4, std::nullopt);
    holders.hand_out({0, 0, 0}); // to its owner
    holders.hand_out({0, 0, 1}); // to node 1
    holders.take({0, 0, 1}, 1);
    EXPECT_EQ(holders.holder({0, 0, 2}), Node{1});
    EXPECT_EQ(holders.remaining_of_tile({0, 0, 2}), 2U);
    EXPECT_EQ(holders.remaining(0), 0U);
    EXPECT_EQ(holders.remaining(1), 6U);
    EXPECT_EQ(holders.planned_remaining(0), 0U);
    EXPECT_EQ(holders.planned_remaining(1), 4U) << "the plan did not give it the tile";
}

TEST(TileHolders, ATileThatComesBackIsPlannedAgain) {
    TileHolders holders(two_tiles(), 4, std::nullopt);
    holders.hand_out({0, 0, 0});
    holders.take({0, 0, 0}, 1);
    holders.hand_out({0, 0, 1});
    holders.take({0, 0, 1}, 0);
    EXPECT_EQ(holders.remaining(0), 2U);
    EXPECT_EQ(holders.planned_remaining(0), 2U);
    EXPECT_EQ(holders.remaining(1), 4U);
}

/// Row 0 and column 0 have a tile of the device's, and with its theft row 1 and column 1; then home takes that back.
TEST(TileHolders, KnowRowsAndColumnsThatNoDeviceWorksOn) {
    TileHolders holders({"scene", 3, 3, 2, {1, 0, 0, 0, 0, 0, 0, 0, 0}}, 4, Node{0});
    EXPECT_EQ(holders.lines_at_home({0, 0, 0}), 0U);
    EXPECT_EQ(holders.lines_at_home({0, 1, 0}), 1U);
    EXPECT_EQ(holders.lines_at_home({1, 1, 0}), 2U);
    holders.take({1, 1, 0}, 1);
    EXPECT_EQ(holders.lines_at_home({1, 2, 0}), 1U);
    EXPECT_EQ(holders.lines_at_home({2, 2, 0}), 2U);
    holders.take({1, 1, 0}, 1);
    holders.take({1, 1, 0}, 0);
    EXPECT_EQ(holders.lines_at_home({1, 2, 0}), 2U);
}

TEST(TileHolders, KnowRowsAndColumnsByLayer) {
    const TileHolders holders({"scene", 2, 2, 2, {1, 0, 0, 0, 0, 0, 0, 0}, 2}, 2, Node{0});
    EXPECT_EQ(holders.lines_at_home({0, 1, 0}), 1U);
    EXPECT_EQ(holders.lines_at_home({0, 1, 1}), 2U) << "the device's tile is in the other layer";
}

TEST(TileHolders, WithoutAHomeAllTilesAreDevices) {
    const TileHolders holders(two_tiles(), 4, std::nullopt);
    EXPECT_EQ(holders.lines_at_home({0, 0, 0}), 0U);
}

TEST(TileHolders, LayersOfATileHaveHoldersOfTheirOwn) {
    const TileHolders holders({"scene", 1, 1, 2, {0, 1}, 2}, 2, std::nullopt);
    EXPECT_EQ(holders.holder({0, 0, 0}), Node{0});
    EXPECT_EQ(holders.holder({0, 0, 1}), Node{1});
    EXPECT_EQ(holders.remaining(0), 1U);
    EXPECT_EQ(holders.remaining_of_tile({0, 0, 1}), 1U);
}

} // namespace
} // namespace tangram::sched
