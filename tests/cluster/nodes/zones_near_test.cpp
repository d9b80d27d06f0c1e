#include "cluster/nodes/zones_near.hpp"

#include "base/dice.hpp"
#include "cluster/nodes/node_zones.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tangram::nodes {
namespace {

using partition::Allocation;

std::size_t tiles_alike(const Allocation& a, const Allocation& b) {
    std::size_t alike = 0;
    for (std::size_t tile = 0; tile < a.owners.size(); ++tile) {
        alike += a.owners[tile] == b.owners[tile] ? 1 : 0;
    }
    return alike;
}

/// Whoever has become slow, in whatever corner: the three others keep most of their tiles.
TEST(ZonesNear, TurnToWhatIsThere) {
    NodeProblem problem{.m = 160, .n = 160, .k = 160, .tile = 10, .element_bytes = 8, .speeds = {1, 1, 1, 1}};
    const Allocation before = node_zones("nrrp", problem);
    partition::WorkBudget budget;
    for (std::size_t slow = 0; slow < 4; ++slow) {
        problem.speeds.assign(4, 1);
        problem.speeds[slow] = 0.5;
        std::size_t most_alike = 0;
        for (const Allocation& near : zones_near("nrrp", problem, before, budget)) {
            most_alike = std::max(most_alike, tiles_alike(near, before));
            EXPECT_NEAR(static_cast<double>(near.tile_counts()[slow]), 256 / 7.0, 1) << slow;
        }
        EXPECT_GE(most_alike, 256 * 3 / 4) << slow;
    }
}

/// Arranged in another way, never changed: as many tiles for each speed and as many lines, and nobody lost.
TEST(ZonesNear, AreThoseOfTheSpeeds) {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Dice dice(seed);
        NodeProblem problem{.m = static_cast<std::int64_t>(1 + dice.below(100)),
                            .n = static_cast<std::int64_t>(1 + dice.below(100)),
                            .k = 20,
                            .tile = 10,
                            .element_bytes = 8,
                            .speeds = {}};
        const std::size_t processes = 1 + dice.below(6);
        for (std::size_t process = 0; process < processes; ++process) {
            problem.speeds.push_back(static_cast<double>(1 + dice.below(3)));
        }
        Allocation before = node_zones("columns", problem);
        std::generate(before.owners.begin(), before.owners.end(), [&] { return dice.below(processes); });
        const Allocation found = node_zones("nrrp", problem);
        partition::WorkBudget budget;
        const std::vector<std::size_t> wanted = found.tile_counts();
        for (const Allocation& near : zones_near("nrrp", problem, before, budget)) {
            EXPECT_EQ(near.cost(), found.cost());
            const std::vector<std::size_t> counts = near.tile_counts();
            EXPECT_THAT(counts, testing::UnorderedElementsAreArray(wanted));
            for (std::size_t process = 0; process < processes; ++process) {
                const auto [less, more] = std::minmax(counts[process], wanted[process]);
                EXPECT_LE(more - less, more / 50);
            }
        }
    }
}

} // namespace
} // namespace tangram::nodes
