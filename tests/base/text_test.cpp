#include "base/text.hpp"

#include <gtest/gtest.h>

namespace tangram {
namespace {

TEST(Text, LongTextIsShortened) {
    EXPECT_EQ(shortened(""), "");
    EXPECT_EQ(shortened("word"), "word");
    EXPECT_EQ(shortened(std::string(1000, 'x')), std::string(40, 'x'));
}

TEST(Text, EachLineIsIndented) {
    EXPECT_EQ(indented("", 4), "");
    EXPECT_EQ(indented("a", 2), "  a");
    EXPECT_EQ(indented("a\n", 2), "  a\n");
    EXPECT_EQ(indented("a\n\nbc\n", 1), " a\n \n bc\n");
    EXPECT_EQ(indented("a\nb", 0), "a\nb");
}

} // namespace
} // namespace tangram
