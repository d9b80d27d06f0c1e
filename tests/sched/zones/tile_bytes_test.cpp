/// TileBytes: bytes of zones by hand.

#include "sched/zones/tile_bytes.hpp"

#include <gtest/gtest.h>

namespace tangram::sched {
namespace {

/// 4 x 3 tiles of C, and 4 + 3 of A and B for each of six products.
TEST(TileBytes, CountInputsForEachProductAndCOnce) {
    EXPECT_EQ(input_bytes({4, 3, 12}, 6, {1, 2, 100}), (4 + 3 * 2) * 6);
    EXPECT_EQ(bytes_at_a_time({4, 3, 12}, 6, {1, 2, 100}), (4 + 3 * 2) * 6 + 12 * 100);
}

} // namespace
} // namespace tangram::sched
