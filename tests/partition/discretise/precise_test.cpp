#include "partition/discretise/precise.hpp"

#include "base/error.hpp"
#include "partition/algorithms/nrrp.hpp"
#include "partition/base/costs.hpp"
#include "partition/base/targets.hpp"
#include "tests/partition/speed_families.hpp"
#include "tests/partition/two_columns.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <ostream>
#include <stdexcept>

namespace tangram::partition {

using ::testing::ElementsAre;
using testing::two_columns;

namespace {

/// A slab below and two bars above it.
Partition three_cuboids() {
    return {"by hand",
            2,
            1,
            {{0, {{0, 0.7, 0, 1, 0, 3}}}, {1, {{0.7, 2, 0, 0.6, 0, 3}}}, {2, {{0.7, 2, 0.6, 1, 0, 3}}}},
            3.0};
}

/// Algorithm 1 word for word, without any data structure.
std::vector<std::size_t> by_the_book(const Partition& partition, std::vector<std::size_t> left, const Grid& grid) {
    constexpr std::size_t nobody = 999;
    std::vector owners(grid.tiles(), nobody);
    const auto at = [&](std::size_t i, std::size_t j, std::size_t k) -> std::size_t& {
        return owners[(i * grid.columns + j) * grid.layers + k];
    };
    const auto inside = [](double low, double high, double length, std::size_t tile, std::size_t tiles) {
        const double scale = static_cast<double>(tiles) / length;
        return low * scale <= static_cast<double>(tile) + 1e-9 && static_cast<double>(tile + 1) <= high * scale + 1e-9;
    };
    const auto each_tile = [&](auto&& visit) {
        for (std::size_t i = 0; i < grid.rows; ++i) {
            for (std::size_t j = 0; j < grid.columns; ++j) {
                for (std::size_t k = 0; k < grid.layers; ++k) {
                    visit(i, j, k);
                }
            }
        }
    };
    for (const Zone& zone : partition.zones) {
        for (const Box& box : zone.boxes) {
            each_tile([&](std::size_t i, std::size_t j, std::size_t k) {
                if (inside(box.x0, box.x1, partition.height, i, grid.rows) &&
                    inside(box.y0, box.y1, partition.width, j, grid.columns) &&
                    inside(box.z0, box.z1, partition.depth.value_or(1), k, grid.layers)) {
                    at(i, j, k) = zone.processor;
                    --left[zone.processor];
                }
            });
        }
    }
    const auto far = [](std::size_t a, std::size_t b) { return a > b + 1 || b > a + 1; };
    each_tile([&](std::size_t i, std::size_t j, std::size_t k) {
        if (at(i, j, k) != nobody) {
            return;
        }
        std::vector<bool> adjacent(left.size(), false);
        each_tile([&](std::size_t x, std::size_t y, std::size_t z) {
            if (at(x, y, z) != nobody && !far(x, i) && !far(y, j) && !far(z, k)) {
                adjacent[at(x, y, z)] = true;
            }
        });
        std::size_t best = nobody;
        for (bool only_adjacent : {true, false}) {
            for (std::size_t p = 0; p < left.size() && (only_adjacent || best == nobody || !adjacent[best]); ++p) {
                if (left[p] > 0 && (adjacent[p] || !only_adjacent) && (best == nobody || left[p] < left[best])) {
                    best = p;
                }
            }
        }
        at(i, j, k) = best;
        --left[best];
    });
    return owners;
}

} // namespace

TEST(Precise, InnerTilesStayAndTheSeamIsShared) {
    const Allocation allocation = precise(two_columns(0.5), std::vector<std::size_t>{4, 5}, {3, 3});
    EXPECT_EQ(allocation.name, "by hand-precise");
    EXPECT_EQ(allocation.rows, 3u);
    EXPECT_EQ(allocation.columns, 3u);
    EXPECT_EQ(allocation.processors, 2u);
    // Left with 1 and 2 for the middle column: the one with fewer left comes first.
    EXPECT_THAT(allocation.owners, ElementsAre(0, 0, 1, 0, 1, 1, 0, 1, 1));
}

TEST(Precise, TilesWithoutANeighbourGoToWhoHasTheFewestLeft) {
    // No tile lies inside a zone of width 1/2.
    const Partition flat = two_columns(0.5);
    EXPECT_THAT(precise(flat, std::vector<std::size_t>{0, 1}, {1, 1}).owners, ElementsAre(1));
    EXPECT_THAT(precise(flat, std::vector<std::size_t>{2, 2}, {4, 1}).owners, ElementsAre(0, 0, 1, 1));
    EXPECT_THAT(precise(flat, std::vector<std::size_t>{3, 1}, {4, 1}).owners, ElementsAre(1, 0, 0, 0));
}

TEST(Precise, EdgesNextToAGridLineLieOnIt) {
    const std::vector<std::size_t> halves{2, 2};
    for (double cut : {0.5, 0.5 - 1e-13, 0.5 + 1e-13}) {
        EXPECT_THAT(precise(two_columns(cut), halves, {2, 2}).owners, ElementsAre(0, 1, 0, 1));
    }
}

TEST(Precise, FollowsTheAlgorithm) {
    for (testing::Family family : testing::all_families) {
        for (std::uint64_t seed = 0; seed < 24; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", testing::name_of(family), seed));
            const Grid grid{3 + seed % 11, 13 - seed % 9};
            const std::vector<double> speeds = testing::random_speeds(family, 1 + seed % 12, seed);
            const Partition partition = nrrp({speeds});
            const std::vector<std::size_t> targets = partial_sum_targets(speeds, grid.tiles());
            ASSERT_EQ(precise(partition, targets, grid).owners, by_the_book(partition, targets, grid));
        }
    }
}

TEST(Precise, FollowsTheAlgorithmInThreeDimensions) {
    const std::vector<double> volumes{0.7 * 3, 1.3 * 0.6 * 3, 1.3 * 0.4 * 3};
    for (const Grid& grid : {Grid{5, 4, 3}, Grid{1, 7, 2}, Grid{8, 8, 8}, Grid{3, 3, 1}}) {
        const std::vector<std::size_t> targets = partial_sum_targets(volumes, grid.tiles());
        const Allocation allocation = precise(three_cuboids(), targets, grid);
        EXPECT_EQ(allocation.layers, grid.layers);
        EXPECT_EQ(allocation.tile_counts(), targets);
        EXPECT_EQ(allocation.owners, by_the_book(three_cuboids(), targets, grid));
    }
}

TEST(Precise, EveryProcessorGetsItsTarget) {
    std::mt19937_64 random(1);
    for (testing::Family family : testing::all_families) {
        for (std::uint64_t seed = 0; seed < 48; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", testing::name_of(family), seed));
            const Grid grid{1 + seed % 20, 1 + seed * 7 % 23};
            const std::vector<double> speeds = testing::random_speeds(family, 1 + seed, seed);
            const Partition partition = nrrp({speeds});
            for (const auto& rule : {partial_sum_targets, apportioned_targets}) {
                std::vector<std::size_t> targets = rule(speeds, grid.tiles());
                EXPECT_EQ(precise(partition, targets, grid).tile_counts(), targets);
                // Other zones' targets: some are below what lies inside the zone.
                std::shuffle(targets.begin(), targets.end(), random);
                EXPECT_EQ(precise(partition, targets, grid).tile_counts(), targets);
            }
        }
    }
}

TEST(Precise, MoreProcessorsThanTiles) {
    const std::vector<double> speeds = testing::random_speeds(testing::Family::uniform, 1000, 1);
    for (const Grid& grid : {Grid{1, 1}, Grid{1, 9}, Grid{5, 5}}) {
        const std::vector<std::size_t> targets = partial_sum_targets(speeds, grid.tiles());
        EXPECT_EQ(precise(nrrp({speeds}), targets, grid).tile_counts(), targets);
    }
}

struct PreciseRow {
    std::vector<double> speeds;
    std::array<std::size_t, 4> cost; ///< for 8, 16, 24 and 32 tiles a side
    std::array<double, 4> load;      ///< largest load over perfect
};

/// The test's name, which would hold the bytes of pointers otherwise.
void PrintTo(const PreciseRow& row, std::ostream* out) { // NOLINT(readability-identifier-naming): GoogleTest's
    *out << row.speeds.size() << " processors, the first with speed " << row.speeds.front();
}

class PreciseFigures : public ::testing::TestWithParam<PreciseRow> {};

/// docs/algorithms.md, Measured ratios.
TEST_P(PreciseFigures, AsRecorded) {
    const auto& [speeds, cost, load] = GetParam();
    for (std::size_t column = 0; column < 4; ++column) {
        const std::size_t side = 8 * (column + 1);
        SCOPED_TRACE(fmt::format("{} tiles a side", side));
        const std::vector<std::size_t> targets = partial_sum_targets(speeds, side * side);
        const Allocation allocation = precise(nrrp({speeds}), targets, {side, side});
        EXPECT_EQ(allocation.cost(), cost[column]);
        EXPECT_NEAR(max_load_ratio(allocation.tile_counts(), speeds), load[column], 0.0006);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Recorded, PreciseFigures,
    ::testing::Values(PreciseRow{{1.09, 1.09, 1.09, 1.09, 0.5}, {43, 81, 125, 160}, {1.063, 1.010, 1.006, 1.001}},
                      PreciseRow{{0.3, 0.3, 0.3, 0.1}, {34, 67, 99, 132}, {1.042, 1.016, 1.007, 1.003}},
                      PreciseRow{{5, 3, 2, 1, 0.5}, {39, 78, 118, 144}, {1.078, 1.011, 1.005, 1.011}},
                      // 50: 52 in that table, where ties are ordered otherwise.
                      PreciseRow{{4, 4, 1, 1, 1, 1, 1, 1}, {50, 106, 139, 197}, {1.094, 1.039, 1.021, 1.012}}));

TEST(Precise, RejectsTargetsThatDoNotFit) {
    const Partition partition = two_columns(0.5);
    EXPECT_THROW((void)precise(partition, std::vector<std::size_t>{16}, {4, 4}), InvalidInput);
    EXPECT_THROW((void)precise(partition, std::vector<std::size_t>{8, 7}, {4, 4}), InvalidInput);
    EXPECT_THROW((void)precise(partition, std::vector<std::size_t>{8, 9}, {4, 4}), InvalidInput);
    EXPECT_THROW((void)precise(partition, std::vector<std::size_t>{17, ~std::size_t{0}}, {4, 4}), InvalidInput);
}

TEST(Precise, RejectsGridsAsRoundedDoes) {
    const std::vector<std::size_t> targets{8, 8};
    EXPECT_THROW((void)precise(two_columns(0.5), targets, {0, 4}), InvalidInput);
    EXPECT_THROW((void)precise(two_columns(0.5), targets, {4, 2, 2}), InvalidInput);
}

TEST(Precise, RefusesZonesThatAreNoPartition) {
    const std::vector<std::size_t> targets{32, 32};
    Partition overlap = two_columns(0.5);
    overlap.zones[0].boxes[0].y1 = 0.75;
    EXPECT_THROW((void)precise(overlap, std::vector<std::size_t>{48, 16}, {8, 8}), std::logic_error);
    Partition outside = two_columns(0.5);
    outside.zones[1].boxes[0].x1 = 1.5;
    EXPECT_THROW((void)precise(outside, targets, {8, 8}), std::logic_error);
}

} // namespace tangram::partition
