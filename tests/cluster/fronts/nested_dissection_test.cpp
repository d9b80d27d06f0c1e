#include "cluster/fronts/nested_dissection.hpp"

#include "base/dice.hpp"
#include "base/error.hpp"
#include "cluster/fronts/grid.hpp"
#include "tests/apps/temporary_folder.hpp"
#include "tests/cluster/fronts/pattern_matrices.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace tangram::fronts {

using test::dense_matrix;
using test::matrix_of;
using test::random_matrix;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {

bool is_permutation_of(std::vector<Index> order, Index size) {
    std::vector<Index> identity(size);
    std::iota(identity.begin(), identity.end(), 0);
    std::sort(order.begin(), order.end());
    return order == identity;
}

} // namespace

TEST(NestedDissection, OrdersEveryRowOnce) {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        Dice dice(seed);
        const SparseMatrix matrix = random_matrix(dice);
        EXPECT_TRUE(is_permutation_of(nested_dissection(matrix), matrix.size)) << "seed " << seed;
    }
    for (const Index size : {2, 3, 120, 121, 300}) { // METIS dissects from 120 rows on
        EXPECT_TRUE(is_permutation_of(nested_dissection(dense_matrix(size)), size)) << size;
    }
}

TEST(NestedDissection, NeedsNoEdges) {
    EXPECT_THAT(nested_dissection(matrix_of(1, {})), ElementsAre(0));
    EXPECT_TRUE(is_permutation_of(nested_dissection(matrix_of(500, {})), 500));
    EXPECT_TRUE(is_permutation_of(nested_dissection(compressed(3, {})), 3)); // not even a diagonal
    EXPECT_TRUE(is_permutation_of(nested_dissection(matrix_of(500, {{17, 400}})), 500));
}

TEST(NestedDissection, SeparatorsComeLast) {
    constexpr Index rows = 4095; // of a path, which one row separates
    std::vector<std::pair<Index, Index>> edges;
    for (Index k = 0; k + 1 < rows; ++k) {
        edges.emplace_back(k, k + 1);
    }
    const std::vector<Index> order = nested_dissection(matrix_of(rows, edges));
    EXPECT_GT(order.back(), rows / 3);
    EXPECT_LT(order.back(), 2 * rows / 3);
}

TEST(NestedDissection, IsTheSameEachTime) {
    const SparseMatrix matrix = grid_matrix({{40, 41, 1}, 9}, 1);
    const std::vector<Index> first = nested_dissection(matrix);
    std::srand(12345);
    EXPECT_EQ(first, nested_dissection(matrix));
}

TEST(NestedDissection, TakesWhatMetisCanNumber) {
    SparseMatrix huge; // no vector is that long: sizes are looked at first
    huge.size = Index{1} << 31;
    const std::string error =
        tangram::test::message_of<InvalidInput>([&] { static_cast<void>(nested_dissection(huge)); });
    EXPECT_THAT(error, AllOf(HasSubstr("2147483648 rows"), HasSubstr("at most 2147483647")));
}

} // namespace tangram::fronts
