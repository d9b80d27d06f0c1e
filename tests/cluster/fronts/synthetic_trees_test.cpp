#include "cluster/fronts/synthetic_trees.hpp"

#include "base/error.hpp"
#include "cluster/fronts/front_costs.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace tangram::fronts {

using ::tangram::test::message_of;
using ::testing::HasSubstr;

namespace {

bool are_equal(const AssemblyTree& a, const AssemblyTree& b) {
    return std::equal(a.fronts.begin(), a.fronts.end(), b.fronts.begin(), b.fronts.end(),
                      [](const Front& one, const Front& other) {
                          return one.pivots == other.pivots && one.order == other.order && one.parent == other.parent;
                      });
}

} // namespace

TEST(SyntheticTrees, NestedDissectionsAreBinary) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const AssemblyTree tree = nested_tree(50'000, seed);
        EXPECT_NO_THROW(require_valid(tree));
        EXPECT_EQ(subtree_sizes(tree).back(), tree.fronts.size()) << "one tree";
        for (const Front& front : tree.fronts) {
            EXPECT_TRUE(front.children.empty() || front.children.size() == 2);
            EXPECT_GE(front.order, front.pivots);
            EXPECT_LE(5 * front.order, 18 * front.pivots + 12) << "3.6 times the pivots, both rounded";
        }
        // Leaves have more than 35% of 500 unknowns, and at most 500.
        const auto leaves = static_cast<double>(tree.fronts.size() + 1) / 2;
        EXPECT_GT(leaves, 50'000 / 500);
        EXPECT_LT(leaves, 50'000 / (0.35 * 500));
        EXPECT_NEAR(static_cast<double>(tree.fronts.back().pivots), 1.1 * 1357.2 * 1.025, 1.1 * 1357.2 * 0.28);
    }
}

TEST(SyntheticTrees, WideTreesAreChainsOverTwoDissections) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const AssemblyTree tree = wide_tree(5, 4, seed);
        EXPECT_NO_THROW(require_valid(tree));
        const Front& root = tree.fronts.back();
        EXPECT_EQ(root.order, 1260);
        ASSERT_EQ(root.children.size(), 5U);
        for (FrontId front : root.children) {
            for (int depth = 0; depth < 4; ++depth) {
                const Front& link = tree.fronts[front];
                EXPECT_GE(link.pivots, 54 - 1);
                EXPECT_LE(link.pivots, 315 + 1);
                EXPECT_EQ(link.children.size(), depth < 3 ? 1U : 2U);
                front = link.children.front();
            }
        }
    }
}

TEST(SyntheticTrees, FollowTheSeed) {
    EXPECT_TRUE(are_equal(nested_tree(10'000, 3), nested_tree(10'000, 3)));
    EXPECT_FALSE(are_equal(nested_tree(10'000, 3), nested_tree(10'000, 4)));
    EXPECT_TRUE(are_equal(wide_tree(3, 2, 3), wide_tree(3, 2, 3)));
    EXPECT_FALSE(are_equal(wide_tree(3, 2, 3), wide_tree(3, 2, 4)));
}

TEST(SyntheticTrees, ExtremesAreTrees) {
    EXPECT_EQ(nested_tree(1, 1).fronts.size(), 1U);
    EXPECT_NO_THROW(static_cast<void>(nested_tree(100'000'000, 1)));
    EXPECT_NO_THROW(static_cast<void>(wide_tree(1, 1, 1)));
    EXPECT_NO_THROW(static_cast<void>(wide_tree(1, 10'000, 1)));
    EXPECT_NO_THROW(static_cast<void>(wide_tree(10'000, 1, 1)));
}

TEST(SyntheticTrees, WhatIsTooSmallOrTooLargeIsNamed) {
    const auto nested = [](Index volume) {
        return message_of<InvalidInput>([&] { static_cast<void>(nested_tree(volume, 1)); });
    };
    const auto wide = [](Index branches, Index depth) {
        return message_of<InvalidInput>([&] { static_cast<void>(wide_tree(branches, depth, 1)); });
    };
    EXPECT_THAT(nested(0), HasSubstr("volume must be 1 to 100000000, not 0"));
    EXPECT_THAT(nested(-5), HasSubstr("not -5"));
    EXPECT_THAT(nested(100'000'001), HasSubstr("not 100000001"));
    EXPECT_THAT(wide(0, 1), HasSubstr("branches must be 1 to 10000, not 0"));
    EXPECT_THAT(wide(1, 0), HasSubstr("depth of branches must be 1 to 10000, not 0"));
    EXPECT_THAT(wide(9'000'000'000'000'000'000, 2), HasSubstr("branches must be"));
    EXPECT_THAT(wide(10'000, 10'000), HasSubstr("branches times depth must be 1 to 1000000, not 100000000"));
}

} // namespace tangram::fronts
