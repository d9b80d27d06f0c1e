#include "cluster/fronts/elimination_tree.hpp"

#include "base/dice.hpp"
#include "tests/cluster/fronts/dense_elimination.hpp"
#include "tests/cluster/fronts/pattern_matrices.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace tangram::fronts {

using test::below_diagonal;
using test::eliminated;
using test::matrix_of;
using test::Pattern;
using test::random_matrix;
using ::testing::ElementsAre;

namespace {

std::vector<Index> random_permutation(Dice& dice, Index size) {
    std::vector<Index> permutation(size);
    std::iota(permutation.begin(), permutation.end(), 0);
    for (Index k = size; k > 1; --k) {
        std::swap(permutation[k - 1], permutation[dice.below(k)]);
    }
    return permutation;
}

/// By column, where its subtree, which must be a block of columns that ends with it, begins.
std::vector<Index> subtree_begins(const std::vector<Index>& parent) {
    std::vector<Index> sizes(parent.size(), 1);
    std::vector<Index> begins;
    for (Index column = 0; column < static_cast<Index>(parent.size()); ++column) {
        begins.push_back(column + 1 - sizes[column]);
        if (parent[column] >= 0) {
            sizes[parent[column]] += sizes[column];
        }
    }
    return begins;
}

Index entries(const Pattern& pattern) {
    Index sum = 0;
    for (const std::vector<bool>& row : pattern) {
        sum += std::accumulate(row.begin(), row.end(), Index{0});
    }
    return sum;
}

} // namespace

TEST(EliminationTree, OfTwoStars) {
    // 0 and 3 hang on 4; 1 on 2. From the end, 4 is eliminated first and makes 0 and 3 neighbours.
    const SparseMatrix matrix = matrix_of(5, {{0, 4}, {3, 4}, {1, 2}});
    const EliminationTree tree = elimination_tree(matrix, {4, 3, 2, 1, 0});
    EXPECT_THAT(tree.permutation, ElementsAre(2, 1, 4, 3, 0));
    EXPECT_THAT(tree.parent, ElementsAre(1, -1, 3, 4, -1));
    EXPECT_THAT(tree.counts, ElementsAre(2, 1, 3, 2, 1));
}

TEST(EliminationTree, IsThatOfDenseElimination) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const SparseMatrix matrix = random_matrix(dice);
        const EliminationTree tree = elimination_tree(matrix, random_permutation(dice, matrix.size));
        const Pattern pattern = eliminated(matrix, tree.permutation);
        for (Index column = 0; column < matrix.size; ++column) {
            const std::vector<Index> below = below_diagonal(pattern, column);
            EXPECT_EQ(tree.parent[column], below.empty() ? -1 : below.front()) << column;
            EXPECT_EQ(tree.counts[column], static_cast<Index>(below.size()) + 1) << column;
        }
    }
}

TEST(EliminationTree, IsAPostorderOfTheSameFill) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const SparseMatrix matrix = random_matrix(dice);
        const std::vector<Index> permutation = random_permutation(dice, matrix.size);
        const EliminationTree tree = elimination_tree(matrix, permutation);
        EXPECT_EQ(entries(eliminated(matrix, tree.permutation)), entries(eliminated(matrix, permutation)));
        const std::vector<Index> begins = subtree_begins(tree.parent);
        for (Index column = 0; column < matrix.size; ++column) {
            if (tree.parent[column] >= 0) {
                EXPECT_GE(begins[column], begins[tree.parent[column]]) << column;
            }
        }
    }
}

} // namespace tangram::fronts
