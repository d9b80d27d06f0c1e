#include "base/tiling.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace tangram {

TEST(Tiling, TheLastTileIsTheRest) {
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    const Tiling tiling{1000, 256};
    EXPECT_EQ(tiling.count(), 4);
    EXPECT_EQ(tiling.begin(3), 768);
    EXPECT_EQ(tiling.length(2), 256);
    EXPECT_EQ(tiling.length(3), 232);
    EXPECT_EQ((Tiling{512, 256}.length(1)), 256);
    EXPECT_EQ((Tiling{0, 256}.count()), 0);
    EXPECT_EQ((Tiling{largest, 256}.count()), largest / 256 + 1);
}

} // namespace tangram
