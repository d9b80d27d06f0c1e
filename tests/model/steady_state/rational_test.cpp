#include "model/steady_state/rational.hpp"

#include "base/dice.hpp"
#include "base/error.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace tangram::model::steady_state {

using ::testing::HasSubstr;

namespace {

std::string error_of(std::string_view text) {
    return test::message_of<InvalidInput>([&] { (void)parsed_rational(text); });
}

} // namespace

TEST(Rational, ReadsWholeNumbersFractionsAndDecimals) {
    EXPECT_EQ(parsed_rational("39/280"), Rational(39, 280));
    EXPECT_EQ(parsed_rational("-3"), -3);
    EXPECT_EQ(parsed_rational("+3"), 3);
    EXPECT_EQ(parsed_rational("-0"), 0);
    EXPECT_EQ(parsed_rational("0/7"), 0);
    EXPECT_EQ(parsed_rational("1.25"), Rational(5, 4));
    EXPECT_EQ(parsed_rational("-1.50"), Rational(-3, 2));
    EXPECT_EQ(parsed_rational("6e-3"), Rational(3, 500));
    EXPECT_EQ(parsed_rational("2.5E+2"), 250);
    EXPECT_EQ(parsed_rational("0.1"), Rational(1, 10)) << "which no double is";
    EXPECT_EQ(parsed_rational("-2.5e1"), -25);
}

TEST(Rational, IsInLowestTerms) {
    const Rational half = parsed_rational("-21/42");
    EXPECT_EQ(half.get_num(), -1);
    EXPECT_EQ(half.get_den(), 2);
    EXPECT_EQ(parsed_rational("0.500").get_den(), 2);
}

TEST(Rational, LeadingZerosAreNotOctal) {
    EXPECT_EQ(parsed_rational("010"), 10);
    EXPECT_EQ(parsed_rational("09/012"), Rational(3, 4));
    EXPECT_EQ(parsed_rational("1e010"), parsed_rational("10000000000"));
}

TEST(Rational, OtherTextIsRejected) {
    for (const std::string_view text :
         {"",      "-",     "+",     "abc",   "0x10",  "0b1", " 1",  "1 ",  "1 000", "1,5",  ".5",   "5.",
          "1.e3",  "e3",    "1e",    "1e+",   "1e1.5", "--1", "+-1", "1/",  "/2",    "1//2", "1/-2", "1/+2",
          "1/2/3", "1.5/2", "1/2.5", "1/2e1", "1e3/2", "inf", "nan", "1_0", "1\n",   "½"}) {
        EXPECT_THAT(error_of(text), HasSubstr("is not a number such as")) << text;
    }
    EXPECT_THAT(error_of(std::string_view("1\0002", 3)), HasSubstr("\"1\\x002\" is not a number"));
}

TEST(Rational, DenominatorsOfZeroAreRejected) {
    EXPECT_EQ(error_of("1/0"), "\"1/0\" has a denominator of zero");
    EXPECT_EQ(error_of("0/000"), "\"0/000\" has a denominator of zero");
}

TEST(Rational, HugeNumbersAreRejected) {
    const std::string digits(1000, '9');
    EXPECT_EQ(to_text(parsed_rational(digits)), digits);
    EXPECT_EQ(to_text(parsed_rational("1e999")), "1" + std::string(999, '0'));
    EXPECT_EQ(to_text(parsed_rational("1e-999")), "1/1" + std::string(999, '0'));
    for (const std::string& text :
         std::vector<std::string>{digits + "1", "1e1000", "1e-1000", "-1.0e999", digits + "/7",
                                  "1e99999999999999999999999", "0." + digits, "1e" + digits}) {
        EXPECT_THAT(error_of(text), HasSubstr("has more than 1000 digits")) << text;
        EXPECT_LT(error_of(text).size(), 100U) << text;
    }
}

TEST(Rational, TextComesBack) {
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        SCOPED_TRACE(seed);
        Dice dice(seed);
        Rational number(static_cast<unsigned long>(dice.below(1'000'000)),
                        static_cast<unsigned long>(1 + dice.below(1000)));
        number.canonicalize();
        number = dice.below(2) == 0 ? Rational(-number) : number;
        EXPECT_EQ(parsed_rational(to_text(number)), number);
    }
    EXPECT_EQ(to_text(Rational(39, 280)), "39/280");
    EXPECT_EQ(to_text(Rational(3)), "3");
    EXPECT_EQ(to_text(Rational(0)), "0");
}

} // namespace tangram::model::steady_state
