#include "cluster/fronts/front_costs.hpp"

#include "base/dice.hpp"
#include "tests/cluster/fronts/random_trees.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tangram::fronts {

using ::testing::ElementsAre;

namespace {

/// A 3 x 3 grid with a 5-point stencil, dissected by its middle column: two columns of 3 points that see the middle
/// one.
AssemblyTree grid_of_nine() {
    AssemblyTree tree;
    add_front(tree, 3, 6, {});
    add_front(tree, 3, 6, {});
    add_front(tree, 3, 3, {0, 1});
    return tree;
}

/// Operations of rows first to last - 1 while the pivots of a front are eliminated one by one.
std::int64_t counted_flops(const Front& front, Index first, Index last) {
    std::int64_t flops = 0;
    for (Index pivot = 0; pivot < front.pivots; ++pivot) {
        for (Index row = std::max(first, pivot + 1); row < last; ++row) {
            flops += 1; // l = a(row, pivot) / a(pivot, pivot)
            for (Index column = pivot + 1; column < front.order; ++column) {
                flops += 2; // a(row, column) -= l a(pivot, column)
            }
        }
    }
    return flops;
}

/// The stack, block by block, as a process has it that eliminates all.
std::int64_t simulated_peak(const AssemblyTree& tree) {
    std::vector<std::int64_t> stack;
    std::int64_t peak = 0;
    for (const Front& front : tree.fronts) {
        const std::int64_t stacked = std::accumulate(stack.begin(), stack.end(), std::int64_t{0});
        peak = std::max(peak, stacked + front.order * front.order);
        stack.resize(stack.size() - front.children.size());
        if (front.parent) {
            stack.push_back(front.contribution() * front.contribution());
        }
    }
    return peak;
}

} // namespace

TEST(FrontCosts, OfAGridOfNinePointsByHand) {
    const AssemblyTree tree = grid_of_nine();
    const Front& leaf = tree.fronts[0];
    EXPECT_EQ(master_entries(leaf), 18);
    EXPECT_EQ(slave_entries(leaf, 2), 12);
    EXPECT_EQ(contribution_entries(leaf, 2), 6);
    EXPECT_EQ(factor_entries(leaf), 27);
    EXPECT_EQ(master_flops(leaf), 31);   // 2 rows x (1 + 2 x 5), 1 row x (1 + 2 x 4)
    EXPECT_EQ(slave_flops(leaf, 1), 27); // 1 + 10, 1 + 8, 1 + 6
    EXPECT_EQ(front_flops(leaf), 112);
    EXPECT_EQ(front_flops(tree.fronts[2]), 13); // LU of a 3 x 3 matrix
    EXPECT_EQ(total_flops(tree), 237);
    EXPECT_EQ(total_factor_entries(tree), 63);
    EXPECT_THAT(subtree_flops(tree), ElementsAre(112, 112, 237));
    EXPECT_THAT(subtree_peaks(tree), ElementsAre(36, 36, 45)); // the second leaf, beside the first one's 9 entries
    EXPECT_EQ(sequential_peak(tree), 45);
}

TEST(FrontCosts, FlopsAreThoseOfElimination) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const auto order = static_cast<Index>(1 + dice.below(40));
        const Front front{static_cast<Index>(1 + dice.below(order)), order, std::nullopt, {}};
        EXPECT_EQ(master_flops(front), counted_flops(front, 0, front.pivots));
        EXPECT_EQ(slave_flops(front, front.contribution()), counted_flops(front, front.pivots, order));
        EXPECT_EQ(front_flops(front), counted_flops(front, 0, order));
    }
}

TEST(FrontCosts, LeadingTermsAreTheKnownOnes) {
    const double p = 2000;
    const double n = 5000;
    const Front front{2000, 5000, std::nullopt, {}};
    EXPECT_NEAR(static_cast<double>(master_flops(front)) / (2.0 / 3 * p * p * p + p * p * (n - p)), 1, 0.001);
    EXPECT_EQ(static_cast<double>(slave_flops(front, 10)), 10 * (p * p + 2 * p * (n - p)));
}

TEST(FrontCosts, TheLargestFrontsFitInto64Bits) {
    const Front front{most_order, most_order, std::nullopt, {}};
    EXPECT_NEAR(static_cast<double>(front_flops(front)) / (2.0 / 3 * 0x1p60), 1, 1e-5);
    const Front shared{most_order / 2, most_order, std::nullopt, {}};
    EXPECT_GT(front_flops(shared), 0);
    EXPECT_LT(front_flops(shared), front_flops(front));
}

TEST(FrontCosts, PeaksAreThoseOfAStack) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const AssemblyTree tree = test::random_forest(dice, 1 + dice.below(3), 1 + dice.below(40));
        EXPECT_EQ(sequential_peak(tree), simulated_peak(tree));
        std::int64_t sum = 0;
        for (const Front& front : tree.fronts) {
            sum += front_flops(front);
        }
        EXPECT_EQ(total_flops(tree), sum);
    }
}

TEST(FrontCosts, OfNoTree) {
    EXPECT_EQ(total_flops({}), 0);
    EXPECT_EQ(sequential_peak({}), 0);
}

} // namespace tangram::fronts
