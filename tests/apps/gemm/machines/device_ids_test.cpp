#include "apps/gemm/machines/device_ids.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace tangram::apps {
namespace {

TEST(DeviceIds, StandBetweenBlanks) {
    EXPECT_EQ(parsed_device_ids("3"), std::vector<int>{3});
    EXPECT_EQ(parsed_device_ids(" 2 0\t1  "), (std::vector<int>{2, 0, 1}));
}

TEST(DeviceIds, AreNumbersAndNothingElse) {
    for (const char* text : {"", " ", "abc", "0,1", "0 -1", "1 2x", "0\n", "99999999999"}) {
        EXPECT_EQ(parsed_device_ids(text), std::nullopt) << text;
    }
}

} // namespace
} // namespace tangram::apps
