#include "partition/refine/window.hpp"

#include "base/error.hpp"

#include <gmock/gmock.h>

#include <limits>

namespace tangram::partition {

using ::testing::ElementsAre;

namespace {

const std::vector<std::size_t> counts{0, 3, 7};

} // namespace

TEST(Window, ExactTakesNothingElse) {
    const Window window = exact_window(counts);
    EXPECT_TRUE(window.contains(counts));
    EXPECT_FALSE(window.contains(std::vector<std::size_t>{1, 2, 7}));
    EXPECT_FALSE(window.contains(std::vector<std::size_t>{0, 3}));
}

TEST(Window, AroundStopsAtZero) {
    const Window window = window_around(counts, 1);
    EXPECT_THAT(window.least, ElementsAre(0, 2, 6));
    EXPECT_THAT(window.most, ElementsAre(1, 4, 8));
}

TEST(Window, AroundNeverExceedsAllTiles) {
    const Window window = window_around(counts, std::numeric_limits<std::size_t>::max());
    EXPECT_THAT(window.least, ElementsAre(0, 0, 0));
    EXPECT_THAT(window.most, ElementsAre(10, 10, 10));
}

TEST(Window, LimitedContainsTheSame) {
    const Window limited = Window{{0, 4}, {3, std::numeric_limits<std::size_t>::max()}}.limited_to(5);
    EXPECT_THAT(limited.least, ElementsAre(0, 4));
    EXPECT_THAT(limited.most, ElementsAre(3, 6));
}

TEST(Window, OfTheMakespanHasNoLeast) {
    const Window window = makespan_window(counts, std::vector{1.0, 4.0, 5.0}, 0.25);
    EXPECT_THAT(window.least, ElementsAre(0, 0, 0));
    EXPECT_THAT(window.most, ElementsAre(1, 5, 7)); // 1.25 of 1, 4 and 5, but not less than the counts
}

TEST(Window, OfTheMakespanRejectsBadInput) {
    const std::vector<double> speeds{1, 4, 5};
    for (double bad : {-0.1, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_THROW((void)makespan_window(counts, speeds, bad), InvalidInput);
    }
    EXPECT_THROW((void)makespan_window(counts, std::vector{1.0}, 0), InvalidInput);
    EXPECT_EQ(makespan_window(counts, speeds, 1e300).most[0], 10u);
}

} // namespace tangram::partition
