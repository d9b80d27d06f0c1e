#include "base/parsed_number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace tangram {
namespace {

TEST(ParsedNumber, IsTheWholeText) {
    EXPECT_EQ(parsed<int>("17"), 17);
    EXPECT_EQ(parsed<int>("-17"), -17);
    EXPECT_EQ(parsed<double>("1.5e3"), 1500.0);
    for (const char* text : {"", " ", "x", "1x", "1 2", "1,5", "0x10"}) {
        EXPECT_EQ(parsed<int>(text), std::nullopt) << "'" << text << "'";
        EXPECT_EQ(parsed<double>(text), std::nullopt) << "'" << text << "'";
    }
}

TEST(ParsedNumber, HasNoBlanksAndNoPlus) {
    for (const char* text : {"+1", " 1", "1 ", "1\n", "\t1"}) {
        EXPECT_EQ(parsed<int>(text), std::nullopt) << "'" << text << "'";
        EXPECT_EQ(parsed<double>(text), std::nullopt) << "'" << text << "'";
    }
}

TEST(ParsedNumber, FitsItsType) {
    EXPECT_EQ(parsed<std::uint8_t>("255"), 255);
    EXPECT_EQ(parsed<std::uint8_t>("256"), std::nullopt);
    EXPECT_EQ(parsed<unsigned>("-1"), std::nullopt);
    EXPECT_EQ(parsed<int>("1.5"), std::nullopt);
    EXPECT_EQ(parsed<double>("1e999"), std::nullopt);
}

/// Whoever takes numbers from users asks whether they are finite.
TEST(ParsedNumber, MayBeInfiniteOrNone) {
    const auto none = parsed<double>("nan");
    ASSERT_TRUE(none);
    EXPECT_TRUE(std::isnan(*none));
    EXPECT_EQ(parsed<double>("inf"), std::numeric_limits<double>::infinity());
    EXPECT_EQ(parsed<double>("-inf"), -std::numeric_limits<double>::infinity());
    EXPECT_EQ(parsed<int>("nan"), std::nullopt);
}

TEST(ParsedNumber, EndsWhereTheViewEnds) {
    EXPECT_EQ(parsed<int>(std::string_view("1234").substr(1, 2)), 23);
}

} // namespace
} // namespace tangram
