#include "partition/base/unions.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tangram::partition {

TEST(UnionLength, CountsOverlapsOnceAndNoGaps) {
    EXPECT_DOUBLE_EQ(union_length({{0, 2}, {1, 3}}), 3);
    EXPECT_DOUBLE_EQ(union_length({{0, 4}, {1, 2}, {3, 4}}), 4);
    EXPECT_DOUBLE_EQ(union_length({{5, 6}, {0, 1}, {1, 2}}), 3);
}

TEST(UnionLength, OfNothingIsZero) {
    EXPECT_EQ(union_length({}), 0);
    EXPECT_EQ(union_length({{1, 1}}), 0);
}

TEST(UnionArea, CountsOverlapsOnceAndNoGaps) {
    EXPECT_DOUBLE_EQ(union_area({{{0, 3}, {1, 2}}, {{1, 2}, {0, 3}}}), 5) << "a cross";
    EXPECT_DOUBLE_EQ(union_area({{{0, 4}, {0, 4}}, {{1, 2}, {1, 2}}}), 16) << "one within the other";
    EXPECT_DOUBLE_EQ(union_area({{{0, 1}, {0, 1}}, {{5, 6}, {5, 7}}}), 3) << "apart";
}

TEST(UnionArea, OfAStaircaseOfManyRectangles) {
    // Step i has the height i + 1: half a square, but for the steps.
    constexpr int steps = 30'000;
    std::vector<Rectangle> staircase;
    staircase.reserve(steps);
    for (int i = 0; i < steps; ++i) {
        staircase.push_back({{double(i), double(i + 1)}, {0, double(i + 1)}});
    }
    EXPECT_EQ(union_area(staircase), steps * (steps + 1.0) / 2);
}

TEST(UnionArea, OfNothingIsZero) {
    EXPECT_EQ(union_area({}), 0);
    EXPECT_EQ(union_area({{{0, 5}, {1, 1}}}), 0);
}

} // namespace tangram::partition
