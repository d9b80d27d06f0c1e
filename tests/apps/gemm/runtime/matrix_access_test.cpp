#include "apps/gemm/runtime/matrix_access.hpp"

#include <gtest/gtest.h>

namespace tangram::apps {
namespace {

/// Page-locking 10 GB and unlocking them takes 0.7 s.
TEST(PageLocking, PaysWhereStagingWouldTakeLonger) {
    constexpr ProductCost product{10e9, 10e9, 1};
    EXPECT_TRUE(page_locking_pays(product, 1)) << "2.5 s for 4 GB/s, 1.5 s longer than the product";
    EXPECT_FALSE(page_locking_pays(product, 2)) << "0.25 s longer";
}

TEST(PageLocking, PaysWhereMuchMovesForTheTime) {
    constexpr unsigned threads = 10;
    EXPECT_FALSE(page_locking_pays({10e9, 60e9, 1}, threads)) << "1.5 s, 0.5 s longer than the product";
    EXPECT_TRUE(page_locking_pays({10e9, 70e9, 1}, threads)) << "0.75 s longer";
}

TEST(PageLocking, DoesNotPayWithoutCopies) {
    EXPECT_FALSE(page_locking_pays({10e9, 0, 0}, 1));
}

} // namespace
} // namespace tangram::apps
