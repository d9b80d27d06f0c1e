#include "partition/base/bounds.hpp"

#include "base/error.hpp"
#include "partition/algorithms/nrrp.hpp"
#include "partition/base/costs.hpp"
#include "tests/partition/speed_families.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tangram::partition {

TEST(HalfPerimeterBound, IsThatOfSquares) {
    EXPECT_DOUBLE_EQ(half_perimeter_bound({std::vector{1.0}}), 2);
    EXPECT_DOUBLE_EQ(half_perimeter_bound({std::vector{9.0, 16.0}}), 2 * 0.6 + 2 * 0.8);
    EXPECT_DOUBLE_EQ(half_perimeter_bound({std::vector{1.0, 1.0, 1.0, 1.0}, 6, 6}), 4 * 6);
}

TEST(HalfPerimeterBound, LargeZonesFillTheShortSide) {
    // Zones of 1 x 3 and 1 x 1; a square of area 3 does not fit.
    EXPECT_DOUBLE_EQ(half_perimeter_bound({std::vector{3.0, 1.0}, 1, 4}), 4 + 2);
    EXPECT_DOUBLE_EQ(half_perimeter_bound({std::vector{3.0, 1.0}, 4, 1}), 4 + 2);
}

TEST(HalfPerimeterBound, IsBelowEveryPartition) {
    for (testing::Family family : testing::all_families) {
        for (std::uint64_t seed = 0; seed < 64; ++seed) {
            const double width = 1 + static_cast<double>(seed % 8);
            SCOPED_TRACE(fmt::format("{}, seed {}, 1 x {}", testing::name_of(family), seed, width));
            const std::vector<double> speeds = testing::random_speeds(family, 1 + seed % 16, seed);
            EXPECT_GE(cost(nrrp({speeds, 1, width}), {speeds, 1, width}),
                      half_perimeter_bound({speeds, 1, width}) * (1 - 1e-12));
        }
    }
}

TEST(HalfPerimeterBound, RejectsBadInput) {
    EXPECT_THROW((void)half_perimeter_bound(Problem{}), InvalidInput);
    EXPECT_THROW((void)half_perimeter_bound({std::vector{1.0, -1.0}}), InvalidInput);
    EXPECT_THROW((void)half_perimeter_bound({std::vector{1.0}, 0, 1}), InvalidInput);
}

TEST(HalfPerimeterBound, CountsWeights) {
    EXPECT_DOUBLE_EQ(half_perimeter_bound({.speeds = {9, 16}, .weights = {0, 2}}), 2 * 2 * 0.8);
}

TEST(HalfSurfaceBound, IsThatOfCubes) {
    EXPECT_NEAR(half_surface_bound({.speeds = {1}}), 3, 1e-12);
    EXPECT_NEAR(half_surface_bound({.speeds = {1, 7}}), 3 * (std::pow(0.125, 2.0 / 3) + std::pow(0.875, 2.0 / 3)),
                1e-12);
    EXPECT_NEAR(half_surface_bound({.speeds = {1, 7}, .weights = {2, 0}}), 2 * 3 * 0.25, 1e-12);
}

TEST(HalfSurfaceBound, OfTheWholeDomainIsItsFaces) {
    EXPECT_NEAR(half_surface_bound({.speeds = {1}, .height = 2, .width = 3, .depth = 5}), 10 + 15 + 6, 1e-9);
    EXPECT_NEAR(half_surface_bound({.speeds = {1}, .height = 2, .width = 3, .depth = 5, .c_factor = 2}), 10 + 15 + 12,
                1e-9);
}

TEST(HalfSurfaceBound, OfFlatDomainsIsThatOfSquareColumns) {
    // 16 zones of 2.5 x 2.5 x 0.01 on 10 x 10 x 0.01: no cube of their volume fits.
    const Problem flat{.speeds = std::vector<double>(16, 1), .height = 10, .width = 10, .depth = 0.01};
    EXPECT_NEAR(half_surface_bound(flat), 16 * (2 * 2.5 * 0.01 + 2.5 * 2.5), 1e-9);
}

TEST(HalfSurfaceBound, StretchesCubesByTheFactorOfC) {
    // Least 2 x z + f x^2 with x^2 z = v: z = f x.
    const double factor = 2;
    const Problem problem{.speeds = std::vector<double>(1000, 1), .c_factor = factor};
    const double x = std::cbrt(0.001 / factor);
    EXPECT_NEAR(half_surface_bound(problem), 1000 * (2 * factor * x * x + factor * x * x), 1e-9);
}

TEST(Bounds, SurviveSharesThatVanish) {
    const Problem flat{.speeds = {1e12, 1e-300}, .height = 1e-30, .width = 1e30};
    EXPECT_NEAR(half_perimeter_bound(flat) / 1e30, 1, 1e-9);
    const Problem rod{.speeds = {1e12, 1e-300}, .height = 1e-30, .width = 1e-30, .depth = 1e30};
    EXPECT_NEAR(half_surface_bound(rod), 2, 1e-9) << "two faces of 1 x 1";
}

TEST(HalfSurfaceBound, SurvivesExtremeSizes) {
    for (double side : {1e-30, 1e-3, 1e3, 1e30}) {
        const Problem problem{.speeds = {1, 1e12}, .height = side, .width = side, .depth = side};
        EXPECT_NEAR(half_surface_bound(problem) / side / side, 3, 1e-6) << side;
    }
}

TEST(TileBound, IsThatOfSquaresOfTiles) {
    const Grid grid{32, 32};
    EXPECT_EQ(tile_bound(std::vector<std::size_t>{1, 2, 3, 4, 0}, grid, {{1, 1, 1, 1, 1}}), 2 + 3 + 4 + 4 + 0);
    EXPECT_EQ(tile_bound(std::vector<std::size_t>{1024}, grid, {{1}}), 64);
    EXPECT_EQ(tile_bound(std::vector<std::size_t>{1, 4}, grid, {.speeds = {1, 1}, .weights = {3, 0}}), 6);
}

TEST(TileBound, OfNarrowGridsIsByBruteForce) {
    for (std::size_t rows = 1; rows <= 12; ++rows) {
        for (std::size_t columns = 1; columns <= 12; ++columns) {
            for (std::size_t tiles = 1; tiles <= rows * columns; ++tiles) {
                std::size_t least = rows + columns;
                for (std::size_t r = 1; r <= rows; ++r) {
                    if ((tiles + r - 1) / r <= columns) {
                        least = std::min(least, r + (tiles + r - 1) / r);
                    }
                }
                ASSERT_EQ(tile_bound(std::vector<std::size_t>{tiles}, {rows, columns}, {{1}}), least)
                    << tiles << " tiles on " << rows << " x " << columns;
            }
        }
    }
}

TEST(TileBound, OfLayersIsThatOfCubes) {
    const Grid grid{8, 8, 8};
    EXPECT_EQ(tile_bound(std::vector<std::size_t>{512}, grid, {{1}}), 3 * 64);
    EXPECT_EQ(tile_bound(std::vector<std::size_t>{8, 27, 0, 9}, grid, {{1, 1, 1, 1}}), 12 + 27 + 0 + 13);
    EXPECT_EQ(tile_bound(std::vector<std::size_t>{4}, {1, 4, 4}, {{1}}), 4 + 2 + 2);
}

TEST(TileBound, RejectsAnotherNumberOfProcessors) {
    EXPECT_THROW((void)tile_bound(std::vector<std::size_t>{1}, {1, 1}, {{1, 1}}), InvalidInput);
}

TEST(TileBound, RejectsMoreTilesThanTheGridHas) {
    EXPECT_EQ(tile_bound(std::vector<std::size_t>{3, 1}, {2, 2}, {{1, 1}}), 4 + 2);
    EXPECT_THROW((void)tile_bound(std::vector<std::size_t>{5, 0}, {2, 2}, {{1, 1}}), InvalidInput);
    EXPECT_THROW((void)tile_bound(std::vector<std::size_t>{3, 2}, {2, 2}, {{1, 1}}), InvalidInput);
    EXPECT_THROW((void)tile_bound(std::vector<std::size_t>{9}, {2, 2, 2}, {{1}}), InvalidInput);
}

} // namespace tangram::partition
