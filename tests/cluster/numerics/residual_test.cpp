#include "cluster/numerics/residual.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace tangram::numerics {

namespace {

using Vector = std::vector<double>;

const fronts::SparseMatrix matrix = fronts::compressed(2, {{0, 0, 1}, {0, 1, -3}, {1, 0, 2}});

} // namespace

TEST(Residual, IsScaledByMatrixAndVectors) {
    EXPECT_EQ(scaled_residual(matrix, Vector{1, 2}, Vector{-5, 2}), 0);
    EXPECT_DOUBLE_EQ(scaled_residual(matrix, Vector{1, 2}, Vector{-5, -4}), 6.0 / (4 * 2 + 5));
    EXPECT_EQ(scaled_residual(matrix, Vector{0, 0}, Vector{0, -4}), 1);
}

TEST(Residual, OfNothingIsZero) {
    EXPECT_EQ(scaled_residual(matrix, Vector{0, 0}, Vector{0, 0}), 0);
}

TEST(Residual, WhatIsNoNumberIsNotHidden) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    for (const Vector& x : {Vector{nan, 1}, Vector{1, nan}, Vector{infinity, 1}, Vector{1, -infinity}}) {
        EXPECT_TRUE(std::isnan(scaled_residual(matrix, x, Vector{1, 1})));
    }
    EXPECT_TRUE(std::isnan(scaled_residual(matrix, Vector{1, 1}, Vector{nan, 1})));
}

} // namespace tangram::numerics
