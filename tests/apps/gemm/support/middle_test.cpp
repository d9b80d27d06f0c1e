#include "apps/gemm/support/middle.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tangram::apps {
namespace {

TEST(Middle, OfOneValueIsCertain) {
    const Middle middle = middle_of({7});
    EXPECT_EQ(middle.value, 7);
    EXPECT_EQ(middle.low, 7);
    EXPECT_EQ(middle.high, 7);
    EXPECT_EQ(middle.count, 1U);
    EXPECT_EQ(middle.outliers, 0U);
    EXPECT_EQ(middle.uncertainty(), 0);
}

TEST(Middle, IsTheMeanBetweenTheQuartiles) {
    const Middle middle = middle_of({9, 1, 3, 5, 4}); // without 1 and 9
    EXPECT_DOUBLE_EQ(middle.value, 4);
    EXPECT_EQ(middle.low, 3);
    EXPECT_EQ(middle.high, 5);
    EXPECT_EQ(middle.outliers, 1U) << "9 lies above 5 + 3, 1 within 3 - 3";
    EXPECT_NEAR(middle.uncertainty(), 1.57 * 2 / 2.236068 / 4, 1e-6);
}

TEST(Middle, IsNotMovedByAQuarterOfDisturbedValues) {
    std::vector<double> values(30, 2.0);
    const std::vector<double> disturbed(10, 500.0);
    values.insert(values.end(), disturbed.begin(), disturbed.end());
    const Middle middle = middle_of(values);
    EXPECT_NEAR(middle.value, 2, 1e-12);
    EXPECT_EQ(middle.outliers, 10U);
    EXPECT_EQ(middle.uncertainty(), 0);
}

TEST(Middle, IsMoreCertainTheMoreValuesThereAre) {
    const std::vector<double> few{1, 2, 1, 2, 1, 2, 1, 2};
    std::vector<double> many;
    for (int copy = 0; copy < 4; ++copy) {
        many.insert(many.end(), few.begin(), few.end());
    }
    EXPECT_DOUBLE_EQ(middle_of(few).value, 1.5);
    EXPECT_DOUBLE_EQ(middle_of(many).uncertainty(), middle_of(few).uncertainty() / 2);
}

} // namespace
} // namespace tangram::apps
