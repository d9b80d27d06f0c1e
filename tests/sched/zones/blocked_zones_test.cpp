#include "sched/zones/blocked_zones.hpp"

#include "partition/base/costs.hpp"

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

constexpr TileBytes unit_tiles{1, 1, 1};
constexpr double plenty = std::numeric_limits<double>::infinity();

/// The home node and four devices almost twice as fast, 16 x 16 tiles, depth 16.
BlockedZones sirocco(const std::string& name, double memory) {
    const partition::Problem problem{
        .speeds = {10, 19, 19, 19, 19}, .height = 16, .width = 16, .weights = {0, 1, 1, 1, 1}};
    return blocked_zones(allocation_kind(name), problem, 16, 16, 16, unit_tiles,
                         {plenty, memory, memory, memory, memory});
}

TEST(BlockedZones, AreTheKindsOwnIfAllFit) {
    const BlockedZones zones = sirocco("nrrp-rounded", 1000);
    EXPECT_TRUE(zones.blocks.empty());
    const partition::Problem problem{
        .speeds = {10, 19, 19, 19, 19}, .height = 16, .width = 16, .weights = {0, 1, 1, 1, 1}};
    EXPECT_EQ(zones.allocation, allocation_kind("nrrp-rounded").allocate(problem, 16, 16, 16));
}

/// A zone of 57 tiles in a memory of 30: blocks of at most 20 tiles, 4 x 5 and 9 of A and B. The zone in
/// strips is cut into such of 7 x 3 and 4 x 5, or more of them.
TEST(BlockedZones, ThreeNearSquaresForEachDevice) {
    for (const std::string name : {"nrrp-rounded", "nrrp-refined"}) {
        SCOPED_TRACE(name);
        const BlockedZones zones = sirocco(name, 30);
        EXPECT_EQ(zones.allocation.name, name);
        std::vector<std::size_t> blocks(5);
        for (const BlockFootprint& block : block_footprints(zones)) {
            ++blocks[block.node];
            if (block.node != 0) {
                EXPECT_LE(block.tiles.a + block.tiles.b, 9U);
                EXPECT_LE(block.tiles.a + block.tiles.b + block.tiles.c, 30U);
            }
        }
        EXPECT_EQ(blocks, (std::vector<std::size_t>{1, 3, 3, 3, 3}));
    }
}

/// Rounded makes blocks of 16 and of 20 tiles; each device gets both.
TEST(BlockedZones, AreSharedOutByTheirTiles) {
    EXPECT_THAT(sirocco("nrrp-rounded", 30).allocation.tile_counts(), testing::ElementsAre(32, 56, 56, 56, 56));
}

/// Parts of a fast node and of a slow one are not alike, though their memories are.
TEST(BlockedZones, ExactNumbersOfTilesStayExact) {
    const partition::Problem problem{.speeds = {1, 2, 2, 1, 1}, .height = 24, .width = 24, .weights = {0, 1, 1, 1, 1}};
    const BlockedZones zones =
        blocked_zones(allocation_kind("nrrp-precise"), problem, 24, 24, 24, unit_tiles, {plenty, 105, 105, 105, 105});
    ASSERT_FALSE(zones.blocks.empty());
    EXPECT_EQ(zones.allocation.tile_counts(),
              allocation_kind("nrrp-precise").allocate(problem, 24, 24, 24).tile_counts());
}

/// Five devices of three times the home node's speed, in memory for 17 tiles. Least would be moved, thefts included,
/// if their blocks left it 31 of 256 tiles, where 16 are its share. That it reads nothing is no reason.
TEST(BlockedZones, NobodyGetsFarTooMuch) {
    const partition::Problem problem{
        .speeds = {1, 3, 3, 3, 3, 3}, .height = 16, .width = 16, .weights = {0, 1, 1, 1, 1, 1}};
    const AllocationKind& rounded = allocation_kind("nrrp-rounded");
    const BlockedZones zones = blocked_zones(rounded, problem, 16, 16, 16, unit_tiles, {plenty, 17, 17, 17, 17, 17});
    EXPECT_LE(partition::max_load_ratio(zones.allocation.tile_counts(), problem.speeds),
              partition::max_load_ratio(rounded.allocate(problem, 16, 16, 16).tile_counts(), problem.speeds));
}

TEST(BlockedZones, AZoneOneProductOfWhichFitsIsOneBlock) {
    const BlockedZones zones = sirocco("nrrp-rounded", 90);
    EXPECT_EQ(block_footprints(zones).size(), 5U);
    EXPECT_EQ(zones.blocks, BlockNumbers(256)) << "though all of its tiles of A and B do not";
    EXPECT_TRUE(zones.slice_orders.empty());
}

/// A zone of 63 or 64 tiles, and 8 of A or B and two: with 16 of A and B it needs memory for 80.
TEST(BlockedZones, AreLargerLineByLine) {
    constexpr double memory = 74;
    const BlockedZones zones = sirocco("nrrp-rounded", memory);
    EXPECT_EQ(block_footprints(zones).size(), 5U);
    const std::vector<partition::Footprint> footprints = zones.allocation.footprints();
    const auto has_room = [&](std::size_t node) {
        return node == 0 ||
               footprints[node].c + footprints[node].a + footprints[node].b <= static_cast<std::size_t>(memory);
    };
    EXPECT_FALSE(has_room(1) && has_room(2) && has_room(3) && has_room(4));
    ASSERT_EQ(zones.slice_orders.size(), zones.allocation.owners.size());
    for (std::size_t tile = 0; tile < zones.allocation.owners.size(); ++tile) {
        const bool grows = zones.slice_orders[tile] == SliceOrder::growing;
        EXPECT_EQ(grows, has_room(zones.allocation.owners[tile])) << "tile " << tile;
    }
    const std::vector<double> memories = {plenty, memory, memory, memory, memory};
    const BlockNumbers growing = zone_blocks(zones.allocation, 16, unit_tiles, memories, SliceRoom::growing);
    EXPECT_GT(block_footprints({zones.allocation, growing}).size(), 5U);
    EXPECT_TRUE(sirocco("nrrp-rounded", 80).slice_orders.empty());
}

TEST(BlockedZones, InThreeDimensionsZonesAreCut) {
    const BlockedZones zones = sirocco("3d-nrrp-rounded", 30);
    ASSERT_EQ(zones.allocation.layers, 16U);
    EXPECT_GT(block_footprints(zones).size(), 5U);
    struct Lines {
        std::set<std::size_t> rows, columns;
    };
    std::map<std::pair<std::size_t, std::uint32_t>, Lines> lines;
    for (std::size_t tile = 0; tile < zones.blocks.size(); ++tile) {
        Lines& of_block = lines[{zones.allocation.owners[tile], zones.blocks[tile]}];
        of_block.rows.insert(tile / 16 / 16);
        of_block.columns.insert(tile / 16 % 16);
    }
    for (const auto& [block, of_block] : lines) {
        const std::size_t rows = of_block.rows.size();
        const std::size_t columns = of_block.columns.size();
        EXPECT_TRUE(block.first == 0 || rows * columns + rows + columns <= 30) << rows << " x " << columns;
    }
}

/// Tiles that the nodes but the first one take, and a row and a column for each that thieves will take.
double moved(const BlockedZones& zones, const partition::Problem& problem, std::size_t depth) {
    const std::vector<double> inputs = input_bytes(zones, depth, unit_tiles);
    const std::vector<std::size_t> tiles = zones.allocation.tile_counts();
    const std::vector<double> shares = partition::shares(problem.speeds);
    double sum = 0;
    for (std::size_t node = 0; node < tiles.size(); ++node) {
        const auto of_node = static_cast<double>(tiles[node]);
        const double surplus = of_node - shares[node] * static_cast<double>(zones.allocation.owners.size());
        sum += (node == 0 ? 0 : inputs[node] + of_node) + 2 * static_cast<double>(depth) * std::max(surplus, 0.0);
    }
    return sum;
}

/// By tile, what its node's memory lacks for its block.
std::vector<double> bytes_missing(const BlockedZones& zones, std::size_t depth, const std::vector<double>& memory) {
    struct Block {
        std::set<std::size_t> rows, columns;
        std::size_t tiles = 0;
    };
    const auto key = [&](std::size_t tile) {
        return std::pair(zones.allocation.owners[tile], zones.blocks.empty() ? 0 : zones.blocks[tile]);
    };
    std::map<std::pair<std::size_t, std::uint32_t>, Block> blocks;
    for (std::size_t tile = 0; tile < zones.allocation.owners.size(); ++tile) {
        Block& block = blocks[key(tile)];
        block.rows.insert(tile / zones.allocation.columns);
        block.columns.insert(tile % zones.allocation.columns);
        ++block.tiles;
    }
    std::vector<double> missing;
    for (std::size_t tile = 0; tile < zones.allocation.owners.size(); ++tile) {
        const Block& block = blocks[key(tile)];
        const SliceOrder order = zones.slice_orders.empty() ? SliceOrder::growing : zones.slice_orders[tile];
        const std::size_t a = order == SliceOrder::rows ? 2 : block.rows.size();
        const std::size_t b = order == SliceOrder::columns ? 2 : block.columns.size();
        const std::size_t products = zones.blocks.empty() ? depth : 1;
        missing.push_back(static_cast<double>(block.tiles + products * (a + b)) -
                          memory[zones.allocation.owners[tile]]);
    }
    return missing;
}

/// Whatever the speeds and memories: blocks fit, and the plan is balanced as zones in strips are, or as Rounded
/// often is.
TEST(BlockedZones, FitAndAreBalanced) {
    constexpr std::uint64_t seed = 20261122;
    std::mt19937_64 random(seed);
    int rounds_by_lines = 0;
    for (int round = 0; round < 200; ++round) {
        SCOPED_TRACE("seed " + std::to_string(seed) + ", round " + std::to_string(round));
        const std::size_t nodes = 1 + random() % 6;
        const std::size_t rows = 1 + random() % 30;
        const std::size_t columns = 1 + random() % 30;
        const std::size_t depth = 1 + random() % 24;
        partition::Problem problem{.height = static_cast<double>(rows), .width = static_cast<double>(columns)};
        std::vector<double> memory;
        const bool alike_memories = random() % 2 == 0;
        for (std::size_t node = 0; node < nodes; ++node) {
            problem.speeds.push_back(1 + static_cast<double>(random() % 100));
            problem.weights.push_back(node == 0 ? 0 : 1);
            memory.push_back(node == 0                    ? plenty
                             : alike_memories && node > 1 ? memory[1]
                                                          : static_cast<double>(3 + random() % 200));
        }
        const bool is_exact = random() % 2 == 0;
        const AllocationKind& k = allocation_kind(is_exact ? "nrrp-precise" : "nrrp-rounded");
        const BlockedZones zones = blocked_zones(k, problem, rows, columns, depth, unit_tiles, memory);
        ASSERT_EQ(zones.allocation.processors, nodes);
        ASSERT_TRUE(std::all_of(zones.allocation.owners.begin(), zones.allocation.owners.end(),
                                [&](std::size_t owner) { return owner < nodes; }));
        for (const double missing : bytes_missing(zones, depth, memory)) {
            EXPECT_LE(missing, 0);
        }
        const std::vector<std::size_t> counts = zones.allocation.tile_counts();
        const partition::Allocation in_strips = k.allocate(problem, rows, columns, depth);
        const std::vector<std::size_t> own = in_strips.tile_counts();
        EXPECT_LE(partition::max_load_ratio(counts, problem.speeds),
                  std::max(1.1, partition::max_load_ratio(own, problem.speeds)));
        const BlockNumbers strips = zone_blocks(in_strips, depth, unit_tiles, memory, SliceRoom::growing);
        const bool by_lines = !zones.slice_orders.empty();
        rounds_by_lines += by_lines ? 1 : 0;
        EXPECT_LE(moved(zones, problem, depth),
                  moved({in_strips, strips}, problem, depth) * (by_lines ? 0.99 : 1) * (1 + 1e-9));
        for (std::size_t node = 0; is_exact && node < nodes; ++node) {
            EXPECT_LE(counts[node], own[node] + 1) << "node " << node;
        }
    }
    EXPECT_GT(rounds_by_lines, 20);
}

/// 4 x 16 tiles of one node go column by column, as 4 tiles of A stay, and 16 x 4 row by row.
TEST(BlockedZones, TheShorterSideStays) {
    const auto orders = [](std::size_t rows, std::size_t columns) {
        const partition::Problem problem{
            .speeds = {1}, .height = static_cast<double>(rows), .width = static_cast<double>(columns), .weights = {1}};
        return blocked_zones(allocation_kind("nrrp-rounded"), problem, rows, columns, 2, unit_tiles, {64 + 4 + 2})
            .slice_orders;
    };
    EXPECT_EQ(orders(4, 16), std::vector<SliceOrder>(64, SliceOrder::columns));
    EXPECT_EQ(orders(16, 4), std::vector<SliceOrder>(64, SliceOrder::rows));
}

/// The first slice of a block is by growing rows and columns.
TEST(BlockedZones, OfOneProductHaveNoLines) {
    const partition::Problem problem{.speeds = {1}, .height = 8, .width = 8, .weights = {1}};
    EXPECT_TRUE(blocked_zones(allocation_kind("nrrp-rounded"), problem, 8, 8, 1, unit_tiles, {64 + 8 + 2})
                    .slice_orders.empty());
    EXPECT_FALSE(blocked_zones(allocation_kind("nrrp-rounded"), problem, 8, 8, 2, unit_tiles, {64 + 8 + 2})
                     .slice_orders.empty());
}

} // namespace
} // namespace tangram::sched
