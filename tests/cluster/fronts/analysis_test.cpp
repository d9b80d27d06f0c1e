#include "cluster/fronts/analysis.hpp"

#include "base/dice.hpp"
#include "base/error.hpp"
#include "cluster/fronts/front_costs.hpp"
#include "cluster/fronts/grid.hpp"
#include "tests/apps/temporary_folder.hpp"
#include "tests/cluster/fronts/dense_elimination.hpp"
#include "tests/cluster/fronts/pattern_matrices.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

namespace tangram::fronts {

using test::below_diagonal;
using test::dense_matrix;
using test::eliminated;
using test::matrix_of;
using test::Pattern;
using test::random_matrix;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {

/// Rows of the front that eliminates it, by column.
std::vector<std::vector<Index>> rows_by_column(const Analysis& analysis) {
    std::vector<std::vector<Index>> rows;
    for (FrontId front = 0; front < analysis.tree.fronts.size(); ++front) {
        const std::span<const Index> all = analysis.elimination.rows_of(front);
        for (Index pivot = 0; pivot < analysis.tree.fronts[front].pivots; ++pivot) {
            EXPECT_EQ(all[pivot], static_cast<Index>(rows.size())) << "pivots are consecutive";
            rows.emplace_back(all.begin() + pivot + 1, all.end());
        }
    }
    return rows;
}

void expect_consistent(const Analysis& analysis, Index size) {
    EXPECT_NO_THROW(require_valid(analysis.tree));
    std::vector<Index> sorted = analysis.elimination.permutation;
    std::sort(sorted.begin(), sorted.end());
    std::vector<Index> identity(size);
    std::iota(identity.begin(), identity.end(), 0);
    EXPECT_EQ(sorted, identity);
    for (FrontId front = 0; front < analysis.tree.fronts.size(); ++front) {
        const Front& shape = analysis.tree.fronts[front];
        const std::span<const Index> rows = analysis.elimination.rows_of(front);
        EXPECT_EQ(static_cast<Index>(rows.size()), shape.order);
        EXPECT_TRUE(std::is_sorted(rows.begin(), rows.end(), std::less_equal<>()));
        if (shape.parent) {
            const std::span<const Index> above = analysis.elimination.rows_of(*shape.parent);
            const std::span<const Index> contributed = rows.subspan(shape.pivots);
            EXPECT_TRUE(std::includes(above.begin(), above.end(), contributed.begin(), contributed.end()));
            EXPECT_LT(contributed.front(), above.front() + analysis.tree.fronts[*shape.parent].pivots);
        }
    }
}

/// Entries of L alone.
double entries_of_l(const AssemblyTree& tree, Index size) {
    return static_cast<double>(total_factor_entries(tree) + size) / 2;
}

/// Some are large enough to be dissected, not only ordered by degrees: METIS does so from 120 rows on.
SparseMatrix seeded_matrix(Dice& dice, std::uint64_t seed) {
    return random_matrix(dice, seed % 10 == 0 ? 400 : 40);
}

} // namespace

TEST(Analysis, OfAnArrowMatrix) {
    // A hub that all others see. It is eliminated last, with the last of the others, as that costs no zero.
    const SparseMatrix matrix = matrix_of(5, {{0, 2}, {1, 2}, {3, 2}, {4, 2}});
    const auto [tree, elimination] = analyse(matrix, no_amalgamation);
    ASSERT_EQ(tree.fronts.size(), 4U);
    for (FrontId leaf = 0; leaf < 3; ++leaf) {
        EXPECT_EQ(tree.fronts[leaf].pivots, 1);
        EXPECT_THAT(elimination.rows_of(leaf), ElementsAre(static_cast<Index>(leaf), 4));
    }
    EXPECT_EQ(tree.fronts[3].pivots, 2);
    EXPECT_THAT(tree.fronts[3].children, ElementsAre(0, 1, 2));
    EXPECT_THAT(elimination.rows_of(3), ElementsAre(3, 4));
    EXPECT_EQ(elimination.permutation.back(), 2);
    EXPECT_EQ(total_flops(tree), 4 * 3); // for each of the others one division, one update of the hub

    EXPECT_EQ(analyse(matrix).tree.fronts.size(), 1U); // five pivots with less than 80% zeros: amalgamated
}

TEST(Analysis, BlocksAreTreesOfTheirOwn) {
    const AssemblyTree tree = analyse(matrix_of(4, {{0, 2}, {1, 3}}), no_amalgamation).tree;
    ASSERT_EQ(tree.fronts.size(), 2U);
    EXPECT_FALSE(tree.fronts[0].parent);
    EXPECT_FALSE(tree.fronts[1].parent);
    EXPECT_EQ(analyse(matrix_of(1, {})).tree.fronts.size(), 1U);
}

TEST(Analysis, OfADiagonalMatrix) {
    for (const SparseMatrix& matrix : {matrix_of(700, {}), compressed(700, {})}) { // without a stored diagonal, too
        const Analysis analysis = analyse(matrix);
        expect_consistent(analysis, 700);
        EXPECT_EQ(analysis.tree.fronts.size(), 700U);
        EXPECT_EQ(total_factor_entries(analysis.tree), 700);
    }
}

TEST(Analysis, OfADenseMatrix) {
    for (const Index size : {2, 5, 130, 300}) {
        const Analysis analysis = analyse(dense_matrix(size), no_amalgamation);
        expect_consistent(analysis, size);
        ASSERT_EQ(analysis.tree.fronts.size(), 1U);
        EXPECT_EQ(analysis.tree.fronts.front().pivots, size);
    }
}

TEST(Analysis, WithoutAmalgamationFrontsAreThoseOfElimination) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const SparseMatrix matrix = seeded_matrix(dice, seed);
        const Analysis analysis = analyse(matrix, no_amalgamation);
        expect_consistent(analysis, matrix.size);
        const Pattern pattern = eliminated(matrix, analysis.elimination.permutation);
        const std::vector<std::vector<Index>> rows = rows_by_column(analysis);
        ASSERT_EQ(static_cast<Index>(rows.size()), matrix.size);
        std::int64_t flops = 0;
        std::int64_t entries = 0;
        for (Index column = 0; column < matrix.size; ++column) {
            EXPECT_EQ(rows[column], below_diagonal(pattern, column)) << column;
            const auto below = static_cast<std::int64_t>(rows[column].size());
            flops += below + 2 * below * below;
            entries += 1 + 2 * below;
        }
        EXPECT_EQ(total_flops(analysis.tree), flops);
        EXPECT_EQ(total_factor_entries(analysis.tree), entries);
    }
}

TEST(Analysis, AmalgamatedFrontsHoldAllFillAndFewZeros) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const SparseMatrix matrix = seeded_matrix(dice, seed);
        const Analysis analysis = analyse(matrix);
        const Analysis exact = analyse(matrix, no_amalgamation);
        expect_consistent(analysis, matrix.size);
        EXPECT_EQ(analysis.elimination.permutation, exact.elimination.permutation);
        EXPECT_LE(analysis.tree.fronts.size(), exact.tree.fronts.size());
        const double fill = entries_of_l(exact.tree, matrix.size);
        EXPECT_GT(fill, 0.2 * entries_of_l(analysis.tree, matrix.size)); // no front has a share of 0.8 of zeros
        const Pattern pattern = eliminated(matrix, analysis.elimination.permutation);
        const std::vector<std::vector<Index>> rows = rows_by_column(analysis);
        ASSERT_EQ(static_cast<Index>(rows.size()), matrix.size);
        for (Index column = 0; column < matrix.size; ++column) {
            const std::vector<Index> below = below_diagonal(pattern, column);
            EXPECT_TRUE(std::includes(rows[column].begin(), rows[column].end(), below.begin(), below.end())) << column;
        }
    }
}

TEST(Analysis, GridsOfPlanesGrowAsTheoryHasIt) {
    // Nested dissection of n x n points, each coupled with 8 others (George 1973): entries of Cholesky's factor
    // 31/4 n^2 log2 n, multiplications 829/84 n^3, to leading terms; LU has four flops for each.
    for (const Index n : {32, 64, 128, 256}) {
        const auto points = static_cast<double>(n * n);
        const AssemblyTree tree = analyse(grid_matrix({{n, n, 1}, 9}, 1), no_amalgamation).tree;
        const auto side = static_cast<double>(n);
        const double entries = entries_of_l(tree, n * n) / (31.0 / 4 * points * std::log2(side));
        const double flops = static_cast<double>(total_flops(tree)) / (4 * 829.0 / 84 * points * side);
        RecordProperty(fmt::format("grid_{}", n), fmt::format("entries {:.3f} flops {:.3f}", entries, flops));
        EXPECT_GT(entries, 0.5) << n;
        EXPECT_LT(entries, 1.2) << n;
        EXPECT_GT(flops, 0.5) << n;
        EXPECT_LT(flops, 1.2) << n;
    }
}

TEST(Analysis, IsTheSameEachTime) {
    const SparseMatrix matrix = grid_matrix({{40, 41, 1}, 9}, 1);
    const Analysis first = analyse(matrix);
    std::srand(12345);
    const Analysis second = analyse(matrix);
    EXPECT_EQ(first.elimination.permutation, second.elimination.permutation);
    EXPECT_EQ(first.elimination.rows, second.elimination.rows);
}

TEST(Analysis, NeedsASymmetricPattern) {
    const auto error_of = [](const SparseMatrix& matrix) {
        return tangram::test::message_of<InvalidInput>([&] { static_cast<void>(analyse(matrix)); });
    };
    EXPECT_THAT(error_of(compressed(2, {{0, 0, 1}, {1, 0, 1}, {1, 1, 1}})), HasSubstr("no symmetric pattern"));
    EXPECT_THAT(error_of(compressed(0, {})), HasSubstr("no row"));
}

} // namespace tangram::fronts
