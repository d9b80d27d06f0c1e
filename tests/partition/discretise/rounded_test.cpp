#include "partition/discretise/rounded.hpp"

#include "base/error.hpp"
#include "partition/algorithms/nrrp.hpp"
#include "partition/base/costs.hpp"
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

/// The processor whose zone holds the centre of a tile.
std::size_t owner_of_centre(const Partition& partition, double x, double y) {
    for (const Zone& zone : partition.zones) {
        for (const Box& box : zone.boxes) {
            if (box.x0 <= x && x < box.x1 && box.y0 <= y && y < box.y1) {
                return zone.processor;
            }
        }
    }
    throw std::logic_error("no zone here");
}

} // namespace

TEST(Rounded, EdgesGoToTheNearestGridLineHalvesUp) {
    EXPECT_THAT(rounded(two_columns(0.49), {1, 3}).owners, ElementsAre(0, 1, 1));
    EXPECT_THAT(rounded(two_columns(0.5), {1, 3}).owners, ElementsAre(0, 0, 1));
    EXPECT_THAT(rounded(two_columns(0.5 - 1e-13), {1, 3}).owners, ElementsAre(0, 0, 1));
}

TEST(Rounded, LaysTheGridOverTheDomain) {
    Partition stacked{"by hand", 10, 30, {{0, {{0, 5, 0, 30}}}, {1, {{5, 10, 0, 30}}}}};
    const Allocation allocation = rounded(stacked, {2, 3});
    EXPECT_EQ(allocation.name, "by hand-rounded");
    EXPECT_EQ(allocation.rows, 2u);
    EXPECT_EQ(allocation.columns, 3u);
    EXPECT_EQ(allocation.processors, 2u);
    EXPECT_THAT(allocation.owners, ElementsAre(0, 0, 0, 1, 1, 1));
}

TEST(Rounded, SmallProcessorMayGetNoTile) {
    EXPECT_THAT(rounded(nrrp({std::vector{0.99, 0.01}}), {4, 4}).tile_counts(), ElementsAre(16, 0));
}

TEST(Rounded, TileGoesToTheZoneOfItsCentre) {
    for (testing::Family family : testing::all_families) {
        for (std::uint64_t seed = 0; seed < 48; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", testing::name_of(family), seed));
            const std::size_t rows = 5 + seed % 23;
            const std::size_t columns = 40 - seed % 29;
            const std::vector<double> speeds = testing::random_speeds(family, 2 + seed % 24, seed);
            const Partition partition = nrrp({speeds, static_cast<double>(rows), static_cast<double>(columns)});
            const Allocation allocation = rounded(partition, {rows, columns});
            for (std::size_t i = 0; i < rows; ++i) {
                for (std::size_t j = 0; j < columns; ++j) {
                    const double x = static_cast<double>(i) + 0.5 - 1e-9; // a half is rounded up
                    const double y = static_cast<double>(j) + 0.5 - 1e-9;
                    ASSERT_EQ(allocation.owner(i, j), owner_of_centre(partition, x, y)) << i << ", " << j;
                }
            }
        }
    }
}

struct RoundedRow {
    std::vector<double> speeds;
    std::array<std::size_t, 4> cost; ///< for 8, 16, 24 and 32 tiles a side
    std::array<double, 4> load;      ///< largest load over perfect, to three decimals
};

/// The test's name, which would hold the bytes of pointers otherwise.
void PrintTo(const RoundedRow& row, std::ostream* out) { // NOLINT(readability-identifier-naming): GoogleTest's
    *out << row.speeds.size() << " processors, the first with speed " << row.speeds.front();
}

class RoundedFigures : public ::testing::TestWithParam<RoundedRow> {};

/// docs/algorithms.md, Measured ratios.
TEST_P(RoundedFigures, AsRecorded) {
    const auto& [speeds, cost, load] = GetParam();
    for (std::size_t column = 0; column < 4; ++column) {
        const std::size_t tiles = 8 * (column + 1);
        SCOPED_TRACE(fmt::format("{} tiles a side", tiles));
        const Allocation allocation = rounded(nrrp({speeds}), {tiles, tiles});
        EXPECT_EQ(allocation.cost(), cost[column]);
        EXPECT_NEAR(max_load_ratio(allocation.tile_counts(), speeds), load[column], 0.0006);
    }
}

INSTANTIATE_TEST_SUITE_P(
    Recorded, RoundedFigures,
    ::testing::Values(RoundedRow{{1.09, 1.09, 1.09, 1.09, 0.5}, {36, 73, 109, 146}, {1.115, 1.097, 1.022, 1.025}},
                      RoundedRow{{0.3, 0.3, 0.3, 0.1}, {32, 64, 96, 128}, {1.042, 1.042, 1.042, 1.016}},
                      RoundedRow{{5, 3, 2, 1, 0.5}, {35, 70, 105, 139}, {1.198, 1.078, 1.078, 1.078}},
                      RoundedRow{{4, 4, 1, 1, 1, 1, 1, 1}, {44, 88, 132, 178}, {1.312, 1.148, 1.021, 1.053}}));

TEST(Rounded, CutsLayersOfThreeDimensionalZones) {
    const Partition slabs{"by hand", 1, 1, {{0, {{0, 1, 0, 1, 0, 1.3}}}, {1, {{0, 1, 0, 1, 1.3, 4}}}}, 4.0};
    const Allocation allocation = rounded(slabs, {1, 2, 4});
    EXPECT_EQ(allocation.layers, 4u);
    EXPECT_THAT(allocation.owners, ElementsAre(0, 1, 1, 1, 0, 1, 1, 1));
    EXPECT_THAT(rounded(slabs, {1, 2, 1}).owners, ElementsAre(1, 1));
}

TEST(Rounded, RejectsLayersOfFlatPartitions) {
    EXPECT_THROW((void)rounded(two_columns(0.5), {4, 4, 2}), InvalidInput);
}

TEST(Rounded, RejectsGridsWithoutTilesOrTooLarge) {
    const Partition partition = two_columns(0.5);
    const std::size_t huge = std::size_t{1} << 40;
    EXPECT_THROW((void)rounded(partition, {0, 4}), InvalidInput);
    EXPECT_THROW((void)rounded(partition, {4, 0}), InvalidInput);
    EXPECT_THROW((void)rounded(partition, {4, 4, 0}), InvalidInput);
    EXPECT_THROW((void)rounded(partition, {huge, huge}), InvalidInput);
}

TEST(Rounded, RefusesZonesThatAreNoPartition) {
    Partition gap = two_columns(0.5);
    gap.zones[0].boxes[0].y1 = 0.25;
    EXPECT_THROW((void)rounded(gap, {8, 8}), std::logic_error);
    Partition overlap = two_columns(0.5);
    overlap.zones[0].boxes[0].y1 = 0.75;
    EXPECT_THROW((void)rounded(overlap, {8, 8}), std::logic_error);
    Partition outside = two_columns(0.5);
    outside.zones[1].boxes[0].x1 = 1.5;
    EXPECT_THROW((void)rounded(outside, {8, 8}), std::logic_error);
}

} // namespace tangram::partition
