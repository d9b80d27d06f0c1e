#include "cluster/gemm/speed_watch.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>
#include <vector>

namespace tangram::cluster {
namespace {

/// Of a full tile unless it is said otherwise.
apps::TaskRun run_of(unsigned worker, double seconds, bool is_full = true) {
    return {.is_full = is_full, .worker = worker, .start = 5e6, .end = 5e6 + seconds * 1e6};
}

/// Tiles of one worker.
void record(SpeedWatch& watch, unsigned worker, const std::vector<double>& seconds) {
    for (const double time : seconds) {
        watch.record(run_of(worker, time));
    }
}

TEST(SpeedWatch, KnowsNothingOfFewTiles) {
    SpeedWatch watch({1, 1}, 10);
    EXPECT_EQ(watch.speed().flops_per_second, 0);
    record(watch, 0, {1, 1});
    record(watch, 1, {1, 1});
    watch.record(run_of(0, 1, false));
    EXPECT_EQ(watch.speed().flops_per_second, 0);
    record(watch, 0, {1});
    EXPECT_GT(watch.speed().flops_per_second, 0);
}

TEST(SpeedWatch, CountsTheMeanOfFullTilesWithoutTheFirst) {
    SpeedWatch watch({0.5}, 10);
    record(watch, 0, {100, 1, 3});
    watch.record(run_of(0, 1000, false));
    EXPECT_DOUBLE_EQ(watch.speed().flops_per_second, 5);
}

/// The first worker takes twice as long as expected: so does the other one, of which nothing is known.
TEST(SpeedWatch, TakesWhoHasComputedNothingForAsSlowAsTheOthers) {
    SpeedWatch watch({0.5, 4}, 10);
    record(watch, 0, {1, 1, 1});
    EXPECT_DOUBLE_EQ(watch.speed().flops_per_second, 10 + 10.0 / 8);
}

/// Tiles of 1, 3, 3 and 1 s behind the first: a mean of 2 s with a standard error of sqrt(4/3 / 4), and none of the
/// halves is slower.
TEST(SpeedWatch, TellsHowFarItsMeanMayBeOff) {
    SpeedWatch watch({2}, 10);
    record(watch, 0, {100, 1, 3, 3, 1});
    EXPECT_NEAR(watch.speed().error, std::sqrt(1.0 / 3) / 2, 1e-12);
}

/// Tiles of 1 s, and then as many of 3 s: who knows what comes next?
TEST(SpeedWatch, IsNotSureOfSpeedsThatChange) {
    SpeedWatch watch({2}, 10);
    std::vector<double> seconds(1001, 1);
    seconds.resize(2001, 3);
    record(watch, 0, seconds);
    EXPECT_DOUBLE_EQ(watch.speed().error, 0.5);
}

/// The same worker, and one as fast with a single tile, whose time may be off as may each of the others', of which the
/// relative variance is 4/3 / 2^2: 5 and 5 flop/s, with variances of 25 / 3 / 4 and 25 / 3.
TEST(SpeedWatch, IsLessSureOfWorkersWithFewTiles) {
    SpeedWatch watch({2, 2}, 10);
    record(watch, 0, {100, 1, 3, 3, 1});
    record(watch, 1, {2});
    EXPECT_DOUBLE_EQ(watch.speed().flops_per_second, 10);
    EXPECT_NEAR(watch.speed().error, std::sqrt(25.0 / 12 + 25.0 / 3) / 10, 1e-12);
}

/// For the products, or for the time but then for one product.
TEST(SpeedWatch, WaitsForProducts) {
    SpeedWatch watch({1}, 10);
    std::atomic<int> ended = 0;
    std::thread worker([&] {
        for (int product = 0; product < 5; ++product) {
            ++ended;
            watch.record(run_of(0, 1));
        }
    });
    watch.wait_for(1000, 0);
    EXPECT_GE(ended, 1);
    watch.wait_for(5, 1);
    EXPECT_EQ(ended, 5);
    worker.join();
}

} // namespace
} // namespace tangram::cluster
