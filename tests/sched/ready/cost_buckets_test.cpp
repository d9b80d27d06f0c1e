#include "sched/ready/cost_buckets.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <optional>

namespace tangram::sched {
namespace {

constexpr TaskLists::Ticket ticket(std::uint32_t slot) {
    return {slot, 0};
}

/// Buckets whose entries hold if they say the cost that `now` says.
class BucketsScene {
  public:
    void set(std::uint32_t slot, std::size_t cost) {
        now_[slot] = cost;
        buckets_.insert(ticket(slot), cost, holds());
    }

    /// Without a new entry: the task is gone, or costs more than entries tell.
    void remove(std::uint32_t slot) { now_.erase(slot); }

    std::optional<std::uint32_t> cheapest(End end) {
        const auto found = buckets_.cheapest(end, holds());
        return found ? std::optional(found->slot) : std::nullopt;
    }

    [[nodiscard]] std::size_t looks() const { return looks_; }

  private:
    std::function<bool(TaskLists::Ticket, std::size_t)> holds() {
        return [this](TaskLists::Ticket entry, std::size_t cost) {
            ++looks_;
            const auto found = now_.find(entry.slot);
            return found != now_.end() && found->second == cost;
        };
    }

    CostBuckets buckets_;
    std::map<std::uint32_t, std::size_t> now_; ///< cost by slot
    std::size_t looks_ = 0;
};

TEST(CostBuckets, LeastCostFirst) {
    BucketsScene scene;
    EXPECT_FALSE(scene.cheapest(End::first));
    scene.set(0, 2);
    scene.set(1, 1);
    EXPECT_EQ(scene.cheapest(End::first), 1U);
    EXPECT_EQ(scene.cheapest(End::last), 1U) << "it stays";
    scene.set(2, 0);
    EXPECT_EQ(scene.cheapest(End::last), 2U);
}

TEST(CostBuckets, AmongEqualsTheFirstOrTheLast) {
    BucketsScene scene;
    scene.set(4, 1);
    scene.set(2, 1);
    scene.set(7, 1);
    EXPECT_EQ(scene.cheapest(End::first), 4U);
    EXPECT_EQ(scene.cheapest(End::last), 7U);
    scene.remove(4);
    scene.remove(7);
    EXPECT_EQ(scene.cheapest(End::first), 2U);
    EXPECT_EQ(scene.cheapest(End::last), 2U);
    scene.remove(2);
    EXPECT_FALSE(scene.cheapest(End::first));
}

TEST(CostBuckets, FollowChangesOfCost) {
    BucketsScene scene;
    scene.set(0, 2);
    scene.set(1, 2);
    scene.set(1, 0);
    EXPECT_EQ(scene.cheapest(End::first), 1U);
    scene.set(1, 2);
    scene.set(0, 1);
    EXPECT_EQ(scene.cheapest(End::first), 0U);
    scene.set(0, 2);
    EXPECT_EQ(scene.cheapest(End::last), 0U);
}

TEST(CostBuckets, KeepAllThatHoldsThroughCleanUps) {
    BucketsScene scene;
    constexpr std::uint32_t tasks = 10000; // some clean-ups
    for (std::uint32_t slot = 0; slot < tasks; ++slot) {
        scene.set(slot, slot % 3);
    }
    for (std::uint32_t found = 0; found < tasks; ++found) {
        const auto cheapest = scene.cheapest(End::first);
        ASSERT_TRUE(cheapest) << found;
        scene.remove(*cheapest);
    }
    EXPECT_FALSE(scene.cheapest(End::first));
}

TEST(CostBuckets, DoNotGrowWithChangesOfCost) {
    BucketsScene scene;
    for (std::size_t change = 0; change < 100000; ++change) {
        scene.set(0, change % 2);
    }
    scene.remove(0);
    const std::size_t before = scene.looks();
    EXPECT_FALSE(scene.cheapest(End::first));
    EXPECT_LT(scene.looks() - before, 5000U) << "entries of a single task";
}

} // namespace
} // namespace tangram::sched
