#include "partition/base/traffic.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tangram::partition {

namespace {

constexpr double gib = 1024.0 * 1024 * 1024;

/// The machine sirocco (Eyraud-Dubois and Lambert 2018, section 5.1): four K40m and two sockets of
/// CPUs, speeds in 960-tiles per second.
TrafficProblem sirocco(double n, bool reads_c) {
    const TrafficProblem::MemoryNode ram{2 / 6.659e-3, true};
    const TrafficProblem::MemoryNode gpu{1 / 1.735e-3, false};
    return {n, n, n, 8, reads_c, {ram, gpu, gpu, gpu, gpu}};
}

} // namespace

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

TEST(TrafficBound, OfASmallMemoryGrowsAsItsRootFalls) {
    // 100 x 100 x 100 where 25 elements fit: blocks of 5 x 5 could be worked off at best, 2 x 100^3 / 5 elements read.
    TrafficProblem problem{100, 100, 100, 8, false, {{1, false, 25 * 8}}};
    EXPECT_DOUBLE_EQ(traffic_bound(problem), 8 * (2e6 / 5 + 1e4));
    problem.nodes[0].bytes = 1e4 * 8; // C fits: A and B once
    EXPECT_DOUBLE_EQ(traffic_bound(problem), 8 * (2e4 + 1e4));
    problem.nodes[0].is_home = true;
    EXPECT_EQ(traffic_bound(problem), 0);
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
    TrafficProblem no_memory = good;
    no_memory.nodes[0].bytes = 0;
    EXPECT_THROW((void)traffic_bound(no_memory), InvalidInput);
    TrafficProblem no_bytes = good;
    no_bytes.element_bytes = 0;
    EXPECT_THROW((void)traffic_bound(no_bytes), InvalidInput);
    TrafficProblem no_nodes = good;
    no_nodes.nodes.clear();
    EXPECT_THROW((void)traffic_bound(no_nodes), InvalidInput);
}

} // namespace tangram::partition
