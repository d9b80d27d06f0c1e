#include "sched/policies/theft_worth.hpp"

#include <gtest/gtest.h>

namespace tangram::sched {
namespace {

/// Until it is done with a product, the victim does four.
constexpr NodeSpeed slow{.lead_seconds = 4, .products_per_second = 0.5};
constexpr NodeSpeed fast{.lead_seconds = 1, .products_per_second = 1};

TEST(TheftPays, IfTheVictimStillHasWorkWhenTheThiefIsDone) {
    EXPECT_TRUE(pays({.thief = slow, .victim = fast, .products = 1, .victim_remaining = 4}));
    EXPECT_FALSE(pays({.thief = slow, .victim = fast, .products = 1, .victim_remaining = 3}));
}

TEST(TheftPays, TheProductsOfATileRunOneAfterTheOther) {
    EXPECT_TRUE(pays({.thief = slow, .victim = fast, .products = 2, .victim_remaining = 6}));
    EXPECT_FALSE(pays({.thief = slow, .victim = fast, .products = 2, .victim_remaining = 5}));
}

TEST(TheftPays, OneTileOccupiesOneOfTheThiefsWorkers) {
    NodeSpeed of_two_workers = slow;
    of_two_workers.workers = 2;
    EXPECT_TRUE(pays({.thief = of_two_workers, .victim = fast, .products = 2, .victim_remaining = 8}));
    EXPECT_FALSE(pays({.thief = of_two_workers, .victim = fast, .products = 2, .victim_remaining = 7}));
}

TEST(TheftPays, AFasterVictimIsDoneBefore) {
    NodeSpeed faster = fast;
    faster.products_per_second = 2;
    EXPECT_FALSE(pays({.thief = slow, .victim = faster, .products = 1, .victim_remaining = 7}));
    EXPECT_TRUE(pays({.thief = slow, .victim = faster, .products = 1, .victim_remaining = 8}));
}

TEST(TheftPays, AtOnceForAThiefWithoutLead) {
    EXPECT_TRUE(pays({.thief = {.products_per_second = 1}, .victim = fast, .products = 1, .victim_remaining = 0}));
}

/// The victim is saved a second for each product. The thief lacks C once, and a tile of A and one of B for each
/// product, and each of them takes the bus for 0.3 seconds, or for 0.4.
TEST(TheftPays, NotIfItTakesABusForLongerThanTheVictimIsSaved) {
    NodeSpeed on_bus = fast;
    on_bus.bus_seconds = 0.3;
    EXPECT_TRUE(pays({.thief = on_bus, .victim = fast, .products = 1, .missing = 3, .victim_remaining = 100}));
    on_bus.bus_seconds = 0.4;
    EXPECT_FALSE(pays({.thief = on_bus, .victim = fast, .products = 1, .missing = 3, .victim_remaining = 100}));
    EXPECT_TRUE(pays({.thief = on_bus, .victim = fast, .products = 4, .missing = 3, .victim_remaining = 100}))
        << "9 tiles, 3.6 seconds";
    EXPECT_TRUE(pays({.thief = on_bus, .victim = fast, .products = 1, .missing = 1, .victim_remaining = 100}));
}

/// Three tiles take the bus for 0.3 seconds in all. The victim is saved a second, and so is each of three devices, but
/// not of four.
TEST(TheftPays, IfItSavesAllThatWaitForTheBusThatTime) {
    NodeSpeed on_bus = fast;
    on_bus.bus_seconds = 0.1;
    Theft theft{.thief = on_bus, .victim = fast, .products = 1, .missing = 3, .victim_remaining = 100};
    theft.contenders = 3;
    EXPECT_TRUE(pays(theft));
    theft.contenders = 4;
    EXPECT_FALSE(pays(theft));
}

/// Where devices are nearer, a row and a column that others fetch anyway come from there.
TEST(TheftPays, CountsOnlyTilesOnTheBusThatNoDeviceFetches) {
    NodeSpeed on_bus = fast;
    on_bus.bus_seconds = 0.7;
    const auto pays_with = [&](bool peers_are_nearer, std::size_t lines) {
        on_bus.peers_are_nearer = peers_are_nearer;
        return pays({.thief = on_bus,
                     .victim = fast,
                     .products = 4,
                     .missing = 3,
                     .lines_at_home = lines,
                     .victim_remaining = 100});
    };
    EXPECT_TRUE(pays_with(true, 0));
    EXPECT_TRUE(pays_with(true, 1)) << "2.8 of 4 seconds";
    EXPECT_FALSE(pays_with(true, 2));
    EXPECT_FALSE(pays_with(false, 0)) << "9 tiles";
    EXPECT_TRUE(pays({.thief = on_bus, .victim = fast, .products = 4, .missing = 0, .victim_remaining = 100}))
        << "it has all tiles";
}

/// The thief is done with three products after five seconds instead of three, and the victim waits for two of them.
TEST(TheftPays, NotIfRoomInRamDelaysTheThiefOrTheVictimTooMuch) {
    NodeSpeed at_home = fast;
    at_home.room_seconds = 2;
    const auto pays_with = [&](std::size_t products, std::size_t remaining, bool needs_room) {
        return pays({.thief = at_home,
                     .victim = fast,
                     .products = products,
                     .victim_remaining = remaining,
                     .needs_room = needs_room});
    };
    EXPECT_TRUE(pays_with(3, 3, false));
    EXPECT_FALSE(pays_with(3, 4, true)) << "the victim is done before";
    EXPECT_TRUE(pays_with(3, 5, true));
    EXPECT_FALSE(pays_with(1, 100, true)) << "one second saved for two of waiting";
}

/// A thief that does four products in a second, and many slow workers, two seconds for a product each.
constexpr NodeSpeed thief{.lead_seconds = 0.5, .products_per_second = 4};
constexpr NodeSpeed owner{.lead_seconds = 0.5, .products_per_second = 4, .workers = 8};

TEST(ThiefIsSooner, ThanOneWorkerOfTheOwner) {
    EXPECT_TRUE(thief_is_sooner({.thief = thief, .owner = owner, .thief_remaining = 8, .products = 2}))
        << "2.5 seconds, not 4";
    NodeSpeed alone = owner;
    alone.workers = 1;
    EXPECT_FALSE(thief_is_sooner({.thief = thief, .owner = alone, .thief_remaining = 8, .products = 2}))
        << "half a second";
}

TEST(ThiefIsSooner, NotIfBothTakeAsLong) {
    EXPECT_TRUE(thief_is_sooner({.thief = thief, .owner = owner, .thief_remaining = 13, .products = 2}));
    EXPECT_FALSE(thief_is_sooner({.thief = thief, .owner = owner, .thief_remaining = 14, .products = 2}));
}

/// Of a tile's four products each lacks a tile of A and one of B, which take longer to come than to multiply.
TEST(TheftPays, WhatAThiefLacksTakesTime) {
    NodeSpeed far = fast;
    far.tile_seconds = 2;
    EXPECT_TRUE(pays({.thief = far, .victim = fast, .products = 4, .missing = 0, .victim_remaining = 4}));
    EXPECT_FALSE(pays({.thief = far, .victim = fast, .products = 4, .missing = 3, .victim_remaining = 18}));
    EXPECT_TRUE(pays({.thief = far, .victim = fast, .products = 4, .missing = 3, .victim_remaining = 19}))
        << "one second, and nine tiles";
    EXPECT_TRUE(pays({.thief = far, .victim = fast, .products = 4, .missing = 1, .victim_remaining = 4})) << "C alone";
}

TEST(SecondsBehind, AreTheLeadAllThatRemainsAndTheTiles) {
    EXPECT_DOUBLE_EQ(seconds_behind({.lead_seconds = 0.5, .products_per_second = 4, .tile_seconds = 0.1}, 8), 2.8);
}

/// Eight products remain, five of the tile: 2.8 seconds until the first one, C's way, and the four others.
TEST(SecondsToTakeOver, AreThoseOfTheWholeTile) {
    EXPECT_DOUBLE_EQ(seconds_to_take_over({.lead_seconds = 0.5, .products_per_second = 4, .tile_seconds = 0.1}, 8, 5),
                     2.8 + 0.2 + 1);
    EXPECT_DOUBLE_EQ(seconds_to_take_over({.lead_seconds = 0.5, .products_per_second = 4, .tile_seconds = 0.3}, 8, 5),
                     3.4 + 0.6 + 1.2)
        << "tiles of A or B come more slowly";
}

} // namespace
} // namespace tangram::sched
