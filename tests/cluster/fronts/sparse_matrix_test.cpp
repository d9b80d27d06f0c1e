#include "cluster/fronts/sparse_matrix.hpp"

#include "base/dice.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>
#include <vector>

namespace tangram::fronts {

using ::testing::ElementsAre;

namespace {

using Places = std::map<std::pair<Index, Index>, double>; // column, row

Places places(const SparseMatrix& matrix) {
    Places found;
    for (Index column = 0; column < matrix.size; ++column) {
        for (Index k = matrix.column_begin[column]; k < matrix.column_begin[column + 1]; ++k) {
            found[{column, matrix.rows[k]}] = matrix.values[k];
        }
    }
    return found;
}

std::vector<Entry> random_entries(Index size, std::size_t count, Dice& dice) {
    std::vector<Entry> entries;
    for (std::size_t k = 0; k < count; ++k) {
        const auto row = static_cast<Index>(dice.below(size));
        const auto column = static_cast<Index>(dice.below(size));
        entries.push_back({row, column, static_cast<double>(dice.below(9)) - 4});
    }
    return entries;
}

} // namespace

TEST(SparseMatrix, EntriesAreSortedAndAddedUp) {
    // 1 . 5
    // . . .
    // 2 . 7
    const SparseMatrix matrix = compressed(3, {{2, 2, 3}, {0, 2, 5}, {2, 0, 2}, {0, 0, 1}, {2, 2, 4}});
    EXPECT_EQ(matrix.size, 3);
    EXPECT_THAT(matrix.column_begin, ElementsAre(0, 2, 2, 4));
    EXPECT_THAT(matrix.rows, ElementsAre(0, 2, 0, 2));
    EXPECT_THAT(matrix.values, ElementsAre(1, 2, 5, 7));
}

TEST(SparseMatrix, EmptyColumnsAreColumns) {
    EXPECT_THAT(compressed(2, {}).column_begin, ElementsAre(0, 0, 0));
    EXPECT_THAT(compressed(0, {}).column_begin, ElementsAre(0));
}

TEST(SparseMatrix, RandomEntriesAreWhereAMapHasThem) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const auto size = static_cast<Index>(1 + dice.below(12));
        const std::vector<Entry> entries = random_entries(size, dice.below(60), dice);
        Places expected;
        for (const auto& [row, column, value] : entries) {
            expected[{column, row}] += value;
        }
        EXPECT_EQ(places(compressed(size, entries)), expected);
    }
}

TEST(SparseMatrix, SymmetryOfPatternsIsSeen) {
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const auto size = static_cast<Index>(1 + dice.below(5));
        const SparseMatrix matrix = compressed(size, random_entries(size, dice.below(8), dice));
        const Places all = places(matrix);
        bool is_symmetric = true;
        for (const auto& [place, value] : all) {
            is_symmetric = is_symmetric && all.contains({place.second, place.first});
        }
        EXPECT_EQ(has_symmetric_pattern(matrix), is_symmetric);
    }
}

TEST(SparseMatrix, DrawnColumnsAreDominatedByTheirDiagonal) {
    std::vector<Entry> entries = {{0, 1, 0}, {1, 0, 0}, {2, 1, 0}, {1, 2, 0}, {3, 3, 0}};
    for (Index k = 0; k < 4; ++k) {
        entries.push_back({k, k, 0});
    }
    SparseMatrix matrix = compressed(4, entries);
    draw_dominant_values(matrix, 7);
    std::vector<double> excess(4, 0);
    for (const auto& [place, value] : places(matrix)) {
        excess[place.first] += place.first == place.second ? value : -std::abs(value);
        EXPECT_TRUE(place.first == place.second || (value < 0 && value >= -1));
    }
    for (const double margin : excess) {
        EXPECT_DOUBLE_EQ(margin, 1);
    }
    EXPECT_NE((places(matrix)[{0, 1}]), (places(matrix)[{1, 0}]));
}

} // namespace tangram::fronts
