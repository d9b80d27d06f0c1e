#include "cluster/interface/block_cyclic.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace tangram::cluster {
namespace {

/// 5 x 7 in blocks of 2 on 2 x 3 processes, the first one at (1, 2):
///
///     process   5 5 3 3 4 4 5     of block row 0: (1, 2), (1, 0), (1, 1), (1, 2)
///               2 2 0 0 1 1 2     of block row 1: (0, 2), (0, 0), ...
///               5 5 3 3 4 4 5     of block row 2, which has one row
const BlockCyclic example{.rows = 5, .columns = 7, .block = 2, .grid = {2, 3}, .first_row = 1, .first_column = 2};

/// Of process 0, which has block (1, 1).
DistributedMatrix<double> matrix_of(const BlockCyclic& layout, std::vector<double>& part) {
    return layout.matrix(0, part.data(), layout.part_rows(0));
}

TEST(BlockCyclic, DealsBlocksToTheProcessesOfAGrid) {
    std::vector<double> part(4);
    const DistributedMatrix<double> matrix = matrix_of(example, part);
    EXPECT_EQ(matrix.rows, 5);
    EXPECT_EQ(matrix.columns, 7);
    EXPECT_EQ(matrix.tile, 2);
    const std::array<std::array<std::size_t, 4>, 3> expected{{{5, 3, 4, 5}, {2, 0, 1, 2}, {5, 3, 4, 5}}};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t j = 0; j < 4; ++j) {
            EXPECT_EQ(matrix.owner(i, j), expected.at(i).at(j)) << i << ' ' << j;
        }
    }
}

TEST(BlockCyclic, GridsMayGoByColumns) {
    BlockCyclic layout = example;
    layout.grid.by_rows = false;
    std::vector<double> part(4);
    const DistributedMatrix<double> matrix = matrix_of(layout, part);
    EXPECT_EQ(matrix.owner(0, 0), 1 + 2 * 2);
    EXPECT_EQ(matrix.owner(1, 1), 0);
}

TEST(BlockCyclic, PartsHaveAllBlocksOfAProcess) {
    const std::array<std::array<std::int64_t, 2>, 6> expected{{{2, 2}, {2, 2}, {2, 3}, {3, 2}, {3, 2}, {3, 3}}};
    for (std::size_t process = 0; process < 6; ++process) {
        EXPECT_EQ(example.part_rows(process), expected.at(process).at(0)) << process;
        EXPECT_EQ(example.part_columns(process), expected.at(process).at(1)) << process;
    }
    EXPECT_EQ(example.part_rows(6), 0) << "outside of the grid";
    EXPECT_EQ(example.part_columns(6), 0);
}

/// Block by block, for all sizes.
TEST(BlockCyclic, PartsAddUp) {
    for (std::int64_t rows = 0; rows <= 20; ++rows) {
        for (std::size_t lines = 1; lines <= 4; ++lines) {
            for (std::size_t first = 0; first < lines; ++first) {
                const BlockCyclic layout{
                    .rows = rows, .columns = 1, .block = 3, .grid = {lines, 1}, .first_row = first, .first_column = 0};
                std::vector<std::int64_t> parts(lines, 0);
                for (std::int64_t row = 0; row < rows; ++row) {
                    ++parts[(static_cast<std::size_t>(row / 3) + first) % lines];
                }
                for (std::size_t process = 0; process < lines; ++process) {
                    EXPECT_EQ(layout.part_rows(process), parts[process]) << rows << ' ' << lines << ' ' << first;
                }
            }
        }
    }
}

/// Process 5 has block rows 0 and 2 and block columns 0 and 3: 3 x 3 elements.
TEST(BlockCyclic, TilesLieInThePart) {
    constexpr std::int64_t ld = 4; // one more than it has rows
    std::vector<double> part(3 * ld);
    const DistributedMatrix<const double> matrix = example.matrix(5, part.data(), ld); // of more restricted access
    const auto at = [&](std::size_t i, std::size_t j) { return matrix.at(i, j).data - part.data(); };
    EXPECT_EQ(at(0, 0), 0);
    EXPECT_EQ(at(2, 0), 2);
    EXPECT_EQ(at(0, 3), 2 * ld);
    EXPECT_EQ(at(2, 3), 2 + 2 * ld);
    EXPECT_EQ(matrix.at(2, 3).rows, 1);
    EXPECT_EQ(matrix.at(2, 3).columns, 1);
    EXPECT_EQ(matrix.at(0, 0).ld, ld);
}

TEST(BlockCyclic, RefusesPartsThatAreTooSmall) {
    std::vector<double> part(9);
    EXPECT_THROW((void)example.matrix(5, part.data(), 2), InvalidInput);
    EXPECT_THROW((void)example.matrix<double>(5, nullptr, 3), InvalidInput);
    EXPECT_NO_THROW((void)example.matrix<double>(6, nullptr, 1)) << "outside of the grid";
    EXPECT_THROW((void)example.matrix<double>(6, nullptr, 0), InvalidInput);
}

TEST(BlockCyclic, RefusesLayoutsThatDoNotExist) {
    const auto refuses = [](const auto& change) {
        BlockCyclic layout = example;
        change(layout);
        EXPECT_THROW((void)layout.part_rows(0), InvalidInput);
        EXPECT_THROW((void)layout.part_columns(0), InvalidInput);
        EXPECT_THROW((void)layout.matrix<double>(0, nullptr, 10), InvalidInput);
    };
    refuses([](BlockCyclic& layout) { layout.block = 0; });
    refuses([](BlockCyclic& layout) { layout.rows = -1; });
    refuses([](BlockCyclic& layout) { layout.grid = {0, 3}; });
    refuses([](BlockCyclic& layout) { layout.first_row = 2; });
    refuses([](BlockCyclic& layout) { layout.first_column = 3; });
}

TEST(BlockCyclic, ReadsDescriptorsOfScalapack) {
    const ProcessGrid grid{2, 3};
    const BlockCyclic matrix = BlockCyclic::from_descriptor({1, 0, 5, 7, 2, 2, 1, 2, 4}, grid);
    EXPECT_EQ(matrix.rows, 5);
    EXPECT_EQ(matrix.columns, 7);
    EXPECT_EQ(matrix.block, 2);
    EXPECT_EQ(matrix.first_row, 1);
    EXPECT_EQ(matrix.first_column, 2);
    std::vector<double> part(12);
    EXPECT_EQ(described_matrix({1, 0, 5, 7, 2, 2, 1, 2, 4}, grid, 5, part.data()).at(0, 3).data, &part[8]);
    for (const std::array<int, 9>& wrong :
         {std::array<int, 9>{501, 0, 5, 7, 2, 2, 1, 2, 4}, std::array<int, 9>{1, 0, -1, 7, 2, 2, 1, 2, 4},
          std::array<int, 9>{1, 0, 5, 7, 2, 3, 1, 2, 4}, std::array<int, 9>{1, 0, 5, 7, 0, 0, 1, 2, 4},
          std::array<int, 9>{1, 0, 5, 7, 2, 2, 2, 2, 4}, std::array<int, 9>{1, 0, 5, 7, 2, 2, 1, -1, 4}}) {
        EXPECT_THROW((void)BlockCyclic::from_descriptor(wrong, grid), InvalidInput);
    }
}

} // namespace
} // namespace tangram::cluster
