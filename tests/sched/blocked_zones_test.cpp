#include "sched/blocked_zones.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tangram::sched {
namespace {

constexpr TileBytes alike{1, 1, 1};
constexpr double plenty = std::numeric_limits<double>::infinity();

const AllocationKind& kind(const std::string& name) {
    const std::vector<AllocationKind>& all = allocation_kinds();
    return *std::find_if(all.begin(), all.end(), [&](const AllocationKind& k) { return k.name == name; });
}

/// Rows, columns and tiles of C of each block.
std::map<std::pair<Node, std::uint32_t>, partition::Footprint> footprints(const BlockedZones& zones) {
    struct Lines {
        std::set<std::size_t> rows, columns;
        std::size_t tiles = 0;
    };
    std::map<std::pair<Node, std::uint32_t>, Lines> lines;
    for (std::size_t i = 0; i < zones.allocation.rows; ++i) {
        for (std::size_t j = 0; j < zones.allocation.columns; ++j) {
            const std::size_t tile = zones.allocation.index(i, j);
            Lines& of_block = lines[{zones.allocation.owners[tile], zones.blocks.empty() ? 0 : zones.blocks[tile]}];
            of_block.rows.insert(i);
            of_block.columns.insert(j);
            ++of_block.tiles;
        }
    }
    std::map<std::pair<Node, std::uint32_t>, partition::Footprint> result;
    for (const auto& [block, of_block] : lines) {
        result[block] = {of_block.rows.size(), of_block.columns.size(), of_block.tiles};
    }
    return result;
}

/// The home node and four devices as fast as two of it, 16 x 16 tiles, depth 16.
BlockedZones sirocco(const std::string& name, double memory) {
    const partition::Problem problem{.speeds = {1, 2, 2, 2, 2}, .height = 16, .width = 16, .weights = {0, 1, 1, 1, 1}};
    return blocked_zones(kind(name), problem, 16, 16, 16, alike, {plenty, memory, memory, memory, memory});
}

TEST(BlockedZones, AreTheKindsOwnIfAllFit) {
    const BlockedZones zones = sirocco("nrrp-rounded", 1000);
    EXPECT_TRUE(zones.blocks.empty());
    const partition::Problem problem{.speeds = {1, 2, 2, 2, 2}, .height = 16, .width = 16, .weights = {0, 1, 1, 1, 1}};
    EXPECT_EQ(zones.allocation, kind("nrrp-rounded").allocate(problem, 16, 16, 16));
}

/// A zone of 57 tiles in a memory of 30: blocks of at most 20 tiles, 4 x 5 and 9 of A and B. The zone in
/// strips is cut into such of 7 x 3 and 4 x 5, or more of them.
TEST(BlockedZones, ThreeNearSquaresForEachDevice) {
    for (const std::string name : {"nrrp-rounded", "nrrp-refined"}) {
        SCOPED_TRACE(name);
        const BlockedZones zones = sirocco(name, 30);
        EXPECT_EQ(zones.allocation.name, name);
        std::vector<std::size_t> blocks(5);
        for (const auto& [block, lines] : footprints(zones)) {
            ++blocks[block.first];
            if (block.first != 0) {
                EXPECT_LE(lines.a + lines.b, 9U);
                EXPECT_LE(lines.a + lines.b + lines.c, 30U);
            }
        }
        EXPECT_EQ(blocks, (std::vector<std::size_t>{1, 3, 3, 3, 3}));
    }
}

/// Rounded makes blocks of 16 and of 20 tiles; each device gets both.
TEST(BlockedZones, AreSharedOutByTheirTiles) {
    EXPECT_THAT(sirocco("nrrp-rounded", 30).allocation.tile_counts(), testing::ElementsAre(32, 56, 56, 56, 56));
}

TEST(BlockedZones, AZoneOneProductOfWhichFitsIsOneBlock) {
    const BlockedZones zones = sirocco("nrrp-rounded", 90);
    EXPECT_EQ(footprints(zones).size(), 5U);
    EXPECT_EQ(zones.blocks, BlockNumbers(256)) << "though all of its tiles of A and B do not";
}

TEST(BlockedZones, InThreeDimensionsZonesAreCut) {
    const BlockedZones zones = sirocco("3d-nrrp-rounded", 30);
    EXPECT_EQ(zones.allocation.layers, 16U);
    for (const BlockFootprint& block : block_footprints(zones)) {
        EXPECT_TRUE(block.node == 0 || block.tiles.c <= 30) << block.tiles.c;
    }
    EXPECT_GT(block_footprints(zones).size(), 5U);
}

TEST(BlockedZones, ReadTheLinesOfEachBlock) {
    // Node 0 has a row of four tiles in two blocks, node 1 the row below.
    const BlockedZones zones{{"scene", 2, 4, 2, {0, 0, 0, 0, 1, 1, 1, 1}}, {0, 1, 1, 0, 0, 0, 0, 0}};
    EXPECT_THAT(input_bytes(zones, 10, {2, 3, 100}), testing::ElementsAre((2 * 2 + 4 * 3) * 10, (1 * 2 + 4 * 3) * 10));
    EXPECT_THAT(input_bytes({zones.allocation, {}}, 10, {2, 3, 100}),
                testing::ElementsAre((1 * 2 + 4 * 3) * 10, (1 * 2 + 4 * 3) * 10));
}

/// Whatever the speeds and memories: blocks fit or are single tiles, and never more is read than by the
/// kind's own zones in strips.
TEST(BlockedZones, FitAndReadNoMoreThanZonesInStrips) {
    constexpr std::uint64_t seed = 20261122;
    std::mt19937_64 random(seed);
    for (int round = 0; round < 60; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
        const std::size_t nodes = 1 + random() % 6;
        const std::size_t rows = 1 + random() % 24;
        const std::size_t columns = 1 + random() % 24;
        const std::size_t depth = 1 + random() % 24;
        partition::Problem problem{.height = static_cast<double>(rows), .width = static_cast<double>(columns)};
        std::vector<double> memory;
        for (std::size_t node = 0; node < nodes; ++node) {
            problem.speeds.push_back(1 + static_cast<double>(random() % 100));
            problem.weights.push_back(node == 0 ? 0 : 1);
            memory.push_back(node == 0 ? plenty : static_cast<double>(3 + random() % 200));
        }
        const AllocationKind& k = kind(random() % 2 == 0 ? "nrrp-rounded" : "nrrp-precise");
        const BlockedZones zones = blocked_zones(k, problem, rows, columns, depth, alike, memory);
        ASSERT_EQ(zones.allocation.processors, nodes);
        ASSERT_TRUE(std::all_of(zones.allocation.owners.begin(), zones.allocation.owners.end(),
                                [&](std::size_t owner) { return owner < nodes; }));
        for (const auto& [block, lines] : footprints(zones)) {
            const std::size_t products = zones.blocks.empty() ? depth : 1;
            const auto tiles = static_cast<double>(lines.c + products * (lines.a + lines.b));
            EXPECT_LE(tiles, memory[block.first]) << "node " << block.first << ", block " << block.second;
        }
        const auto moved = [&](const BlockedZones& z) {
            double bytes = 0;
            for (std::size_t node = 1; node < nodes; ++node) {
                bytes += input_bytes(z, depth, alike)[node] + static_cast<double>(z.allocation.tile_counts()[node]);
            }
            return bytes;
        };
        const partition::Allocation own = k.allocate(problem, rows, columns, depth);
        EXPECT_LE(moved(zones), moved({own, zone_blocks(own, depth, alike, memory)}));
    }
}

} // namespace
} // namespace tangram::sched
