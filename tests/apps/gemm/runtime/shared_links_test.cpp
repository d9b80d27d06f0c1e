/// What times of fetching blocks say of the bandwidth that links share: scenes by hand.

#include "apps/gemm/runtime/shared_links.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace tangram::apps {
namespace {

constexpr double block = shared_link_block;
constexpr double ms = 1e-3;

TEST(SharedLinks, AreUnlimitedWhereAllAtOnceTakeHardlyLonger) {
    EXPECT_TRUE(std::isinf(bandwidth_by_times({.alone = {1 * ms, 2 * ms}, .at_once = 2.1 * ms, .latency = 0})));
    EXPECT_FALSE(std::isinf(bandwidth_by_times({.alone = {1 * ms, 2 * ms}, .at_once = 2.5 * ms, .latency = 0})));
}

TEST(SharedLinks, ShareWhatAllFetchAtOnce) {
    EXPECT_DOUBLE_EQ(bandwidth_by_times({.alone = {1 * ms, 1 * ms}, .at_once = 2 * ms, .latency = 0}),
                     2 * block / (2 * ms));
    EXPECT_DOUBLE_EQ(
        bandwidth_by_times({.alone = {1.5 * ms, 1.5 * ms, 1.5 * ms}, .at_once = 2.5 * ms, .latency = 0.5 * ms}),
        3 * block / (2 * ms));
}

/// Four devices whose drivers share two cores: all at once take as long as it takes to schedule them.
TEST(SharedLinks, CarryWhatTheFastestCarriesAlone) {
    EXPECT_DOUBLE_EQ(
        bandwidth_by_times({.alone = {0.1 * ms, 0.2 * ms, 0.1 * ms, 0.3 * ms}, .at_once = 8 * ms, .latency = 0}),
        block / (0.1 * ms));
}

} // namespace
} // namespace tangram::apps
