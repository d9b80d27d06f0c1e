#include "cluster/nodes/node_plan.hpp"

#include "base/dice.hpp"
#include "base/error.hpp"
#include "tests/cluster/nodes/zones_by_hand.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tangram::nodes {

using partition::Allocation;
using test::zones;
using ::testing::ElementsAre;

namespace {

/// Zones where all is possible: processes without a tile, zones in pieces, more processes than tiles.
Allocation random_zones(Dice& dice, const NodeProblem& problem) {
    Allocation drawn = zones(static_cast<std::size_t>(problem.rows().count()),
                             static_cast<std::size_t>(problem.columns().count()), problem.speeds.size(), {});
    drawn.owners.resize(drawn.rows * drawn.columns);
    std::generate(drawn.owners.begin(), drawn.owners.end(), [&] { return dice.below(drawn.processors); });
    return drawn;
}

NodeProblem random_problem(Dice& dice) {
    const auto size = [&] { return static_cast<std::int64_t>(1 + dice.below(60)); };
    return {.m = size(),
            .n = size(),
            .k = size(),
            .tile = static_cast<std::int64_t>(1 + dice.below(20)),
            .element_bytes = 4 + 4 * dice.below(2),
            .speeds = std::vector<double>(1 + dice.below(7), 1.0)};
}

/// What a process must have, and what it owns, element by element of A: by element (row, k).
class Elements {
  public:
    Elements(const NodeProblem& problem, const NodePlan& plan) : problem_(problem), plan_(plan) {}

    [[nodiscard]] std::uint64_t received(std::size_t process) const {
        std::set<std::pair<std::int64_t, std::int64_t>> a;
        std::set<std::pair<std::int64_t, std::int64_t>> b;
        for (std::int64_t row = 0; row < problem_.m; ++row) {
            for (std::int64_t column = 0; column < problem_.n; ++column) {
                if (plan_.owner_of_c(tile(row), tile(column)) == process) {
                    for (std::int64_t k = 0; k < problem_.k; ++k) {
                        a.insert({row, k});
                        b.insert({k, column});
                    }
                }
            }
        }
        std::erase_if(a, [&](const auto& at) { return plan_.owner_of_a(tile(at.first), tile(at.second)) == process; });
        std::erase_if(b, [&](const auto& at) { return plan_.owner_of_b(tile(at.first), tile(at.second)) == process; });
        return (a.size() + b.size()) * problem_.element_bytes;
    }

  private:
    [[nodiscard]] std::size_t tile(std::int64_t element) const {
        return static_cast<std::size_t>(element / problem_.tile);
    }

    const NodeProblem& problem_;
    const NodePlan& plan_;
};

std::uint64_t sum_of(std::span<const Transfers> transfers, std::uint64_t Transfers::*bytes) {
    return std::accumulate(transfers.begin(), transfers.end(), std::uint64_t{0},
                           [bytes](std::uint64_t sum, const Transfers& process) { return sum + process.*bytes; });
}

} // namespace

TEST(NodePlan, TwoColumnsWorkedByHand) {
    // C has 3 x 2 tiles, of 2 but for the last row's; each row is needed by both processes, each column by one. Of A,
    // tiles (i, k) with i + k even lie at process 0: (0,0), (0,2), (1,1) of 4 elements, (2,0), (2,2) of 2: 16 elements,
    // and 14 at process 1.
    const NodePlan plan({5, 4, 6, 2, 8, {1, 1}}, zones(3, 2, 2, {0, 1, 0, 1, 0, 1}));
    EXPECT_THAT(plan.users_of_row(2), ElementsAre(0, 1));
    EXPECT_THAT(plan.users_of_column(1), ElementsAre(1));
    EXPECT_EQ(plan.owner_of_a(0, 1), 1U);
    EXPECT_EQ(plan.owner_of_a(2, 2), 0U);
    EXPECT_EQ(plan.owner_of_b(2, 0), 0U);
    EXPECT_THAT(plan.transfers(), ElementsAre(Transfers{112, 128}, Transfers{128, 112}));
    EXPECT_EQ(plan.network_bytes(), 5U * 6 * 8);
}

TEST(NodePlan, OwnedElementsWorkedByHand) {
    // As above. All of A (5 x 6) is 16 and 14 elements, B has a column of tiles for each process.
    const NodeProblem problem{5, 4, 6, 2, 8, {1, 1}};
    const NodePlan plan(problem, zones(3, 2, 2, {0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(owned_elements(problem, plan, 0), (OwnedElements{16, 12, 10}));
    EXPECT_EQ(owned_elements(problem, plan, 1), (OwnedElements{14, 12, 10}));
}

/// In each slice, lines that the same processes need are dealt out to them in turn.
TEST(NodePlan, AllSendAlikeInEachSlice) {
    const NodePlan plan({8, 8, 6, 2, 8, {1, 1, 1, 1}},
                        zones(4, 4, 4, {0, 1, 0, 1, 2, 3, 2, 3, 0, 1, 0, 1, 2, 3, 2, 3}));
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_NE(plan.owner_of_a(0, k), plan.owner_of_a(2, k));
        EXPECT_NE(plan.owner_of_a(1, k), plan.owner_of_a(3, k));
        EXPECT_NE(plan.owner_of_b(k, 0), plan.owner_of_b(k, 2));
        EXPECT_NE(plan.owner_of_a(0, k), plan.owner_of_a(0, k + 1));
    }
}

TEST(NodePlan, OneProcessNeedsNoNetwork) {
    const NodeProblem problem{7, 5, 3, 2, 4, {2.5}};
    EXPECT_EQ(NodePlan(problem, zones(4, 3, 1, std::vector<std::size_t>(12, 0))).network_bytes(), 0U);
    EXPECT_EQ(network_bound(problem), 0);
}

TEST(NodePlan, BytesAreThoseOfTheElementsThatProcessesNeedAndDoNotOwn) {
    constexpr std::uint64_t first_seed = 20261129;
    for (std::uint64_t seed = first_seed; seed < first_seed + 100; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Dice dice(seed);
        const NodeProblem problem = random_problem(dice);
        const NodePlan first(problem, random_zones(dice, problem));
        const NodePlan next(problem, random_zones(dice, problem), first.owners());
        for (const NodePlan& plan : {first, next}) {
            const Elements elements(problem, plan);
            for (std::size_t process = 0; process < problem.speeds.size(); ++process) {
                EXPECT_EQ(plan.transfers()[process].bytes_in, elements.received(process));
            }
            EXPECT_EQ(sum_of(plan.transfers(), &Transfers::bytes_in), plan.network_bytes());
            EXPECT_EQ(sum_of(plan.transfers(), &Transfers::bytes_out), plan.network_bytes());
        }
    }
}

TEST(NodePlan, ProcessesThatNeedTheSameSendAlike) {
    const NodePlan plan({32, 32, 120, 8, 8, {1, 1, 1, 1}}, zones(4, 4, 4,
                                                                 {0, 0, 1, 1, 0, 0, 1, 1, //
                                                                  2, 2, 3, 3, 2, 2, 3, 3}));
    // Each process owns half of what it needs: 16 rows and 16 columns, of 120 elements of 8 bytes.
    EXPECT_THAT(plan.transfers(), testing::Each(Transfers{15360, 15360}));
}

TEST(NodePlan, NetworkBoundWorkedByHand) {
    // Zones of 8 x 16, 8 x 8 and twice 64/2 elements of 16 x 16: squares of these areas span 2 sqrt(area) each.
    EXPECT_NEAR(network_bound({16, 16, 10, 1, 8, {4, 2, 1, 1}}), (2 * (11.3137085 + 8 + 2 * 5.65685425) - 32) * 10 * 8,
                1e-4);
    // C is 2 wide: a half of 2 x 100 spans 50 + 2.
    EXPECT_NEAR(network_bound({100, 2, 3, 1, 4, {1, 1}}), (2 * 52 - 102) * 3 * 4, 1e-9);
}

TEST(NodePlan, WhatDoesNotFitIsRefused) {
    const NodeProblem problem{4, 4, 4, 2, 8, {1, 1}};
    const auto plan = [&](const Allocation& allocation) { return NodePlan(problem, allocation); };
    EXPECT_NO_THROW(plan(zones(2, 2, 2, {0, 1, 1, 0})));
    EXPECT_THROW(plan(zones(2, 3, 2, {0, 1, 1, 0, 1, 1})), InvalidInput);
    EXPECT_THROW(plan(zones(2, 2, 3, {0, 1, 2, 0})), InvalidInput);
    Allocation in_layers = zones(2, 2, 2, std::vector<std::size_t>(8, 0));
    in_layers.layers = 2;
    EXPECT_THROW(plan(in_layers), InvalidInput);
}

TEST(NodePlan, BadProblemsAreRefused) {
    EXPECT_NO_THROW(require_valid({1, 1, 1, 1, 1, {1}}));
    EXPECT_THROW(require_valid({0, 1, 1, 1, 1, {1}}), InvalidInput);
    EXPECT_THROW(require_valid({1, 1, 1, -1, 1, {1}}), InvalidInput);
    EXPECT_THROW(require_valid({1, 1, 1, 1, 0, {1}}), InvalidInput);
    EXPECT_THROW(require_valid({1, 1, 1, 1, 1, {}}), InvalidInput);
    EXPECT_THROW(require_valid({1, 1, 1, 1, 1, {1, 0}}), InvalidInput);
    EXPECT_THROW(require_valid({1, 1, 1, 1, 1, {std::numeric_limits<double>::infinity()}}), InvalidInput);
}

} // namespace tangram::nodes
