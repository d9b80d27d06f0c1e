#include "partition/base/targets.hpp"

#include "base/error.hpp"
#include "partition/base/costs.hpp"
#include "partition/base/problem.hpp"
#include "tests/partition/speed_families.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <numeric>

namespace tangram::partition {

using testing::all_families;
using ::testing::ElementsAre;
using testing::name_of;
using testing::random_speeds;

namespace {

const std::vector<double> five_processors{1.09, 1.09, 1.09, 1.09, 0.5};

std::size_t sum(const std::vector<std::size_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::size_t{0});
}

/// Tile by tile, each to whoever would finish it first.
std::vector<std::size_t> give_one_by_one(const std::vector<double>& speeds, std::size_t tiles) {
    const std::vector<double> share = shares(speeds);
    std::vector<std::size_t> counts(speeds.size(), 0);
    for (std::size_t given = 0; given < tiles; ++given) {
        std::size_t first = 0;
        for (std::size_t p = 1; p < speeds.size(); ++p) {
            if (static_cast<double>(counts[p] + 1) / share[p] < static_cast<double>(counts[first] + 1) / share[first]) {
                first = p;
            }
        }
        ++counts[first];
    }
    return counts;
}

/// The smallest max n/s over all ways to share `tiles`, by trying them all.
double least_makespan(std::span<const double> speeds, std::size_t tiles) {
    const double alone = static_cast<double>(tiles) / speeds.front();
    if (speeds.size() == 1) {
        return alone;
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t n = 0; n <= tiles; ++n) {
        least = std::min(
            least, std::max(static_cast<double>(n) / speeds.front(), least_makespan(speeds.subspan(1), tiles - n)));
    }
    return least;
}

} // namespace

TEST(PartialSumTargets, RoundThePartialSumsHalvesUp) {
    EXPECT_THAT(partial_sum_targets(std::vector{1.0, 1.0, 1.0}, 10), ElementsAre(3, 4, 3)); // 3.33, 6.67, 10
    EXPECT_THAT(partial_sum_targets(std::vector{1.0, 1.0}, 5), ElementsAre(3, 2));
    EXPECT_THAT(partial_sum_targets(std::vector{0.1, 0.2, 0.7}, 5), ElementsAre(1, 1, 3)); // 0.5, 1.5, 5
    EXPECT_THAT(partial_sum_targets(std::vector{2.0}, 7), ElementsAre(7));
    EXPECT_THAT(partial_sum_targets(std::vector{1.0, 1.0, 1.0}, 1), ElementsAre(0, 1, 0));
}

TEST(PartialSumTargets, HalvesThatRoundingPushedDownGoUp) {
    // Ten times 0.1 in a sum of doubles is less than 1: every other partial sum is a half.
    EXPECT_THAT(partial_sum_targets(std::vector<double>(10, 0.1), 5), ElementsAre(1, 0, 1, 0, 1, 0, 1, 0, 1, 0));
}

TEST(PartialSumTargets, AreQuotasRoundedUpOrDown) {
    for (testing::Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 64; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", name_of(family), seed));
            const std::vector<double> speeds = random_speeds(family, 1 + seed, seed);
            const std::size_t tiles = (seed + 1) * (seed + 7);
            const std::vector<std::size_t> targets = partial_sum_targets(speeds, tiles);
            ASSERT_EQ(sum(targets), tiles);
            const std::vector<double> share = shares(speeds);
            for (std::size_t p = 0; p < speeds.size(); ++p) {
                ASSERT_LT(std::abs(static_cast<double>(targets[p]) - share[p] * static_cast<double>(tiles)), 1 + 1e-9);
            }
        }
    }
}

TEST(Targets, SumToTheTilesForManyProcessorsAndExtremeRatios) {
    for (testing::Family family : all_families) {
        SCOPED_TRACE(name_of(family));
        const std::vector<double> speeds = random_speeds(family, 100'000, 5);
        for (std::size_t tiles : {std::size_t{1}, std::size_t{99'999}, std::size_t{4096} * 4096}) {
            EXPECT_EQ(sum(partial_sum_targets(speeds, tiles)), tiles);
            EXPECT_EQ(sum(apportioned_targets(speeds, tiles)), tiles);
        }
    }
    for (const auto& targets : {partial_sum_targets, apportioned_targets}) {
        EXPECT_THAT(targets(std::vector{1.0, 1e12}, 1'000'000), ElementsAre(0, 1'000'000));
        EXPECT_THAT(targets(std::vector{1e300, 1e-300, 1e300}, 4), ElementsAre(2, 0, 2));
        EXPECT_THAT(targets(std::vector{1.0, 2.0}, 0), ElementsAre(0, 0));
    }
}

TEST(ApportionedTargets, AreThoseOfGivingTilesOneByOne) {
    for (testing::Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 64; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", name_of(family), seed));
            const std::vector<double> speeds = random_speeds(family, 1 + seed % 17, seed);
            const std::size_t tiles = 1 + seed * 31 % 500;
            ASSERT_EQ(apportioned_targets(speeds, tiles), give_one_by_one(speeds, tiles));
        }
    }
    EXPECT_THAT(apportioned_targets(std::vector{1.0, 1.0, 1.0}, 4), ElementsAre(2, 1, 1));
}

TEST(ApportionedTargets, HaveTheLeastMakespan) {
    for (std::uint64_t seed = 0; seed < 48; ++seed) {
        SCOPED_TRACE(fmt::format("seed {}", seed));
        const std::vector<double> speeds = random_speeds(all_families[seed % all_families.size()], 1 + seed % 4, seed);
        const std::size_t tiles = 1 + seed % 19;
        const std::vector<std::size_t> targets = apportioned_targets(speeds, tiles);
        double makespan = 0;
        for (std::size_t p = 0; p < speeds.size(); ++p) {
            makespan = std::max(makespan, static_cast<double>(targets[p]) / speeds[p]);
        }
        EXPECT_NEAR(makespan / least_makespan(speeds, tiles), 1, 1e-12);
    }
}

/// docs/algorithms.md, Measured ratios.
TEST(Targets, LoadsAsRecorded) {
    struct Row {
        std::vector<double> speeds;
        std::size_t side;
        double partial_sums;
        double apportioned;
    };
    const std::vector<Row> rows{{{5, 3, 2, 1, 0.5}, 8, 1.0781, 1.0422},
                                {{5, 3, 2, 1, 0.5}, 32, 1.0107, 1.0018},
                                {{0.3, 0.3, 0.3, 0.1}, 16, 1.0156, 1.0026},
                                {{4, 4, 1, 1, 1, 1, 1, 1}, 32, 1.0117, 1.0015},
                                {five_processors, 8, 1.0631, 1.0450}};
    for (const Row& row : rows) {
        SCOPED_TRACE(fmt::format("{} processors, {} tiles a side", row.speeds.size(), row.side));
        const std::size_t tiles = row.side * row.side;
        EXPECT_NEAR(max_load_ratio(partial_sum_targets(row.speeds, tiles), row.speeds), row.partial_sums, 6e-5);
        EXPECT_NEAR(max_load_ratio(apportioned_targets(row.speeds, tiles), row.speeds), row.apportioned, 6e-5);
    }
}

TEST(Targets, RejectBadSpeeds) {
    for (const auto& targets : {partial_sum_targets, apportioned_targets}) {
        EXPECT_THROW((void)targets({}, 4), InvalidInput);
        EXPECT_THROW((void)targets(std::vector{1.0, 0.0}, 4), InvalidInput);
    }
}

} // namespace tangram::partition
