#include "sched/zones/zone_ends.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tangram::sched {
namespace {

using testing::ElementsAre;

/// Of `tiles` x 1 tiles all but one are node 1's.
partition::Allocation column(std::size_t tiles) {
    partition::Allocation allocation{"scene", tiles, 1, 2, {0}};
    allocation.owners.resize(tiles, 1);
    return allocation;
}

NodeSpeed rate(double products_per_second, std::size_t workers) {
    return {0, products_per_second, workers};
}

TEST(ZoneEnds, AnEighthWithoutAHomeOrSpeeds) {
    EXPECT_THAT(zone_ends(column(10), 32, {rate(1, 1), rate(1, 1)}, std::nullopt), ElementsAre(4, 4));
    EXPECT_THAT(zone_ends(column(10), 32, {}, Node{0}), ElementsAre(4, 4));
    EXPECT_THAT(zone_ends(column(10), 7, {}, Node{0}), ElementsAre(0, 0));
}

TEST(ZoneEnds, AtHomeWhatAWorkerDoesInALittleOfTheTime) {
    // 1000 x 32 products at 10 and 90 a second take 320 s; 0.75% of that is 2.4 s, in which one of home's two
    // workers does 12.
    EXPECT_THAT(zone_ends(column(1000), 32, {rate(10, 2), rate(90, 1)}, Node{0}), ElementsAre(12, 4));
}

TEST(ZoneEnds, AtLeastAnEighthAndAtMostATile) {
    EXPECT_THAT(zone_ends(column(10), 32, {rate(10, 2), rate(90, 1)}, Node{0}), ElementsAre(4, 4));
    EXPECT_THAT(zone_ends(column(100000), 32, {rate(10, 2), rate(90, 1)}, Node{0}), ElementsAre(32, 4));
}

/// A device does 14 products a second.
NodeSpeed with_way_home(double seconds) {
    return {0, 14, 1, seconds};
}

TEST(ZoneEnds, WhatADeviceDoesWhileATileOfCGoesHome) {
    EXPECT_THAT(zone_ends(column(10), 32, {rate(1, 1), with_way_home(0.45)}, std::nullopt), ElementsAre(4, 10));
    EXPECT_THAT(zone_ends(column(10), 6, {rate(1, 1), with_way_home(0.1)}, std::nullopt), ElementsAre(0, 3));
}

TEST(ZoneEnds, OfADeviceAtLeastAnEighthAndAtMostHalf) {
    EXPECT_THAT(zone_ends(column(10), 32, {rate(1, 1), with_way_home(0.1)}, std::nullopt), ElementsAre(4, 4));
    EXPECT_THAT(zone_ends(column(10), 32, {rate(1, 1), with_way_home(9)}, std::nullopt), ElementsAre(4, 16));
    EXPECT_THAT(zone_ends(column(10), 1, {rate(1, 1), with_way_home(9)}, std::nullopt), ElementsAre(0, 0));
}

TEST(ZoneEnds, AreAQuarterWhereRamLimitsAndTilesOfCComeToo) {
    NodeSpeed far = with_way_home(9);
    EXPECT_THAT(zone_ends(column(10), 32, {rate(1, 1), far}, std::nullopt, true), ElementsAre(4, 16));
    far.ram_seconds = 1;
    EXPECT_THAT(zone_ends(column(10), 32, {rate(1, 1), far}, std::nullopt, true), ElementsAre(4, 8));
    EXPECT_THAT(zone_ends(column(10), 32, {rate(1, 1), far}, std::nullopt, false), ElementsAre(4, 16));
}

} // namespace
} // namespace tangram::sched
