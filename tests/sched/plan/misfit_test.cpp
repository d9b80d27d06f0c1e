#include "sched/plan/misfit.hpp"

#include "tests/sched/plan/planned_products.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tangram::sched {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;

/// 4 x 4 tiles in `layers`, the first `of_ram` of which are RAM's, the others the device's.
partition::Allocation allocation(std::size_t of_ram, std::size_t layers = 1) {
    std::vector<std::size_t> owners(16 * layers, 1);
    std::fill_n(owners.begin(), of_ram, std::size_t{0});
    return {"given", 4, 4, 2, owners, layers};
}

/// By speeds of 1 and 3, RAM should have 4 tiles of 16.
TEST(Misfits, AreZonesWhoseSlowestNodeNeedsClearlyLonger) {
    PlannedProduct product = ram_and_device(1);
    EXPECT_FALSE(misfit(allocation(4), product));
    EXPECT_FALSE(misfit(allocation(5), product)) << "a quarter longer";
    EXPECT_FALSE(misfit(allocation(1), product)) << "the device has 15 tiles, not 12";
    const auto found = misfit(allocation(8), product);
    ASSERT_TRUE(found);
    EXPECT_DOUBLE_EQ(found->times, 2);
    EXPECT_THAT(found->given, ElementsAre(DoubleEq(0.5), DoubleEq(0.5)));
    EXPECT_THAT(found->fitting, ElementsAre(DoubleEq(0.25), DoubleEq(0.75)));
    product.problem.speeds = {3, 1};
    EXPECT_DOUBLE_EQ(misfit(allocation(4), product)->times, 3) << "the shares of other speeds";
}

TEST(Misfits, CountWholeTiles) {
    PlannedProduct product = ram_and_device(1);
    product.problem.speeds = {1, 60};
    EXPECT_FALSE(misfit(allocation(0), product));
    product.problem.speeds = {1, 12};
    EXPECT_FALSE(misfit(allocation(1), product)) << "RAM has time for 1.2 tiles";
    EXPECT_TRUE(misfit(allocation(2), product));
}

TEST(Misfits, CountTheTilesOfAllLayers) {
    EXPECT_FALSE(misfit(allocation(16, 4), ram_and_device(1)));
    EXPECT_DOUBLE_EQ(misfit(allocation(32, 4), ram_and_device(1))->times, 2);
}

/// The link brings the device what 7 or so of 16 tiles need, in the time in which RAM does 9.
TEST(Misfits, FitWhatLinksCanBring) {
    PlannedProduct product = ram_and_device(1);
    product.links = {{0, 1, 100}, {1, 0, 100}};
    const auto found = misfit(allocation(0), product);
    EXPECT_FALSE(found) << "links alone are against it, of which not enough is known";
    const auto more = misfit(allocation(16), product);
    ASSERT_TRUE(more);
    EXPECT_GT(more->fitting[0], 0.25);
    EXPECT_GT(more->fitting[1], 0);
}

} // namespace
} // namespace tangram::sched
