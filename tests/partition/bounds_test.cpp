#include "partition/bounds.hpp"

#include "partition/error.hpp"
#include "partition/nrrp.hpp"
#include "tests/partition/speed_families.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>

namespace tangram::partition {

namespace {

constexpr double gib = 1024.0 * 1024 * 1024;

/// The paper's machine (specs/platforms.md): four K40m and two sockets of CPUs,
/// speeds in 960-tiles per second.
TrafficProblem sirocco(double n, bool reads_c) {
    const TrafficProblem::MemoryNode ram{2 / 6.659e-3, true};
    const TrafficProblem::MemoryNode gpu{1 / 1.735e-3, false};
    return {n, n, n, 8, reads_c, {ram, gpu, gpu, gpu, gpu}};
}

} // namespace

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

TEST(HalfPerimeterSum, AddsZones) {
    const Partition halves{"by hand", 1, 1, {{0, {{0, 1, 0, 0.5}}}, {1, {{0, 1, 0.5, 1}}}}};
    EXPECT_DOUBLE_EQ(half_perimeter_sum(halves), 3);
}

TEST(HalfPerimeterBound, IsThatOfSquares) {
    EXPECT_DOUBLE_EQ(half_perimeter_bound(std::vector{1.0}), 2);
    EXPECT_DOUBLE_EQ(half_perimeter_bound(std::vector{9.0, 16.0}), 2 * 0.6 + 2 * 0.8);
    EXPECT_DOUBLE_EQ(half_perimeter_bound(std::vector{1.0, 1.0, 1.0, 1.0}, 6, 6), 4 * 6);
}

TEST(HalfPerimeterBound, LargeZonesFillTheShortSide) {
    // Zones of 1 x 3 and 1 x 1; a square of area 3 does not fit.
    EXPECT_DOUBLE_EQ(half_perimeter_bound(std::vector{3.0, 1.0}, 1, 4), 4 + 2);
    EXPECT_DOUBLE_EQ(half_perimeter_bound(std::vector{3.0, 1.0}, 4, 1), 4 + 2);
}

TEST(HalfPerimeterBound, IsBelowEveryPartition) {
    for (testing::Family family : testing::all_families)
        for (std::uint64_t seed = 0; seed < 64; ++seed) {
            const double width = 1 + static_cast<double>(seed % 8);
            SCOPED_TRACE(fmt::format("{}, seed {}, 1 x {}", testing::name_of(family), seed, width));
            const std::vector<double> speeds = testing::random_speeds(family, 1 + seed % 16, seed);
            EXPECT_GE(half_perimeter_sum(nrrp(speeds, 1, width)), half_perimeter_bound(speeds, 1, width) * (1 - 1e-12));
        }
}

TEST(HalfPerimeterBound, RejectsBadInput) {
    EXPECT_THROW((void)half_perimeter_bound({}), InvalidInput);
    EXPECT_THROW((void)half_perimeter_bound(std::vector{1.0, -1.0}), InvalidInput);
    EXPECT_THROW((void)half_perimeter_bound(std::vector{1.0}, 0, 1), InvalidInput);
}

TEST(TrafficBound, OfThePapersMachine) {
    EXPECT_NEAR(traffic_bound(sirocco(7680, true)) / gib, 2.43, 0.005);
    EXPECT_NEAR(traffic_bound(sirocco(15360, true)) / gib, 9.72, 0.005);
    EXPECT_NEAR(traffic_bound(sirocco(23040, true)) / gib, 21.9, 0.05);
    EXPECT_NEAR(traffic_bound(sirocco(30720, true)) / gib, 38.9, 0.05);
    EXPECT_NEAR(traffic_bound(sirocco(7680, false)) / gib, 2.04, 0.005);
    EXPECT_NEAR(traffic_bound(sirocco(15360, false)) / gib, 8.2, 0.05);
    EXPECT_NEAR(traffic_bound(sirocco(23040, false)) / gib, 18.4, 0.05);
    EXPECT_NEAR(traffic_bound(sirocco(30720, false)) / gib, 32.7, 0.05);
}

TEST(TrafficBound, OfOneAcceleratorIsEveryMatrixOnce) {
    // 10 x 20 times 20 x 30: A and B in, C out, and in when it is read.
    TrafficProblem problem{10, 30, 20, 4, false, {{1, false}}};
    EXPECT_DOUBLE_EQ(traffic_bound(problem), 4 * (10 * 20 + 20 * 30 + 10 * 30));
    problem.reads_c = true;
    EXPECT_DOUBLE_EQ(traffic_bound(problem), 4 * (10 * 20 + 20 * 30 + 2 * 10 * 30));
}

TEST(TrafficBound, AtHomeIsZero) {
    EXPECT_EQ(traffic_bound({10, 30, 20, 8, true, {{5, true}}}), 0);
}

TEST(TrafficBound, RejectsBadInput) {
    const TrafficProblem good{10, 30, 20, 8, true, {{5, true}}};
    for (double bad : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
        TrafficProblem problem = good;
        problem.k = bad;
        EXPECT_THROW((void)traffic_bound(problem), InvalidInput);
        problem = good;
        problem.nodes[0].speed = bad;
        EXPECT_THROW((void)traffic_bound(problem), InvalidInput);
    }
    TrafficProblem no_bytes = good;
    no_bytes.element_bytes = 0;
    EXPECT_THROW((void)traffic_bound(no_bytes), InvalidInput);
    TrafficProblem no_nodes = good;
    no_nodes.nodes.clear();
    EXPECT_THROW((void)traffic_bound(no_nodes), InvalidInput);
}

} // namespace tangram::partition
