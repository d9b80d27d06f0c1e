#include "cluster/fronts/supernodes.hpp"

#include "base/dice.hpp"
#include "tests/cluster/fronts/dense_elimination.hpp"
#include "tests/cluster/fronts/pattern_matrices.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <set>
#include <vector>

namespace tangram::fronts {

using test::below_diagonal;
using test::eliminated;
using test::matrix_of;
using test::Pattern;
using test::random_matrix;
using ::testing::ElementsAre;

namespace {

struct Shape {
    Index pivots;
    Index order;
};

/// Supernodes of these shapes, each the only child of the next. A supernode contributes fewer rows than the next has.
EliminationTree chain(const std::vector<Shape>& shapes) {
    EliminationTree tree;
    for (const Shape& shape : shapes) {
        for (Index pivot = 0; pivot < shape.pivots; ++pivot) {
            tree.counts.push_back(shape.order - pivot);
            tree.parent.push_back(static_cast<Index>(tree.counts.size()));
        }
    }
    tree.parent.back() = -1;
    return tree;
}

bool become_one(const Shape& child, const Shape& parent, const Amalgamation& rule) {
    return supernodes(chain({child, parent}), rule).size() == 1;
}

std::vector<Index> pivots_of(const std::vector<Supernode>& nodes) {
    std::vector<Index> pivots(nodes.size());
    std::transform(nodes.begin(), nodes.end(), pivots.begin(), [](const Supernode& node) { return node.pivots; });
    return pivots;
}

/// What columns first to end - 1 cost as one front, by the pattern.
struct Block {
    Index order;
    Index zeros;
    double share; ///< of zeros among the entries
};

Block block_of(const Pattern& pattern, Index first, Index end) {
    std::set<Index> rows;
    Index entries = 0;
    for (Index column = first; column < end; ++column) {
        const std::vector<Index> below = below_diagonal(pattern, column);
        rows.insert(column);
        rows.insert(below.begin(), below.end());
        entries += 1 + static_cast<Index>(below.size());
    }
    Index stored = 0;
    for (Index column = first; column < end; ++column) {
        stored += std::distance(rows.find(column), rows.end());
    }
    const auto share = static_cast<double>(stored - entries) / static_cast<double>(stored);
    return {static_cast<Index>(rows.size()), stored - entries, share};
}

/// Whether the rule leaves them two: a supernode, and the child just before it.
bool stay_two(const Pattern& pattern, const Supernode& child, const Supernode& parent, const Amalgamation& rule) {
    const Index pivots = child.pivots + parent.pivots;
    const Block both = block_of(pattern, child.first, child.first + pivots);
    const bool costs = both.zeros > child.zeros + parent.zeros;
    return costs && pivots > rule.columns[0] && (pivots > rule.columns[1] || both.share >= rule.zeros[0]) &&
           (pivots > rule.columns[2] || both.share >= rule.zeros[1]) && both.share >= rule.zeros[2];
}

Amalgamation random_rule(Dice& dice) {
    Amalgamation rule;
    std::generate(rule.columns.begin(), rule.columns.end(), [&] { return static_cast<Index>(dice.below(20)); });
    std::generate(rule.zeros.begin(), rule.zeros.end(), [&] { return dice.unit() * dice.unit(); });
    std::sort(rule.columns.begin(), rule.columns.end());
    std::sort(rule.zeros.rbegin(), rule.zeros.rend());
    return rule;
}

EliminationTree in_natural_order(const SparseMatrix& matrix) {
    std::vector<Index> identity(matrix.size);
    std::iota(identity.begin(), identity.end(), 0);
    return elimination_tree(matrix, identity);
}

} // namespace

TEST(Supernodes, AreColumnsWithTheSameRows) {
    const std::vector<Supernode> nodes = supernodes(chain({{2, 4}, {3, 5}, {4, 4}}), no_amalgamation);
    ASSERT_EQ(nodes.size(), 3U);
    EXPECT_THAT(pivots_of(nodes), ElementsAre(2, 3, 4));
    EXPECT_EQ(nodes[1].first, 2);
    EXPECT_EQ(nodes[1].order, 5);
    EXPECT_EQ(nodes[1].zeros, 0);
}

TEST(Supernodes, BecomeOneWhereItCostsNoZero) {
    // A star, whose hub comes last. Only its last child stands just before it.
    const EliminationTree star{{}, {3, 3, 3, -1}, {2, 2, 2, 1}};
    EXPECT_THAT(pivots_of(supernodes(star, no_amalgamation)), ElementsAre(1, 1, 2));
}

TEST(Supernodes, BecomeOneByTheRule) {
    const Amalgamation rule{{2, 4, 8}, {0.5, 0.25, 0.1}};
    EXPECT_TRUE(become_one({1, 2}, {1, 99}, rule));                      // 2 pivots: always; 98 zeros of 199
    EXPECT_TRUE(become_one({1, 2}, {2, 9}, rule));                       // 3 pivots, 8 zeros of 27
    EXPECT_TRUE(become_one({2, 4}, {1, 7}, rule));                       // 3 pivots, 10 of 24
    EXPECT_FALSE(become_one({2, 3}, {1, 7}, rule));                      // 3 pivots, 12 of 24: not less than half
    EXPECT_FALSE(become_one({3, 4}, {1, 9}, rule));                      // 4 pivots, 24 of 42
    EXPECT_TRUE(become_one({1, 2}, {4, 9}, rule));                       // 5 pivots, 8 of 40
    EXPECT_FALSE(become_one({2, 3}, {4, 9}, rule));                      // 6 pivots, 16 of 51
    EXPECT_FALSE(become_one({1, 2}, {8, 9}, rule));                      // 9 pivots, 8 of 54
    EXPECT_TRUE(become_one({1, 6}, {8, 9}, rule));                       // 9 pivots, 4 of 54
    EXPECT_FALSE(become_one({1, 2}, {1, 99}, {{1, 0, 0}, {1, 1, 0.1}})); // zeros[0] and [1] are for no columns
}

TEST(Supernodes, ZerosAddUp) {
    // The second costs 2 zeros of 7 entries. The third would cost another 4, 6 of 15: too many, though 4 were not.
    const std::vector<Supernode> nodes = supernodes(chain({{1, 2}, {1, 3}, {1, 4}}), {{0, 0, 0}, {0, 0, 0.3}});
    EXPECT_THAT(pivots_of(nodes), ElementsAre(2, 1));
    EXPECT_EQ(nodes[0].zeros, 2);
    EXPECT_EQ(nodes[0].order, 4);
}

TEST(Supernodes, AskAgainWhenTheParentHasGrown) {
    // Column 1 would cost 3 zeros of 9 entries with its parent, column 2. That becomes one with columns 3 to 5, which
    // costs nothing; then the 3 zeros are of 15. Column 0, another child of column 3, would make it 7 of 21.
    const EliminationTree tree{{}, {3, 2, 3, 4, 5, -1}, {2, 2, 4, 3, 2, 1}};
    EXPECT_THAT(pivots_of(supernodes(tree, {{0, 0, 0}, {0, 0, 0.3}})), ElementsAre(1, 5));
}

TEST(Supernodes, OfSeveralTreesStayApart) {
    const EliminationTree tree{{}, {1, -1, -1, 4, -1}, {2, 1, 1, 2, 1}};
    EXPECT_THAT(pivots_of(supernodes(tree, {{99, 99, 99}, {1, 1, 1}})), ElementsAre(2, 1, 2));
}

TEST(Supernodes, CostWhatThePatternSaysAndLeaveNoPair) {
    for (std::uint64_t seed = 0; seed < 1000; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const SparseMatrix matrix = random_matrix(dice);
        const EliminationTree tree = in_natural_order(matrix);
        const Pattern pattern = eliminated(matrix, tree.permutation);
        const Amalgamation rule = random_rule(dice);
        const std::vector<Supernode> nodes = supernodes(tree, rule);
        Index column = 0;
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            const Supernode& node = nodes[k];
            EXPECT_EQ(node.first, column);
            const Index end = column + node.pivots;
            const Block block = block_of(pattern, column, end);
            EXPECT_EQ(node.order, block.order);
            EXPECT_EQ(node.zeros, block.zeros);
            const Index parent = k > 0 ? tree.parent[column - 1] : -1;
            EXPECT_TRUE(parent < column || parent >= end || stay_two(pattern, nodes[k - 1], node, rule)) << column;
            column = end;
        }
        EXPECT_EQ(column, matrix.size);
    }
}

TEST(Supernodes, HaveNoMoreZerosThanAllowed) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const SparseMatrix matrix = random_matrix(dice);
        const EliminationTree tree = in_natural_order(matrix);
        const Pattern pattern = eliminated(matrix, tree.permutation);
        const double most = dice.unit();
        for (const Supernode& node : supernodes(tree, {{0, 0, 0}, {0, 0, most}})) {
            const Block block = block_of(pattern, node.first, node.first + node.pivots);
            EXPECT_TRUE(block.zeros == 0 || block.share < most) << node.first;
        }
    }
}

} // namespace tangram::fronts
