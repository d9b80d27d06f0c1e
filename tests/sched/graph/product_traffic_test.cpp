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

/// Without the last tile, which no product reads or writes, if the side is 2: C(1,1) -= C(1,0) C(0,1).
TEST(ProductTraffic, FactorsOfAnLUAreTilesOfTheMatrix) {
    ProductTraffic traffic;
    traffic.submitted(std::vector{updates(0)}, places);
    traffic.submitted(std::vector{reads(0), updates(1)}, places);
    traffic.submitted(std::vector{reads(0), updates(2)}, places);
    traffic.submitted(std::vector{reads(1), reads(2), updates(3)}, places);
    EXPECT_DOUBLE_EQ(traffic.bytes_bound(std::vector<double>{1, 1, 1, 1}).value(), 2 * 3 * 8);
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
