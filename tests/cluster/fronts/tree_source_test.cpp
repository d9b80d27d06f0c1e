#include "cluster/fronts/tree_source.hpp"

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
using ::tangram::test::put;
using ::tangram::test::TemporaryFolder;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

namespace {

std::string error(std::string_view source) {
    return message_of<InvalidInput>([&] { static_cast<void>(tree_from(source, 1)); });
}

} // namespace

TEST(TreeSource, GridsHaveAMatrix) {
    const SourcedTree source = tree_from("grid:20x30:9", 1);
    ASSERT_TRUE(source.origin);
    EXPECT_EQ(source.origin->matrix.size, 600);
    EXPECT_EQ(source.origin->elimination.permutation.size(), 600U);
    Index pivots = 0;
    for (const Front& front : source.tree.fronts) {
        pivots += front.pivots;
    }
    EXPECT_EQ(pivots, 600);
}

TEST(TreeSource, FilesHaveAMatrix) {
    const TemporaryFolder folder;
    put(folder / "a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 2\n2 2 2\n2 1 1\n");
    const SourcedTree source = tree_from((folder / "a.mtx").string(), 1);
    ASSERT_TRUE(source.origin);
    EXPECT_EQ(source.origin->matrix.size, 2);
    EXPECT_EQ(source.tree.fronts.size(), 1U);
}

TEST(TreeSource, SyntheticTreesHaveNone) {
    for (const std::string_view name : {"nested", "nested:5000", "wide", "wide:3,2"}) {
        const SourcedTree source = tree_from(name, 1);
        EXPECT_FALSE(source.origin) << name;
        EXPECT_GT(source.tree.fronts.size(), 2U) << name;
    }
    EXPECT_EQ(tree_from("wide", 1).tree.fronts.back().children.size(), static_cast<std::size_t>(default_branches));
}

TEST(TreeSource, OnlyThoseOfMatricesHaveAnOrigin) {
    EXPECT_TRUE(tree_of_matrix_from("grid:3x3", 1).origin);
    EXPECT_TRUE(names_matrix("a.mtx"));
    for (const std::string_view name : {"wide", "nested:5000", "oak"}) {
        EXPECT_FALSE(names_matrix(name));
        EXPECT_THAT(message_of<InvalidInput>([&] { static_cast<void>(tree_of_matrix_from(name, 1)); }),
                    HasSubstr("names no matrix; allowed are grid:AxB[xC][:POINTS], FILE.mtx"))
            << name;
    }
}

TEST(TreeSource, EveryFaultIsOneLineThatNamesIt) {
    const std::vector<std::pair<std::string, std::string>> faults = {
        {"", "'' is no tree; allowed are grid:AxB[xC][:POINTS], wide[:BRANCHES,DEPTH], nested[:VOLUME], FILE.mtx"},
        {"tree", "'tree' is no tree"},
        {"grid", "'grid' is no tree"},
        {"Grid:3x3", "'Grid:3x3' is no tree"},
        {"grids:3x3", "'grids:3x3' is no tree"},
        {"grid:", "grid '': not of this form"},
        {"grid:3", "grid '3': not of this form"},
        {"grid:3x3:4", "grid '3x3:4': a plane has no stencil"},
        {"grid:99999x99999", "more than 2147483647 entries"},
        {"wide:", "'wide:' is no tree"},
        {"wide:3", "'wide:3' is no tree"},
        {"wide:3,", "'wide:3,' is no tree"},
        {"wide:,3", "'wide:,3' is no tree"},
        {"wide:3,2,1", "'wide:3,2,1' is no tree"},
        {"wide:3;2", "'wide:3;2' is no tree"},
        {"wide:0,2", "branches must be 1 to 10000, not 0"},
        {"wide:2,0", "depth of branches must be 1 to 10000, not 0"},
        {"widest", "'widest' is no tree"},
        {"nested:", "'nested:' is no tree"},
        {"nested:1e6", "'nested:1e6' is no tree"},
        {"nested:0", "volume must be 1 to 100000000, not 0"},
        {"nested:99999999999999999999", "is no tree"},
        {"nested:5 ", "'nested:5 ' is no tree"},
        {"nothing.mtx", "nothing.mtx: no regular file that can be read"},
        {"a\nb", "'a\\x0ab' is no tree"},
        {"matrix.mtx.gz", "'matrix.mtx.gz' is no tree"},
    };
    for (const auto& [source, message] : faults) {
        EXPECT_THAT(error(source), AllOf(HasSubstr(message), Not(HasSubstr("\n")))) << source;
    }
}

} // namespace tangram::fronts
