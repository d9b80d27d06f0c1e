#include "cluster/numerics/ordered_matrix.hpp"

#include "dense_lu.hpp"
#include "linear_system.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace tangram::numerics {

using fronts::SparseMatrix;
using ::testing::DoubleEq;
using ::testing::ElementsAre;

namespace {

const SparseMatrix unsymmetric = fronts::compressed(3, {{0, 0, 10}, {1, 0, 1}, {0, 1, 2}, {1, 1, 20}, {2, 2, -30}});

} // namespace

TEST(OrderedMatrix, HasRowsInTheOrderOfElimination) {
    const OrderedMatrix ordered(unsymmetric, {2, 1, 0});
    EXPECT_EQ(ordered.size(), 3);
    EXPECT_THAT(ordered.columns_of(0), ElementsAre(0));
    EXPECT_THAT(ordered.values_of(0), ElementsAre(-30));
    EXPECT_THAT(ordered.columns_of(1), ElementsAre(1, 2));
    EXPECT_THAT(ordered.values_of(1), ElementsAre(20, 1));
    EXPECT_THAT(ordered.columns_of(2), ElementsAre(1, 2));
    EXPECT_THAT(ordered.values_of(2), ElementsAre(2, 10));
}

TEST(OrderedMatrix, LeastPivotsFollowRowsAndColumnsOfAnySize) {
    const SparseMatrix scaled = fronts::compressed(2, {{0, 0, 1e-20}, {0, 1, -3e-20}, {1, 0, 5}, {1, 1, 2}});
    const OrderedMatrix ordered(scaled, {0, 1});
    EXPECT_THAT(ordered.least_pivots(), ElementsAre(DoubleEq(3e-33), DoubleEq(2e-13)));
}

TEST(OrderedMatrix, EachEntryIsInOneFront) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        Dice dice(seed);
        const SparseMatrix matrix = test::random_values(fronts::test::random_matrix(dice), seed);
        const auto [tree, elimination] = fronts::analyse(matrix);
        const OrderedMatrix ordered(matrix, elimination.permutation);
        test::DenseMatrix sum = test::dense_zeros(matrix.size);
        for (fronts::FrontId id = 0; id < tree.fronts.size(); ++id) {
            const fronts::Front& front = tree.fronts[id];
            const auto rows = elimination.rows_of(id);
            const auto cut = static_cast<Index>(dice.below(front.order + 1));
            for (const solver::Block& block : {solver::Block{0, 0, cut}, solver::Block{0, cut, front.order}}) {
                Matrix part = Matrix::zeros(block.rows(), front.order);
                add_entries(ordered, front, rows, block, part.view());
                for (Index row = 0; row < part.rows; ++row) {
                    for (Index column = 0; column < part.columns; ++column) {
                        sum[rows[block.begin + row]][rows[column]] += part.view().row(row)[column];
                    }
                }
            }
        }
        EXPECT_EQ(sum, test::permuted(matrix, elimination.permutation));
    }
}

} // namespace tangram::numerics
