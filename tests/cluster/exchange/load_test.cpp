#include "cluster/exchange/load.hpp"

#include <gtest/gtest.h>

namespace tangram::exchange {

TEST(Load, AddsAndSubtractsBothMetrics) {
    const Load sum = Load{5, 7} + Load{-2, 10};
    EXPECT_EQ(sum, (Load{3, 17}));
    EXPECT_EQ(sum - (Load{5, 7}), (Load{-2, 10}));
}

TEST(Load, ExceedsAThresholdInOneMetricUpOrDown) {
    const Load threshold{10, 20};
    EXPECT_FALSE(exceeds({10, 20}, threshold));
    EXPECT_FALSE(exceeds({-10, -20}, threshold));
    EXPECT_TRUE(exceeds({11, 0}, threshold));
    EXPECT_TRUE(exceeds({-11, 0}, threshold));
    EXPECT_TRUE(exceeds({0, 21}, threshold));
    EXPECT_TRUE(exceeds({0, -21}, threshold));
}

TEST(Load, DecreasesByMetric) {
    EXPECT_EQ(decrease({5, -3}), (Load{0, -3}));
    EXPECT_EQ(decrease({-5, 3}), (Load{-5, 0}));
}

} // namespace tangram::exchange
