#include "cluster/solver/problem.hpp"

#include "cluster/fronts/front_costs.hpp"
#include "scenes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace tangram::solver {

using exchange::Load;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Problem, RowsOfASyntheticTreeAreSpreadEvenly) {
    const Problem problem = test::two_leaves();
    EXPECT_THAT(problem.parent_rows[0], ElementsAre(0, 2, 4));
    EXPECT_THAT(problem.parent_rows[1], ElementsAre(0, 3));
    EXPECT_THAT(problem.parent_rows[2], IsEmpty());
}

TEST(Problem, RowsOfAMatrixAreFoundInTheParent) {
    fronts::AssemblyTree tree;
    add_front(tree, 1, 3, {});
    add_front(tree, 4, 4, {0});
    const fronts::Elimination elimination{{0, 1, 2, 3, 4}, {0, 3, 7}, {0, 2, 4, 1, 2, 3, 4}};
    const Problem problem = problem_of(tree, {1, std::vector<fronts::Place>(2)}, elimination);
    EXPECT_THAT(problem.parent_rows[0], ElementsAre(1, 3));
    EXPECT_THAT(problem.parent_rows[1], IsEmpty());
}

TEST(Problem, ContributedRowsOfABlock) {
    const Problem problem = test::two_leaves();
    EXPECT_EQ(contributed_to(problem, 0, {0, 0, 6}), (Rows{0, 3}));
    EXPECT_EQ(contributed_to(problem, 0, {0, 1, 3}), (Rows{1, 2}));
    EXPECT_EQ(contributed_to(problem, 0, {0, 3, 4}).count(), 0);
}

TEST(Problem, InitialLoadsAreFlopsOfSubtreesAndReadyFronts) {
    Problem problem = test::two_leaves();
    EXPECT_THAT(initial_loads(problem), ElementsAre(Load{0, 57}, Load{0, 67}));
    problem.mapping.places[1] = {fronts::FrontType::parallel, 1, {}}; // a leaf whose slaves do 42
    EXPECT_THAT(initial_loads(problem), ElementsAre(Load{0, 57}, Load{0, 25}));
}

} // namespace tangram::solver
