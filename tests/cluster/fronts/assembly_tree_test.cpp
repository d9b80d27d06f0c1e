#include "cluster/fronts/assembly_tree.hpp"

#include "base/dice.hpp"
#include "base/error.hpp"
#include "tests/apps/temporary_folder.hpp"
#include "tests/cluster/fronts/random_trees.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace tangram::fronts {

using ::tangram::test::message_of;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

///     4        and  5
///   2   3
///  0 1
AssemblyTree two_trees() {
    AssemblyTree tree;
    add_front(tree, 1, 3, {});
    add_front(tree, 2, 4, {});
    add_front(tree, 2, 5, {0, 1});
    add_front(tree, 1, 2, {});
    add_front(tree, 3, 3, {2, 3});
    add_front(tree, 7, 7, {});
    return tree;
}

struct Fault {
    std::function<void(AssemblyTree&)> make;
    std::string message; ///< a part of it
};

} // namespace

TEST(AssemblyTree, ParentsFollowFromChildren) {
    const AssemblyTree tree = two_trees();
    EXPECT_EQ(tree.fronts[0].parent, 2U);
    EXPECT_EQ(tree.fronts[3].parent, 4U);
    EXPECT_FALSE(tree.fronts[4].parent);
    EXPECT_EQ(tree.fronts[2].contribution(), 3);
    EXPECT_NO_THROW(require_valid(tree));
}

TEST(AssemblyTree, SubtreesAreCounted) {
    EXPECT_THAT(subtree_sizes(two_trees()), ElementsAre(1, 1, 3, 1, 5, 1));
}

TEST(AssemblyTree, RandomTreesAreValid) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        EXPECT_NO_THROW(require_valid(test::random_forest(dice, 1 + dice.below(3), 1 + dice.below(30))));
    }
}

TEST(AssemblyTree, EveryFaultIsNamedInOneLine) {
    const std::vector<Fault> faults = {
        {[](AssemblyTree& tree) { tree.fronts.clear(); }, "no front"},
        {[](AssemblyTree& tree) { tree.fronts[1].pivots = 0; }, "front 1: 0 pivots of 4 rows"},
        {[](AssemblyTree& tree) { tree.fronts[1].pivots = 5; }, "front 1: 5 pivots of 4 rows"},
        {[](AssemblyTree& tree) {
             tree.fronts[5] = {most_order + 1, most_order + 1, {}, {}};
         },
         "front 5: 1048577 pivots"},
        {[](AssemblyTree& tree) { tree.fronts[1].pivots = 4; }, "front 1: contributes 0 rows, and has a parent"},
        {[](AssemblyTree& tree) { tree.fronts[4].order = 4; }, "front 4: contributes 1 rows, and has no parent"},
        {[](AssemblyTree& tree) { tree.fronts[3].order = 9; }, "front 3: contributes 8 rows to the 3 of its parent"},
        {[](AssemblyTree& tree) {
             tree.fronts[2].children = {1, 0};
         },
         "front 2: child 0 is not in postorder"},
        {[](AssemblyTree& tree) {
             tree.fronts[2].children = {0, 3};
         },
         "front 2: child 3 is not in postorder"},
        {[](AssemblyTree& tree) { tree.fronts[2].children = {2}; }, "front 2: child 2 is not in postorder"},
        {[](AssemblyTree& tree) { tree.fronts[4].children = {3}; }, "4 fronts have parents, but 3 are children"},
        {[](AssemblyTree& tree) { tree.fronts[4].children = {2}; }, "front 4: child 2 is not in postorder"},
        {[](AssemblyTree& tree) { tree.fronts[1].parent = 4; }, "front 2: child 1 is not in postorder, or has another"},
        {[](AssemblyTree& tree) {
             for (int k = 0; k < 10; ++k) {
                 add_front(tree, most_order, most_order, {});
             }
         },
         "flops; at most 2^62"},
    };
    for (const Fault& fault : faults) {
        AssemblyTree tree = two_trees();
        fault.make(tree);
        EXPECT_THAT(message_of<InvalidInput>([&] { require_valid(tree); }),
                    AllOf(HasSubstr(fault.message), Not(HasSubstr("\n"))));
    }
}

TEST(AssemblyTree, LongChainsAreNoProblem) {
    AssemblyTree tree;
    add_front(tree, 1, 2, {});
    for (FrontId front = 1; front < 300'000; ++front) {
        add_front(tree, 1, 2, {front - 1});
    }
    add_front(tree, 1, 1, {tree.fronts.size() - 1});
    EXPECT_NO_THROW(require_valid(tree));
    EXPECT_EQ(subtree_sizes(tree).back(), 300'001U);
}

} // namespace tangram::fronts
