#include "base/text.hpp"

#include <gtest/gtest.h>

namespace tangram {
namespace {

TEST(Text, PrintableTextCommandsNoTerminal) {
    EXPECT_EQ(printable(""), "");
    EXPECT_EQ(printable("a b~"), "a b~");
    EXPECT_EQ(printable("\x1b[31m\t\n\x7f"), "\\x1b[31m\\x09\\x0a\\x7f");
    EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a\\x00b");
    EXPECT_EQ(printable("\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80"), "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
    EXPECT_EQ(printable("\xc2\x9b"
                        "31m"),
              "\\xc2\\x9b31m"); // an escape sequence's start in one character
    EXPECT_EQ(printable("\xc2\xa0"), "\xc2\xa0");
    EXPECT_EQ(printable("\xff"
                        "a\xc3"),
              "\\xffa\\xc3");
    EXPECT_EQ(printable("\xe2\x82z\xc0\x9b"), "\\xe2\\x82z\\xc0\\x9b");
}

TEST(Text, ExcerptsFitOnALine) {
    EXPECT_EQ(excerpt("a\nb\x01\xff"), "a\\x0ab\\x01\\xff");
    EXPECT_EQ(excerpt(""), "");
    EXPECT_EQ(excerpt("word"), "word");
    EXPECT_EQ(excerpt(std::string(40, 'x')), std::string(40, 'x'));
    EXPECT_EQ(excerpt(std::string(1000, 'x')), std::string(40, 'x') + "...");
}

TEST(Text, ExcerptsHoldWholeCharacters) {
    const std::string euro = "\xe2\x82\xac";
    EXPECT_EQ(excerpt(std::string(37, 'x') + euro + "x"), std::string(37, 'x') + euro + "...");
    EXPECT_EQ(excerpt(std::string(38, 'x') + euro), std::string(38, 'x') + "...");
    EXPECT_EQ(excerpt(std::string(39, 'x') + "\xff"), std::string(39, 'x') + "\\xff");
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
