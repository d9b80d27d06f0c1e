/// Bundles: what is updated together, numbers, and the limit of half of the data.

#include "sched/graph/bundles.hpp"

#include "base/dice.hpp"
#include "tests/sched/graph/uses.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tangram::sched::graph {
namespace {

void add(Bundles& bundles, const std::vector<Use>& uses) {
    bundles.add(uses);
}

/// Three data, from `first` on, in two tasks.
void add_chain(Bundles& bundles, DataId first) {
    add(bundles, {updates(first), updates(first + 1)});
    add(bundles, {updates(first + 1), reads(99), updates(first + 2)});
}

TEST(Bundles, DataThatTasksUpdateInTurnsAreTogether) {
    Bundles bundles;
    add_chain(bundles, 0);
    add_chain(bundles, 10);
    for (DataId data = 0; data < 3; ++data) {
        EXPECT_EQ(bundles.bundle(data), 0);
        EXPECT_EQ(bundles.bundle(10 + data), 1);
    }
}

/// The layers of a block in a stencil: no task takes one and leaves the other.
TEST(Bundles, DataThatATaskUpdatesAllAtOnceAreLikeOne) {
    Bundles bundles;
    add_chain(bundles, 10);
    add(bundles, {updates(0), updates(1), reads(2)});
    add(bundles, {updates(0), updates(1), reads(3)});
    EXPECT_EQ(bundles.bundle(0), std::nullopt);
    add(bundles, {updates(1), updates(2)});
    EXPECT_NE(bundles.bundle(0), std::nullopt);
    add(bundles, {updates(0), updates(1), updates(2)});
    EXPECT_EQ(bundles.bundle(0), std::nullopt);
}

TEST(Bundles, WhatIsUpdatedAloneOrOnlyReadIsInNone) {
    Bundles bundles;
    add_chain(bundles, 0);
    add_chain(bundles, 10);
    add(bundles, {reads(2), updates(4)});
    add(bundles, {reads(5), reads(0)});
    EXPECT_EQ(bundles.bundle(4), std::nullopt);
    EXPECT_EQ(bundles.bundle(5), std::nullopt);
    EXPECT_EQ(bundles.bundle(600), std::nullopt);
}

/// Workspace of a factorisation: each step writes it anew, beside the tiles that it updates.
TEST(Bundles, WhatIsOverwrittenJoinsNothing) {
    Bundles bundles;
    add_chain(bundles, 0);
    add_chain(bundles, 10);
    constexpr DataId workspace = 20;
    for (const DataId tile : {0U, 10U, 30U, 31U}) {
        add(bundles, {reads(99), updates(tile), writes(workspace)});
    }
    EXPECT_EQ(bundles.bundle(workspace), std::nullopt);
    EXPECT_EQ(bundles.bundle(30), std::nullopt);
    EXPECT_EQ(bundles.bundle(0), 0);
    EXPECT_EQ(bundles.bundle(10), 1);
    EXPECT_EQ(bundles.tasks(), 4U) << "those of the chains";
}

TEST(Bundles, ThoseThatBecomeOneKeepTheSmallerNumber) {
    Bundles bundles;
    for (const DataId data : {0U, 3U, 6U, 9U}) {
        add_chain(bundles, data);
    }
    EXPECT_EQ(bundles.bundle(9), 0);
    EXPECT_EQ(bundles.bundle(0), 1);
    add(bundles, {updates(1), updates(10)});
    EXPECT_EQ(bundles.bundle(0), 0);
    EXPECT_EQ(bundles.bundle(9), 0);
}

TEST(Bundles, MoreThanHalfOfAllIsNone) {
    Bundles bundles;
    add_chain(bundles, 0);
    EXPECT_EQ(bundles.bundle(0), std::nullopt) << "all that is known";
    add_chain(bundles, 10);
    EXPECT_EQ(bundles.bundle(0), 0) << "half";
    add(bundles, {updates(1), updates(4)});
    EXPECT_EQ(bundles.bundle(0), std::nullopt) << "four of seven";
    EXPECT_NE(bundles.bundle(10), std::nullopt);
}

/// The tiles of each column of a tile QR factorisation are one bundle; its reflectors, which are written once, are
/// none.
TEST(Bundles, ColumnsOfATileQr) {
    constexpr std::uint32_t side = 6;
    const auto tile = [](std::uint32_t i, std::uint32_t j) { return i * side + j; };
    const auto reflector = [&](std::uint32_t i, std::uint32_t j) { return side * side + tile(i, j); };
    Bundles bundles;
    for (std::uint32_t k = 0; k < side; ++k) {
        add(bundles, {updates(tile(k, k)), writes(reflector(k, k))});
        for (std::uint32_t i = k + 1; i < side; ++i) {
            add(bundles, {updates(tile(k, k)), updates(tile(i, k)), writes(reflector(i, k))});
            for (std::uint32_t j = k + 1; j < side; ++j) {
                add(bundles, {updates(tile(k, j)), updates(tile(i, j)), reads(tile(i, k)), reads(reflector(i, k))});
            }
        }
    }
    std::set<std::uint32_t> numbers;
    for (std::uint32_t j = 0; j < side; ++j) {
        const std::optional<std::uint32_t> column = bundles.bundle(tile(0, j));
        ASSERT_TRUE(column);
        numbers.insert(*column);
        for (std::uint32_t i = 0; i < side; ++i) {
            EXPECT_EQ(bundles.bundle(tile(i, j)), column) << i << " " << j;
            EXPECT_EQ(bundles.bundle(reflector(i, j)), std::nullopt) << i << " " << j;
        }
    }
    EXPECT_EQ(numbers.size(), side);
}

/// Against sets that are joined one by one.
TEST(BundlesRandom, AreThoseOfSetsThatAreJoined) {
    constexpr std::uint64_t first_seed = 20261123;
    constexpr std::size_t data = 60;
    std::printf("seeds from %llu\n", static_cast<unsigned long long>(first_seed));
    for (std::uint64_t seed = first_seed; seed < first_seed + 50; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Dice dice(seed);
        Bundles bundles;
        std::vector<std::size_t> label(data);
        std::iota(label.begin(), label.end(), 0);
        for (std::size_t task = dice.below(40); task > 0; --task) {
            const auto a = static_cast<DataId>(dice.below(data));
            const auto b = static_cast<DataId>(dice.below(data));
            add(bundles, {reads(static_cast<DataId>(dice.below(data))), updates(a), updates(b)});
            const std::size_t from = label[b];
            for (std::size_t& of_datum : label) {
                of_datum = of_datum == from ? label[a] : of_datum;
            }
        }
        for (DataId a = 0; a < data; ++a) {
            for (DataId b = 0; b < data; ++b) {
                const std::optional<std::uint32_t> of_a = bundles.bundle(a);
                const std::optional<std::uint32_t> of_b = bundles.bundle(b);
                if (of_a && of_b) {
                    EXPECT_EQ(of_a == of_b, label[a] == label[b]) << a << " " << b;
                }
            }
        }
    }
}

} // namespace
} // namespace tangram::sched::graph
