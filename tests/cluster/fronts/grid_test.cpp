#include "cluster/fronts/grid.hpp"

#include "base/error.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tangram::fronts {

using ::tangram::test::message_of;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

SparseMatrix matrix_of(std::string_view grid) {
    return grid_matrix(parse_grid(grid), 1);
}

std::size_t entries_of(std::string_view grid) {
    return matrix_of(grid).rows.size();
}

std::string error(std::string_view grid) {
    return message_of<InvalidInput>([&] { static_cast<void>(parse_grid(grid)); });
}

} // namespace

TEST(Grid, OfThreeByTwoPointsByHand) {
    // 0 1 2
    // 3 4 5
    const SparseMatrix matrix = matrix_of("3x2");
    EXPECT_EQ(matrix.size, 6);
    EXPECT_THAT(matrix.column_begin, ElementsAre(0, 3, 7, 10, 13, 17, 20));
    EXPECT_THAT(matrix.rows, ElementsAre(0, 1, 3, 0, 1, 2, 4, 1, 2, 5, 0, 3, 4, 1, 3, 4, 5, 2, 4, 5));
}

TEST(Grid, StencilsHaveTheirPoints) {
    // Along an axis of n points are 3n - 2 pairs of equal or next ones; of a cross, one axis at a time has others.
    EXPECT_EQ(entries_of("4x5"), 20U + 2 * (3 * 5 + 4 * 4));
    EXPECT_EQ(entries_of("4x5:9"), 10U * 13);
    EXPECT_EQ(entries_of("4x5x6"), 120U + 2 * (3 * 30 + 4 * 24 + 5 * 20));
    EXPECT_EQ(entries_of("4x5x6:27"), 10U * 13 * 16);
    EXPECT_EQ(entries_of("4x5x1:27"), entries_of("4x5:9"));
    EXPECT_EQ(entries_of("1x1"), 1U);
}

TEST(Grid, PatternsAreSymmetricAndValuesAreNot) {
    for (const std::string_view grid : {"7x3", "3x7:9", "2x3x4", "4x3x2:27", "1x9", "1x1x1"}) {
        EXPECT_TRUE(has_symmetric_pattern(matrix_of(grid))) << grid;
    }
    const SparseMatrix matrix = matrix_of("2x1");
    EXPECT_NE(matrix.values[1], matrix.values[2]);
}

TEST(Grid, ValuesFollowTheSeed) {
    const Grid grid = parse_grid("9x9");
    EXPECT_EQ(grid_matrix(grid, 5).values, grid_matrix(grid, 5).values);
    EXPECT_NE(grid_matrix(grid, 5).values, grid_matrix(grid, 6).values);
}

TEST(Grid, ExtentsAndStencilsAreRead) {
    EXPECT_THAT(parse_grid("300x20").extent, ElementsAre(300, 20, 1));
    EXPECT_EQ(parse_grid("300x20").stencil, 5);
    EXPECT_EQ(parse_grid("300x20:9").stencil, 9);
    EXPECT_THAT(parse_grid("4x5x6").extent, ElementsAre(4, 5, 6));
    EXPECT_EQ(parse_grid("4x5x6").stencil, 7);
    EXPECT_EQ(parse_grid("4x5x6:27").stencil, 27);
}

TEST(Grid, EveryFaultIsOneLineThatNamesIt) {
    const std::vector<std::pair<std::string, std::string>> faults = {
        {"", "not of this form"},
        {"5", "not of this form"},
        {"2x3x4x5", "not of this form"},
        {"2x3:5:5", "not of this form"},
        {"x3", "'' is no number of points from 1 to 2147483647"},
        {"3x", "'' is no number of points from 1 to 2147483647"},
        {"3xx3", "'' is no number of points from 1 to 2147483647"},
        {"0x3", "'0' is no number of points from 1 to 2147483647"},
        {"3x-3", "'-3' is no number of points from 1 to 2147483647"},
        {"3x+3", "'+3' is no number of points from 1 to 2147483647"},
        {"3x3.5", "'3.5' is no number of points from 1 to 2147483647"},
        {"3X3", "not of this form"},
        {" 3x3", "' 3' is no number of points from 1 to 2147483647"},
        {"3x3x99999999999999999999", "is no number of points from 1 to 2147483647"},
        {"3x\n3", "'\\x0a3' is no number of points from 1 to 2147483647"},
        {"3x3:", "a plane has no stencil of '' points"},
        {"3x3:7", "a plane has no stencil of '7' points"},
        {"3x3x3:5", "space has no stencil of '5' points"},
        {"3x3x3:26", "space has no stencil of '26' points"},
        {"30000x30000", "more than 2147483647 entries"},
        {"9223372036854775807x9223372036854775807", "more than 2147483647 entries"},
        {"500x500x500:27", "more than 2147483647 entries"},
    };
    for (const auto& [grid, message] : faults) {
        EXPECT_THAT(error(grid), AllOf(HasSubstr(message), Not(HasSubstr("\n")))) << grid;
    }
}

} // namespace tangram::fronts
