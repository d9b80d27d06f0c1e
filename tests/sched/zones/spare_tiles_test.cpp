#include "sched/zones/spare_tiles.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace tangram::sched {
namespace {

/// One letter per tile: '*' is left to thieves.
std::string drawing(const partition::Allocation& allocation, const std::vector<NodeSpeed>& speeds) {
    const std::vector<std::optional<Node>> spare = spare_tiles(allocation, speeds);
    std::string text;
    for (std::size_t tile = 0; tile < spare.size(); ++tile) {
        text += spare[tile] ? '*' : '.';
        text += tile % allocation.columns == allocation.columns - 1 ? "\n" : "";
    }
    return text;
}

NodeSpeed rate(double products_per_second, std::size_t workers = 1) {
    return {0, products_per_second, workers};
}

/// 10 x 10 tiles in columns: node 0 has the first six.
partition::Allocation six_of_ten() {
    partition::Allocation allocation{"scene", 10, 10, 2, {}};
    for (std::size_t tile = 0; tile < 100; ++tile) {
        allocation.owners.push_back(tile % 10 < 6 ? 0 : 1);
    }
    return allocation;
}

TEST(SpareTiles, TheSurplusInColumnsThatTheThiefFills) {
    // Alike, so 50 tiles are right: node 1 wants ten, and one column of node 0 has ten.
    std::string wanted;
    for (int row = 0; row < 10; ++row) {
        wanted += ".....*....\n";
    }
    EXPECT_EQ(drawing(six_of_ten(), {rate(1), rate(1)}), wanted);
}

TEST(SpareTiles, NoneIfAllAreDoneAtOnce) {
    const std::string drawn = drawing(six_of_ten(), {rate(6), rate(4)});
    EXPECT_EQ(std::count(drawn.begin(), drawn.end(), '*'), 0);
}

TEST(SpareTiles, PartsOfATileAreNotLeft) {
    // Of 100 tiles 49.5 and 50.5 are right.
    const std::string drawn = drawing(six_of_ten(), {rate(49.5), rate(50.5)});
    EXPECT_EQ(std::count(drawn.begin(), drawn.end(), '*'), 10);
}

TEST(SpareTiles, NoneWhereATileTakesLong) {
    // 7 x 7 tiles of two nodes: one of 24.5 that each should do is 4% of the time.
    partition::Allocation allocation{"scene", 7, 7, 2, std::vector<std::size_t>(49)};
    allocation.owners.back() = 1;
    const std::string drawn = drawing(allocation, {rate(1), rate(1)});
    EXPECT_EQ(std::count(drawn.begin(), drawn.end(), '*'), 0);
}

TEST(SpareTiles, NoneForAThiefOfSlowWorkers) {
    const std::string drawn = drawing(six_of_ten(), {rate(1), rate(1, 3)});
    EXPECT_EQ(std::count(drawn.begin(), drawn.end(), '*'), 0) << "together they are as fast, but not alone";
}

TEST(SpareTiles, NoneThatWorkersBeginAtOnce) {
    // Node 0 has 60 tiles and time for 50.
    const auto spare_of = [](std::size_t workers) {
        const std::string drawn = drawing(six_of_ten(), {rate(1, workers), rate(1)});
        return std::count(drawn.begin(), drawn.end(), '*');
    };
    EXPECT_EQ(spare_of(55), 5);
    EXPECT_EQ(spare_of(60), 0);
}

TEST(SpareTiles, ThievesThatCanGetLeastComeFirst) {
    // Nodes 0, 1, 2 have the upper half, 3 and 4 the lower one. 1 can get the five that are too many of 0 or of 2,
    // 4 only those of 2, as it has no row or column in common with 0.
    partition::Allocation allocation{"scene", 20, 20, 5, {}};
    for (std::size_t tile = 0; tile < 400; ++tile) {
        const std::size_t column = tile % 20;
        allocation.owners.push_back(tile >= 200 ? (column < 10 ? 3U : 4U) : column < 7 ? 0U : column < 13 ? 1U : 2U);
    }
    const std::vector<std::optional<Node>> spare =
        spare_tiles(allocation, {rate(65), rate(65), rate(65), rate(100), rate(105)});
    for (std::size_t tile = 0; tile < spare.size(); ++tile) {
        if (spare[tile]) {
            EXPECT_EQ(*spare[tile], allocation.owners[tile] == 0 ? Node{1} : Node{4}) << "tile " << tile;
        }
    }
    EXPECT_EQ(std::count(spare.begin(), spare.end(), std::optional<Node>{1}), 5);
    EXPECT_EQ(std::count(spare.begin(), spare.end(), std::optional<Node>{4}), 5);
}

TEST(SpareTiles, NoneOfANodeWithoutARate) {
    const std::string drawn = drawing(six_of_ten(), {rate(0), rate(1)});
    EXPECT_EQ(std::count(drawn.begin(), drawn.end(), '*'), 0);
}

TEST(SpareTiles, NoneForAThiefThatSharesNoLineWithThem) {
    // Node 0 has too many and the upper left, node 2 too few and the lower right.
    partition::Allocation allocation{"scene", 12, 12, 3, std::vector<std::size_t>(144, 1)};
    for (std::size_t i = 0; i < 9; ++i) {
        for (std::size_t j = 0; j < 9; ++j) {
            allocation.owners[allocation.index(i, j)] = 0;
        }
    }
    allocation.owners[allocation.index(11, 11)] = 2;
    const std::string drawn = drawing(allocation, {rate(70), rate(62), rate(12)});
    EXPECT_EQ(std::count(drawn.begin(), drawn.end(), '*'), 0);
}

TEST(SpareTiles, EmptyInThreeDimensionsAndForUnknownSpeeds) {
    EXPECT_TRUE(spare_tiles({"scene", 1, 2, 2, {0, 1, 0, 1}, 2}, {rate(1), rate(1)}).empty());
    EXPECT_TRUE(spare_tiles(six_of_ten(), {}).empty());
}

/// By node, tiles beyond what it does in the time in which all are done at once.
std::vector<double> excess(const partition::Allocation& allocation, const std::vector<NodeSpeed>& speeds) {
    double rates = 0;
    for (const NodeSpeed& speed : speeds) {
        rates += speed.products_per_second;
    }
    std::vector<double> result;
    const std::vector<std::size_t> tiles = allocation.tile_counts();
    for (std::size_t node = 0; node < speeds.size(); ++node) {
        const double share = speeds[node].products_per_second / rates;
        result.push_back(static_cast<double>(tiles[node]) - share * static_cast<double>(allocation.owners.size()));
    }
    return result;
}

TEST(SpareTiles, NeverMoreThanANodeHasTooManyNorThanThievesWant) {
    constexpr std::uint64_t seed = 11;
    std::mt19937_64 random(seed);
    std::size_t total = 0;
    for (int round = 0; round < 100; ++round) {
        partition::Allocation allocation{"random", 8 + random() % 10, 8 + random() % 10, 2 + random() % 4, {}};
        std::vector<NodeSpeed> speeds;
        for (std::size_t node = 0; node < allocation.processors; ++node) {
            speeds.push_back(rate(static_cast<double>(1 + random() % 9)));
        }
        for (std::size_t tile = 0; tile < allocation.rows * allocation.columns; ++tile) {
            allocation.owners.push_back(random() % allocation.processors);
        }
        const std::vector<std::optional<Node>> spare = spare_tiles(allocation, speeds);
        const std::vector<double> too_many = excess(allocation, speeds);
        std::vector<double> left(speeds.size());
        for (std::size_t tile = 0; tile < spare.size(); ++tile) {
            left[allocation.owners[tile]] += spare[tile] ? 1 : 0;
        }
        double wanted = 0;
        double all = 0;
        for (std::size_t node = 0; node < speeds.size(); ++node) {
            EXPECT_LE(left[node], std::max(too_many[node], 0.0)) << "seed " << seed << ", round " << round;
            wanted += too_many[node] < 0 ? std::ceil(-too_many[node]) : 0;
            all += left[node];
        }
        EXPECT_LE(all, wanted) << "seed " << seed << ", round " << round;
        total += static_cast<std::size_t>(all);
    }
    EXPECT_GT(total, 0U) << "the test tests something";
}

} // namespace
} // namespace tangram::sched
