#include "base/ceil_divided.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace tangram {
namespace {

TEST(CeilDivided, RoundsUp) {
    EXPECT_EQ(ceil_divided(0U, 4U), 0U);
    EXPECT_EQ(ceil_divided(1U, 4U), 1U);
    EXPECT_EQ(ceil_divided(4U, 4U), 1U);
    EXPECT_EQ(ceil_divided(5U, 4U), 2U);
    EXPECT_EQ(ceil_divided(7U, 1U), 7U);
}

TEST(CeilDivided, TakesLargeNumbersAndConstants) {
    static_assert(ceil_divided(std::uint64_t{1} << 40, std::uint64_t{3}) == 366503875926);
    static_assert(ceil_divided(128, 64) == 2);
}

} // namespace
} // namespace tangram
