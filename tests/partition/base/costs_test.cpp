#include "partition/base/costs.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace tangram::partition {

TEST(HalfPerimeter, OfARectangle) {
    EXPECT_DOUBLE_EQ(half_perimeter({0, {{0.25, 0.5, 0, 1}}}), 1.25);
}

TEST(HalfPerimeter, OfAnLCountsSharedProjectionsOnce) {
    EXPECT_DOUBLE_EQ(half_perimeter({0, {{0, 1, 0.4, 1}, {0.4, 1, 0, 0.4}}}), 2);
}

TEST(HalfPerimeter, OfSeparateBoxesSkipsTheGap) {
    EXPECT_DOUBLE_EQ(half_perimeter({0, {{0.5, 1, 0, 0.25}, {0, 0.25, 0.75, 1}}}), 0.75 + 0.5);
}

TEST(HalfPerimeter, OfNothingIsZero) {
    EXPECT_EQ(half_perimeter({0, {}}), 0);
}

TEST(HalfSurface, OfACuboid) {
    const Zone zone{0, {{0, 2, 0, 3, 0, 5}}};
    EXPECT_DOUBLE_EQ(half_surface(zone), 2 * 5 + 3 * 5 + 2 * 3);
    EXPECT_DOUBLE_EQ(half_surface(zone, 2), 2 * 5 + 3 * 5 + 2 * 2 * 3);
}

TEST(HalfSurface, OfACubeWithoutACornerIsThatOfTheCube) {
    const Zone zone{0, {{1, 2, 0, 2, 0, 2}, {0, 1, 1, 2, 0, 2}, {0, 1, 0, 1, 1, 2}}};
    EXPECT_DOUBLE_EQ(half_surface(zone), 3 * 4);
}

TEST(HalfSurface, OfACubeWithoutAPrismLosesOneProjection) {
    const Zone zone{0, {{1, 2, 0, 2, 0, 2}, {0, 1, 1, 2, 0, 2}}};
    EXPECT_DOUBLE_EQ(half_surface(zone), 4 + 4 + 3);
}

TEST(HalfSurface, OfBoxesOfUnitCellsIsThatOfTheCellsTheyCover) {
    constexpr int side = 6;
    for (std::uint32_t seed = 0; seed < 50; ++seed) {
        SCOPED_TRACE(seed);
        std::mt19937 random(seed);
        const auto interval = [&] {
            const int begin = static_cast<int>(random() % side);
            return std::pair(begin, begin + 1 + static_cast<int>(random() % static_cast<unsigned>(side - begin)));
        };
        Zone zone{0, {}};
        std::set<std::pair<int, int>> a, b, c;
        for (std::uint32_t box = 0; box <= seed % 7; ++box) {
            const auto [x0, x1] = interval();
            const auto [y0, y1] = interval();
            const auto [z0, z1] = interval();
            zone.boxes.push_back({double(x0), double(x1), double(y0), double(y1), double(z0), double(z1)});
            for (int x = x0; x < x1; ++x) {
                for (int y = y0; y < y1; ++y) {
                    for (int z = z0; z < z1; ++z) {
                        a.insert({x, z});
                        b.insert({y, z});
                        c.insert({x, y});
                    }
                }
            }
        }
        EXPECT_EQ(half_surface(zone, 3), static_cast<double>(a.size() + b.size() + 3 * c.size()));
    }
}

TEST(HalfSurface, OfNothingIsZero) {
    EXPECT_EQ(half_surface({0, {}}), 0);
}

TEST(Cost, AddsZonesTimesTheirWeights) {
    const Partition halves{"by hand", 1, 1, {{0, {{0, 1, 0, 0.5}}}, {1, {{0, 1, 0.5, 1}}}}};
    Problem problem{{1, 1}};
    EXPECT_DOUBLE_EQ(cost(halves, problem), 3);
    problem.weights = {0, 2};
    EXPECT_DOUBLE_EQ(cost(halves, problem), 3);
    problem.weights = {0, 0};
    EXPECT_EQ(cost(halves, problem), 0);
}

TEST(Cost, OfCuboidsCountsFacesOfC) {
    const Partition slabs{"by hand", 1, 1, {{0, {{0, 1, 0, 1, 0, 0.5}}}, {1, {{0, 1, 0, 1, 0.5, 1}}}}, 1.0};
    EXPECT_DOUBLE_EQ(cost(slabs, {{1, 1}}), 2 * (0.5 + 0.5 + 1));
    EXPECT_DOUBLE_EQ(cost(slabs, {.speeds = {1, 1}, .weights = {1, 3}, .c_factor = 2}), 4 * (0.5 + 0.5 + 2));
}

TEST(Cost, RejectsAnotherNumberOfProcessors) {
    const Partition one{"by hand", 1, 1, {{0, {{0, 1, 0, 1}}}}};
    EXPECT_THROW((void)cost(one, {{1, 1}}), InvalidInput);
    EXPECT_THROW((void)cost(one, {.speeds = {1}, .weights = {1, 1}}), InvalidInput);
    EXPECT_THROW((void)tile_cost({"by hand", 1, 1, 1, {0}}, {{1, 1}}), InvalidInput);
}

TEST(TileCost, IsRowsAndColumnsTimesWeights) {
    const Allocation allocation{"by hand", 2, 3, 2, {0, 0, 1, 0, 1, 1}};
    EXPECT_DOUBLE_EQ(tile_cost(allocation, {{1, 1}}), 4 + 4);
    EXPECT_DOUBLE_EQ(tile_cost(allocation, {.speeds = {1, 1}, .weights = {0, 1.5}}), 1.5 * 4);
}

TEST(TileCost, OfLayersCountsTilesOfC) {
    const Allocation slabs{"by hand", 2, 2, 2, {0, 1, 0, 1, 0, 1, 0, 1}, 2};
    EXPECT_DOUBLE_EQ(tile_cost(slabs, {{1, 1}}), 2 * (2 + 2 + 4));
    EXPECT_DOUBLE_EQ(tile_cost(slabs, {.speeds = {1, 1}, .c_factor = 2}), 2 * (2 + 2 + 8));
}

TEST(MaxLoadRatio, IsOneInPerfectBalance) {
    EXPECT_DOUBLE_EQ(max_load_ratio(std::vector<std::size_t>{6, 3}, std::vector{2.0, 1.0}), 1);
    EXPECT_DOUBLE_EQ(max_load_ratio(std::vector<std::size_t>{5, 4}, std::vector{2.0, 1.0}), 4.0 / 3);
}

TEST(MaxLoadRatio, RejectsOtherProcessorsAndNoTiles) {
    EXPECT_THROW((void)max_load_ratio(std::vector<std::size_t>{5}, std::vector{2.0, 1.0}), InvalidInput);
    EXPECT_THROW((void)max_load_ratio(std::vector<std::size_t>{0, 0}, std::vector{2.0, 1.0}), InvalidInput);
}

} // namespace tangram::partition
