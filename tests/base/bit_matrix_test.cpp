#include "base/bit_matrix.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace tangram {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::uint32_t> members(const BitMatrix& matrix, std::size_t row) {
    std::vector<std::uint32_t> columns;
    matrix.for_each(row, [&](std::uint32_t column) { columns.push_back(column); });
    return columns;
}

TEST(BitMatrix, IsEmptyWithoutRowsOrColumns) {
    EXPECT_TRUE(BitMatrix().empty());
    EXPECT_TRUE(BitMatrix(0, 5).empty());
    EXPECT_TRUE(BitMatrix(5, 0).empty());
    EXPECT_FALSE(BitMatrix(1, 1).empty());
}

TEST(BitMatrix, StartsWithoutMembers) {
    const BitMatrix matrix(2, 100);
    for (std::size_t row = 0; row < 2; ++row) {
        EXPECT_FALSE(matrix.any(row));
        EXPECT_THAT(members(matrix, row), IsEmpty());
    }
}

TEST(BitMatrix, RowsAreSetsOfTheirOwn) {
    BitMatrix matrix(3, 130);
    EXPECT_EQ(matrix.words(), 3U);
    for (const std::size_t column : {0U, 63U, 64U, 129U}) {
        matrix.set(1, column);
        EXPECT_TRUE(matrix.test(1, column));
    }
    EXPECT_THAT(members(matrix, 1), ElementsAre(0, 63, 64, 129));
    EXPECT_TRUE(matrix.any(1));
    EXPECT_FALSE(matrix.any(0));
    EXPECT_FALSE(matrix.any(2));
    matrix.reset(1, 63);
    matrix.reset(1, 1); // was no member
    EXPECT_THAT(members(matrix, 1), ElementsAre(0, 64, 129));
}

/// What is behind the last column must not be counted: words of rows are joined as they are.
TEST(BitMatrix, AllMembersEndAtTheLastColumn) {
    for (const std::size_t columns : {1U, 63U, 64U, 65U, 128U, 130U}) {
        BitMatrix matrix(2, columns, true);
        for (std::size_t row = 0; row < 2; ++row) {
            EXPECT_EQ(members(matrix, row).size(), columns);
        }
        matrix.reset(0, columns - 1);
        EXPECT_EQ(members(matrix, 0).size(), columns - 1);
        EXPECT_EQ(members(matrix, 1).size(), columns);
        matrix.set_all();
        EXPECT_EQ(members(matrix, 0).size(), columns);
    }
}

TEST(BitMatrix, WordsHold64Columns) {
    BitMatrix matrix(2, 100);
    matrix.set(1, 1);
    matrix.set_word(1, 0, 0b101);
    matrix.set_word(1, 1, 0b1);
    EXPECT_EQ(matrix.word(1, 0), 0b111U);
    EXPECT_EQ(matrix.word(1, 1), 0b1U);
    EXPECT_EQ(matrix.word(0, 0), 0U);
    EXPECT_THAT(members(matrix, 1), ElementsAre(0, 1, 2, 64));
    std::vector<std::uint32_t> common;
    BitMatrix::for_each_bit(matrix.word(1, 1), 1, [&](std::uint32_t column) { common.push_back(column); });
    EXPECT_THAT(common, ElementsAre(64));
}

TEST(BitMatrix, MembersMayBeRemovedDuringAVisit) {
    BitMatrix matrix(1, 70, true);
    std::size_t visits = 0;
    matrix.for_each(0, [&](std::uint32_t column) {
        matrix.reset(0, column);
        ++visits;
    });
    EXPECT_EQ(visits, 70U);
    EXPECT_FALSE(matrix.any(0));
}

TEST(BitMatrix, FetchChangesNothing) {
    BitMatrix matrix(1, 70);
    matrix.set(0, 69);
    matrix.fetch(0, 69);
    EXPECT_THAT(members(matrix, 0), ElementsAre(69));
}

} // namespace
} // namespace tangram
