#include "partition/base/allocation.hpp"

#include <gmock/gmock.h>

#include <random>
#include <set>
#include <tuple>

namespace tangram::partition {

using ::testing::ElementsAre;

namespace {

/// Cost by its definition: distinct (processor, row) and (processor, column).
std::size_t cost_by_sets(const Allocation& allocation) {
    std::set<std::tuple<std::size_t, std::size_t>> rows;
    std::set<std::tuple<std::size_t, std::size_t>> columns;
    for (std::size_t i = 0; i < allocation.rows; ++i) {
        for (std::size_t j = 0; j < allocation.columns; ++j) {
            rows.emplace(allocation.owner(i, j), i);
            columns.emplace(allocation.owner(i, j), j);
        }
    }
    return rows.size() + columns.size();
}

} // namespace

TEST(Allocation, CountsTilesPerProcessor) {
    const Allocation allocation{"by hand", 2, 3, 4, {0, 0, 2, 0, 2, 3}};
    EXPECT_THAT(allocation.tile_counts(), ElementsAre(3, 0, 2, 1));
}

TEST(Allocation, AllProductsOfATileHaveItsOwnerInTwoDimensions) {
    const Allocation flat{"flat", 1, 2, 2, {0, 1}};
    EXPECT_EQ(flat.owner_of_product(0, 0, 7), 0u);
    EXPECT_EQ(flat.owner_of_product(0, 1, 7), 1u);
    const Allocation solid{"solid", 1, 2, 3, {0, 1, 2, 0}, 2};
    EXPECT_EQ(solid.owner_of_product(0, 0, 1), 1u);
    EXPECT_EQ(solid.owner_of_product(0, 1, 0), 2u);
}

TEST(Allocation, CoordinatesAreThoseOfTheIndex) {
    for (const std::size_t layers : {1, 5}) {
        const Allocation allocation{"blank", 3, 4, 1, std::vector<std::size_t>(12 * layers), layers};
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t j = 0; j < 4; ++j) {
                for (std::size_t k = 0; k < layers; ++k) {
                    EXPECT_EQ(allocation.coordinates(allocation.index(i, j, k)), (Coordinates{i, j, k}));
                }
            }
        }
    }
}

TEST(Allocation, CostIsRowsAndColumnsTouched) {
    EXPECT_EQ((Allocation{"one", 3, 4, 1, std::vector<std::size_t>(12, 0)}.cost()), 3u + 4u);
    EXPECT_EQ((Allocation{"halves", 2, 2, 2, {0, 1, 0, 1}}.cost()), (2u + 1u) * 2);
    EXPECT_EQ((Allocation{"checkers", 2, 2, 2, {0, 1, 1, 0}}.cost()), (2u + 2u) * 2);
}

TEST(Allocation, CostOfScatteredTilesFollowsItsDefinition) {
    std::mt19937_64 random(4);
    for (int trial = 0; trial < 50; ++trial) {
        Allocation allocation{"scattered", 1 + random() % 12, 1 + random() % 12, 5, {}};
        for (std::size_t tile = 0; tile < allocation.rows * allocation.columns; ++tile) {
            allocation.owners.push_back(random() % allocation.processors);
        }
        ASSERT_EQ(allocation.cost(), cost_by_sets(allocation)) << to_text(allocation);
    }
}

TEST(AllocationText, IsOneCharacterPerTile) {
    EXPECT_EQ(to_text({"by hand", 2, 3, 63, {0, 9, 10, 36, 61, 62}}), "09a\nAZ?\n");
}

TEST(AllocationText, ThinsOutLargeGrids) {
    Allocation stripes{"stripes", 2, 130, 130, {}};
    for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t j = 0; j < 130; ++j) {
            stripes.owners.push_back(j % 3);
        }
    }
    const std::string line(44, '0'); // every third of 130 columns
    EXPECT_EQ(to_text(stripes), line + "\n" + line + "\n(2 x 130 tiles; shown: 1 row in 1, 1 column in 3)\n");
}

TEST(AllocationText, KeepsGridsOfUpTo64) {
    const Allocation allocation{"one", 1, 64, 1, std::vector<std::size_t>(64, 0)};
    EXPECT_EQ(to_text(allocation), std::string(64, '0') + "\n");
}

TEST(Allocation, LayersHaveThreeProjections) {
    // 2 x 1 tiles of C in 2 layers; processor 0 has the task (0, 0, 0) alone.
    const Allocation allocation{"by hand", 2, 1, 2, {0, 1, 1, 1}, 2};
    EXPECT_EQ(allocation.owner(0, 0, 1), 1u);
    EXPECT_EQ(allocation.owner(1, 0, 0), 1u);
    EXPECT_THAT(allocation.footprints(), ElementsAre(Footprint{1, 1, 1}, Footprint{3, 2, 2}));
    EXPECT_EQ(allocation.cost(), 3u + 7u);
    EXPECT_EQ(to_text(allocation), "k = 0\n0\n1\nk = 1\n1\n1\n");
    EXPECT_THAT(transposed(allocation).footprints(), ElementsAre(Footprint{1, 1, 1}, Footprint{2, 3, 2}));
}

} // namespace tangram::partition
