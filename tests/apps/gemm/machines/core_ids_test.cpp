#include "apps/gemm/machines/core_ids.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace tangram::apps {
namespace {

using Ranges = std::vector<CoreRange>;

TEST(CoreIds, AreNumbersAndRanges) {
    EXPECT_EQ(parsed_core_ids("0,2 4-7\n9-"), (Ranges{{0, 0}, {2, 2}, {4, 7}, {9, std::nullopt}}));
    for (const char* text : {"0", " 0 ", "0-", "0,0-0, 0 0", "0,", "0, ", "0\n1\n", "+1"}) {
        EXPECT_TRUE(parsed_core_ids(text)) << text;
    }
}

TEST(CoreIds, AreNothingElse) {
    for (const char* text : {"", " ", ",", "abc", "-1", "0 ,1", "0 x", "0,,1", "1-x", "99999999999", "4-\n9"}) {
        EXPECT_FALSE(parsed_core_ids(text)) << text;
    }
}

TEST(CoreIds, AreAsManyAsStarpuMakesOfThem) {
    constexpr int cores = 8;
    EXPECT_EQ(length({{0, 0}, {2, 2}}, cores), 2U);
    EXPECT_EQ(length({{4, 7}, {6, std::nullopt}}, cores), 6U);
    EXPECT_EQ(length({{5, 2}, {9, std::nullopt}}, cores), 2U); // StarPU takes the first of a range as it is
    EXPECT_EQ(length({{0, 2147483647}, {0, 2147483647}}, cores), std::size_t{1} << 32U);
}

TEST(CoreIds, MustExist) {
    constexpr int cores = 8;
    EXPECT_EQ(missing_core({{0, 7}, {6, std::nullopt}, {7, 7}}, cores), std::nullopt);
    EXPECT_EQ(missing_core({{0, 0}, {8, 8}}, cores), 8);
    EXPECT_EQ(missing_core({{5, 99}}, cores), 8);
    EXPECT_EQ(missing_core({{77, std::nullopt}}, cores), 77);
}

} // namespace
} // namespace tangram::apps
