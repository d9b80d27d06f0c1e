/// share_memory: by hand, and random views against the set of their addresses.

#include "apps/gemm/matrix/overlap.hpp"

#include "base/dice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <set>
#include <vector>

namespace tangram::apps {
namespace {

class Overlap : public testing::Test {
  protected:
    /// rows x columns from (i, j) on of a column-major matrix of 10 rows.
    MatrixView<double> block(std::int64_t i, std::int64_t j, std::int64_t rows, std::int64_t columns) {
        return {memory_.data() + i + 10 * j, rows, columns, 10, Layout::column_major};
    }

    std::vector<double> memory_ = std::vector<double>(100);
};

TEST_F(Overlap, BlocksBesideEachOtherShareNothing) {
    EXPECT_FALSE(share_memory(block(0, 0, 5, 10), block(5, 0, 5, 10))) << "their addresses interleave";
    EXPECT_FALSE(share_memory(block(0, 0, 10, 5), block(0, 5, 10, 5)));
    EXPECT_FALSE(share_memory(block(5, 0, 5, 5), block(0, 5, 5, 5)));
}

TEST_F(Overlap, OneCommonElementIsEnough) {
    EXPECT_TRUE(share_memory(block(0, 0, 6, 6), block(5, 5, 5, 5)));
    EXPECT_TRUE(share_memory(block(5, 5, 5, 5), block(0, 0, 6, 6)));
    EXPECT_TRUE(share_memory(block(2, 2, 3, 3), transposed(block(2, 2, 3, 3))));
}

TEST_F(Overlap, EmptyMatricesShareNothing) {
    EXPECT_FALSE(share_memory(block(0, 0, 0, 5), block(0, 0, 10, 10)));
    EXPECT_FALSE(share_memory(block(0, 0, 10, 10), block(0, 0, 5, 0)));
}

TEST_F(Overlap, IsThatOfTheirElements) {
    constexpr std::uint64_t seed = 20261124;
    std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
    Dice dice(seed);
    int shared = 0;
    const auto up_to = [&](std::int64_t most) {
        return static_cast<std::int64_t>(dice.below(static_cast<std::uint64_t>(most) + 1));
    };
    const auto random_view = [&]() -> MatrixView<double> {
        const std::int64_t length = up_to(4);
        const std::int64_t count = up_to(4);
        const std::int64_t ld = std::max<std::int64_t>(1, length) + up_to(3);
        const bool has_columns = up_to(1) == 1;
        return {memory_.data() + up_to(60), has_columns ? length : count, has_columns ? count : length, ld,
                has_columns ? Layout::column_major : Layout::row_major};
    };
    for (int trial = 0; trial < 2000; ++trial) {
        const MatrixView<double> a = random_view();
        const MatrixView<double> b = random_view();
        std::set<const double*> of_a;
        for (std::int64_t i = 0; i < a.rows; ++i) {
            for (std::int64_t j = 0; j < a.columns; ++j) {
                of_a.insert(&a(i, j));
            }
        }
        bool expected = false;
        for (std::int64_t i = 0; i < b.rows; ++i) {
            for (std::int64_t j = 0; j < b.columns; ++j) {
                expected = expected || of_a.contains(&b(i, j));
            }
        }
        ASSERT_EQ(share_memory(a, b), expected) << "trial " << trial;
        shared += expected ? 1 : 0;
    }
    EXPECT_GT(shared, 100);
    EXPECT_LT(shared, 1900);
}

} // namespace
} // namespace tangram::apps
