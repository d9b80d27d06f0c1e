#include "apps/gemm/machines/core_ids.hpp"

#include <gtest/gtest.h>

namespace tangram::apps {
namespace {

TEST(CoreIds, AreNumbersAndRanges) {
    for (const char* text : {"0", " 0 ", "0-", "0,0-0, 0 0", "0,2 4-7", "0,", "0, ", "0\n1\n", "+1"}) {
        EXPECT_TRUE(is_core_list(text)) << text;
    }
}

TEST(CoreIds, AreNothingElse) {
    for (const char* text : {"", " ", ",", "abc", "-1", "0 ,1", "0 x", "0,,1", "1-x", "99999999999"}) {
        EXPECT_FALSE(is_core_list(text)) << text;
    }
}

} // namespace
} // namespace tangram::apps
