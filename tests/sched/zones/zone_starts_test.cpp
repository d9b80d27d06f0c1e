#include "sched/zones/zone_starts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tangram::sched {
namespace {

using testing::ElementsAre;

/// A device that does a product each second, to which a tile takes so many seconds, and room for it so many.
NodeSpeed device(double tile_seconds, double allocation_seconds) {
    return {.products_per_second = 1, .tile_seconds = tile_seconds, .allocation_seconds = allocation_seconds};
}

TEST(ZoneStarts, OneProductWhereRoomCostsLittle) {
    EXPECT_THAT(zone_starts(32, {device(0, 0), device(0.1, 0.5)}), ElementsAre(1, 1));
}

TEST(ZoneStarts, TwiceTheProductsThatAnAllocationTakes) {
    EXPECT_THAT(zone_starts(32, {device(0, 2), device(1, 2)}), ElementsAre(4, 4));
}

TEST(ZoneStarts, FewerWhereLinksWouldBeLate) {
    EXPECT_THAT(zone_starts(32, {device(4, 2), device(8, 2)}), ElementsAre(2, 1));
}

TEST(ZoneStarts, AtMostAQuarter) {
    EXPECT_THAT(zone_starts(12, {device(0, 9)}), ElementsAre(3));
    EXPECT_THAT(zone_starts(3, {device(0, 9)}), ElementsAre(1));
}

} // namespace
} // namespace tangram::sched
