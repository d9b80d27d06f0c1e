#include "sched/plan/plan_cache.hpp"

#include "base/error.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace tangram::sched {
namespace {

/// One processor, a square of tiles.
PlannedProduct square(std::size_t tiles) {
    PlannedProduct product;
    product.problem.speeds = {1};
    product.rows = product.columns = product.depth = tiles;
    product.nodes = {MemoryNode{}};
    product.links = {{0, 1, 1e9}};
    return product;
}

class PlanCaches : public testing::Test {
  protected:
    /// Whether the cache has a plan for the product; makes one if not.
    bool reuses(const PlannedProduct& product) {
        const auto found = cache_.find_or_make(product, [this](const PlannedProduct& wanted) {
            ++made_;
            return ChosenZones{{{"plan", wanted.rows, wanted.columns, 1, {}}, {}}, std::to_string(made_)};
        });
        EXPECT_EQ(found.plan.zones.allocation.rows, product.rows);
        return found.reused;
    }

    PlanCache cache_;
    int made_ = 0;
};

TEST_F(PlanCaches, AProductThatComesAgainIsPlannedOnce) {
    EXPECT_FALSE(reuses(square(2)));
    EXPECT_FALSE(reuses(square(3)));
    EXPECT_TRUE(reuses(square(2)));
    EXPECT_TRUE(reuses(square(3)));
    EXPECT_EQ(made_, 2);
}

TEST_F(PlanCaches, WhateverMayChangeThePlanIsPlannedAgain) {
    reuses(square(2));
    PlannedProduct other = square(2);
    other.problem.speeds = {2};
    EXPECT_FALSE(reuses(other)) << "speeds";
    other = square(2);
    other.links[0].bandwidth /= 2;
    EXPECT_FALSE(reuses(other)) << "links";
    other = square(2);
    other.memory = {1e9};
    EXPECT_FALSE(reuses(other)) << "memory";
    other = square(2);
    other.reads_c = true;
    EXPECT_FALSE(reuses(other)) << "beta";
    other = square(2);
    other.depth = 3;
    EXPECT_FALSE(reuses(other)) << "depth";
    other = square(2);
    other.tile_bytes.c = 8;
    EXPECT_FALSE(reuses(other)) << "tiles";
    EXPECT_TRUE(reuses(square(2)));
}

TEST_F(PlanCaches, TheOldestPlanGoes) {
    for (std::size_t tiles = 1; tiles <= PlanCache::most_plans + 1; ++tiles) {
        EXPECT_FALSE(reuses(square(tiles)));
    }
    EXPECT_TRUE(reuses(square(2)));
    EXPECT_FALSE(reuses(square(1)));
}

TEST_F(PlanCaches, APlanThatCannotBeMadeIsNotKept) {
    const auto failing = [](const PlannedProduct&) -> ChosenZones { throw InvalidInput("no"); };
    EXPECT_THROW(cache_.find_or_make(square(2), failing), InvalidInput);
    EXPECT_FALSE(reuses(square(2)));
}

} // namespace
} // namespace tangram::sched
