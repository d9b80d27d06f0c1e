/// ProductTraffic: bounds of small programs by hand.

#include "sched/graph/product_traffic.hpp"

#include "tests/sched/graph/tiles.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched::graph {
namespace {

class EightBytesEach : public DataPlaces {
  public:
    [[nodiscard]] State state(DataId /*data*/, Node /*node*/) const override { return State::absent; }
    [[nodiscard]] double bytes(DataId /*data*/) const override { return 8; }
};

constexpr std::uint32_t side = 8;
const Tiles tiles(side);
const EightBytesEach places;

/// C of side x columns tiles, + A B with `depth` products for each.
ProductTraffic product(std::uint32_t columns, std::uint32_t depth, bool is_c_read) {
    ProductTraffic traffic;
    for (std::uint32_t i = 0; i < side; ++i) {
        for (std::uint32_t j = 0; j < columns; ++j) {
            if (!is_c_read) {
                traffic.submitted(std::vector{writes(tiles.c(i, j))}, places);
            }
            for (std::uint32_t k = 0; k < depth; ++k) {
                traffic.submitted(tiles.product(i, j, k), places);
            }
        }
    }
    return traffic;
}

TEST(ProductTraffic, OneAcceleratorIsSentEachTileOnce) {
    const std::vector<double> one{3};
    EXPECT_DOUBLE_EQ(product(8, 8, true).bytes_bound(one).value(), 3 * 64 * 8);
    EXPECT_DOUBLE_EQ(product(8, 8, false).bytes_bound(one).value(), 2 * 64 * 8) << "C is made there";
}

/// Four quarters: each needs half of A and half of B.
TEST(ProductTraffic, EqualAcceleratorsHaveSquares) {
    const std::vector<double> four{1, 1, 1, 1};
    EXPECT_DOUBLE_EQ(product(8, 4, true).bytes_bound(four).value(), (4 * (16 + 16) + 64) * 8);
}

/// The least of h |A| + w |B| for h w = s.
TEST(ProductTraffic, UnequalOnesOfAnOblongHaveTheLeastPerimeters) {
    const std::vector<double> speeds{9, 16};
    const double a = 8 * 2 * 8;
    const double b = 2 * 2 * 8;
    const double factors = 2 * (std::sqrt(9. / 25) + std::sqrt(16. / 25)) * std::sqrt(a * b);
    EXPECT_DOUBLE_EQ(product(2, 2, false).bytes_bound(speeds).value(), factors);
}

/// A quarter of a triangle has at least half of its lines.
TEST(ProductTraffic, ARankKUpdateNeedsOneFactor) {
    ProductTraffic traffic;
    for (std::uint32_t i = 0; i < side; ++i) {
        for (std::uint32_t j = 0; j < i; ++j) {
            traffic.submitted(std::vector{reads(tiles.a(i, 0)), reads(tiles.a(j, 0)), updates(tiles.c(i, j))}, places);
        }
    }
    EXPECT_DOUBLE_EQ(traffic.bytes_bound(std::vector<double>{1, 1, 1, 1}).value(), (4 * 4 + 28) * 8);
}

/// Of a matrix that begins at this datum; is_made: tasks fill it first.
void submit_lu(ProductTraffic& traffic, DataId first, bool is_made) {
    constexpr std::uint32_t n = 4;
    const auto c = [&](std::uint32_t i, std::uint32_t j) { return first + i * n + j; };
    for (DataId tile = 0; is_made && tile < n * n; ++tile) {
        traffic.submitted(std::vector{writes(first + tile)}, places);
    }
    for (std::uint32_t k = 0; k < n; ++k) {
        traffic.submitted(std::vector{updates(c(k, k))}, places);
        for (std::uint32_t i = k + 1; i < n; ++i) {
            traffic.submitted(std::vector{reads(c(k, k)), updates(c(i, k))}, places);
            traffic.submitted(std::vector{reads(c(k, k)), updates(c(k, i))}, places);
        }
        for (std::uint32_t i = k + 1; i < n; ++i) {
            for (std::uint32_t j = k + 1; j < n; ++j) {
                traffic.submitted(std::vector{reads(c(i, k)), reads(c(k, j)), updates(c(i, j))}, places);
            }
        }
    }
}

/// All but the first, which no product reads or writes; the last is no factor.
TEST(ProductTraffic, FactorsOfAnLUAreTilesOfTheMatrix) {
    const std::vector<double> four{1, 1, 1, 1};
    ProductTraffic read;
    submit_lu(read, 0, false);
    EXPECT_DOUBLE_EQ(read.bytes_bound(four).value(), 2 * 15 * 8);
    ProductTraffic made;
    submit_lu(made, 0, true);
    EXPECT_DOUBLE_EQ(made.bytes_bound(four).value(), (2 * 15 - 12) * 8)
        << "12 factors are where they were made: all but the diagonal, which solves alone read";
    submit_lu(read, 1000, false);
    EXPECT_EQ(read.bytes_bound(four), std::nullopt) << "two matrices";
}

/// One each: nothing is sent twice.
TEST(ProductTraffic, ProductsThatShareNothingNeedNoMoreThanApart) {
    ProductTraffic traffic;
    for (std::uint32_t matrix = 0; matrix < 4; ++matrix) {
        for (std::uint32_t i = 0; i < 2; ++i) {
            for (std::uint32_t j = 0; j < 2; ++j) {
                for (std::uint32_t k = 0; k < 2; ++k) {
                    traffic.submitted(tiles.product(2 * matrix + i, 2 * matrix + j, 2 * matrix + k), places);
                }
            }
        }
    }
    EXPECT_DOUBLE_EQ(traffic.bytes_bound(std::vector<double>{1, 1, 1, 1}).value(), 4 * 3 * 4 * 8);
}

TEST(ProductTraffic, FactorsThatAreMadeThereAreNotSent) {
    ProductTraffic traffic;
    traffic.submitted(std::vector{writes(tiles.a(0, 0))}, places);
    traffic.submitted(std::vector{writes(tiles.b(0, 0))}, places);
    traffic.submitted(tiles.product(0, 0, 0), places);
    EXPECT_DOUBLE_EQ(traffic.bytes_bound(std::vector<double>{1}).value(), 8) << "C alone";
}

TEST(ProductTraffic, OtherTasksHaveNoBound) {
    const std::vector<double> one{1};
    ProductTraffic traffic;
    EXPECT_EQ(traffic.bytes_bound(one), std::nullopt);
    traffic.submitted(std::vector{reads(0), updates(1)}, places);
    EXPECT_EQ(traffic.bytes_bound(one), std::nullopt);
    EXPECT_EQ(product(8, 8, true).bytes_bound({}), std::nullopt) << "no accelerator";
    ProductTraffic chain = product(8, 8, true);
    chain.submitted(std::vector{reads(tiles.c(0, 0)), reads(tiles.c(1, 0)), updates(1000)}, places);
    EXPECT_EQ(chain.bytes_bound(one), std::nullopt) << "one product after the other";
}

} // namespace
} // namespace tangram::sched::graph
