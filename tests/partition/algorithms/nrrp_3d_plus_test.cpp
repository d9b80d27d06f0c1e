#include "partition/algorithms/nrrp_3d_plus.hpp"

#include "base/error.hpp"
#include "partition/algorithms/nrrp_3d.hpp"
#include "partition/base/bounds.hpp"
#include "partition/base/costs.hpp"
#include "tests/partition/geometry.hpp"
#include "tests/partition/speed_families.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace tangram::partition {

using testing::all_families;
using testing::expect_boxes_tile_domain;
using testing::expect_valid;
using testing::Family;
using testing::IsCuboid;
using testing::name_of;
using testing::random_between;
using testing::random_speeds;

using ::testing::ElementsAre;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

namespace {

double plus_cost(const Problem& problem, const Plus3dOptions& options = {}) {
    return cost(nrrp_3d_plus(problem, options), problem);
}

/// Sides within a factor of `spread` on either side of 1, weights of which about
/// a quarter are 0, and a C factor of 2.
Problem random_problem(Family family, std::size_t count, std::uint64_t seed, double spread) {
    std::mt19937_64 random(seed);
    const auto side = [&] { return std::pow(spread, random_between(-1, 1, random)); };
    Problem problem{random_speeds(family, count, seed), side(), side(), side(), {}, 2};
    for (std::size_t p = 0; p < count; ++p) {
        problem.weights.push_back(std::max(0.0, random_between(-1, 3, random)));
    }
    return problem;
}

} // namespace

// Scenes worked out by hand: one per kind of step, each as cheap as can be.

TEST(Nrrp3dPlus, OneProcessorTakesTheDomain) {
    const Partition partition = nrrp_3d_plus({std::vector{7.0}, 2, 3, 4});
    EXPECT_EQ(partition.algorithm, "3d-nrrp-plus");
    EXPECT_EQ(partition.depth, 4.0);
    ASSERT_THAT(partition.zones, SizeIs(1));
    EXPECT_THAT(partition.zones[0].boxes, ElementsAre(IsCuboid(0, 2, 0, 3, 0, 4)));
}

TEST(Nrrp3dPlus, CutsCubesOffALongDomain) {
    const Partition partition = nrrp_3d_plus({std::vector{1.0, 1.0, 1.0}, 1, 3, 1});
    EXPECT_THAT(partition.zones[0].boxes, ElementsAre(IsCuboid(0, 1, 0, 1, 0, 1)));
    EXPECT_THAT(partition.zones[1].boxes, ElementsAre(IsCuboid(0, 1, 1, 2, 0, 1)));
    EXPECT_THAT(partition.zones[2].boxes, ElementsAre(IsCuboid(0, 1, 2, 3, 0, 1)));
}

TEST(Nrrp3dPlus, GiantLeavesACubicCorner) {
    const Partition partition = nrrp_3d_plus({std::vector{26.0, 1.0}, 3, 3, 3});
    EXPECT_THAT(partition.zones[1].boxes, ElementsAre(IsCuboid(0, 1, 0, 1, 0, 1)));
    EXPECT_THAT(partition.zones[0].boxes, UnorderedElementsAre(IsCuboid(1, 3, 0, 3, 0, 3), IsCuboid(0, 1, 1, 3, 0, 3),
                                                               IsCuboid(0, 1, 0, 1, 1, 3)));
}

TEST(Nrrp3dPlus, GiantLeavesAPrismAlongTheProducts) {
    const Partition partition = nrrp_3d_plus({std::vector{21.0, 4.0}});
    EXPECT_THAT(partition.zones[1].boxes, ElementsAre(IsCuboid(0, 0.4, 0, 0.4, 0, 1)));
    EXPECT_THAT(partition.zones[0].boxes,
                UnorderedElementsAre(IsCuboid(0.4, 1, 0, 1, 0, 1), IsCuboid(0, 0.4, 0.4, 1, 0, 1)));
}

TEST(Nrrp3dPlus, TwoOrThreeCubesFillALongCorner) {
    const Problem two{std::vector{214.0, 1.0, 1.0}, 6, 6, 6};
    EXPECT_NEAR(plus_cost(two), 108 + 2 * 3, 1e-12);
    EXPECT_GT(cost(nrrp_3d_prism(two), two), 108 + 2 * 3 + 0.1);
    const Problem three{std::vector{213.0, 1.0, 1.0, 1.0}, 6, 6, 6};
    EXPECT_NEAR(plus_cost(three), 108 + 3 * 3, 1e-12);
}

TEST(Nrrp3dPlus, ProcessorThatCostsNothingLiesAroundLargerOnes) {
    const Problem problem{std::vector{0.4, 0.6}, 1, 1, 1, {0, 1}};
    EXPECT_NEAR(plus_cost(problem), 3 * std::pow(0.6, 2.0 / 3), 1e-12); // a cube in a corner of the home node's zone
    EXPECT_NEAR(cost(nrrp_3d_prism(problem), problem), 1 + 2 * 0.6, 1e-12);
}

TEST(Nrrp3dPlus, CutsAcrossTheProductsWhenCIsExpensive) {
    const Problem cheap{std::vector{1.0, 1.0}, 2, 2, 2};
    const Problem expensive{std::vector{1.0, 1.0}, 2, 2, 2, {}, 4};
    EXPECT_NEAR(plus_cost(cheap), 2 * (2 + 2 + 4), 1e-12);
    // The cut halves two of the faces 4, 4 and 4 * 4: the third is one of the cheaper.
    EXPECT_NEAR(plus_cost(expensive), 2 * (2 + 4 + 4 * 2), 1e-12);
    EXPECT_THAT(nrrp_3d_plus(expensive).zones[0].boxes, ElementsAre(IsCuboid(0, 2, 0, 1, 0, 2)));
}

// Properties.

TEST(Nrrp3dPlus, NeverExceedsPrismsNorTheGuarantee) {
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 48; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", name_of(family), seed));
            const Problem problem{random_speeds(family, 1 + seed, seed)};
            const Partition partition = nrrp_3d_plus(problem);
            expect_valid(partition, problem.speeds, 3);
            EXPECT_LE(cost(partition, problem), cost(nrrp_3d_prism(problem), problem) * (1 + 1e-12));
            EXPECT_LE(cost(partition, problem), 5 / std::cbrt(36.0) * half_surface_bound(problem))
                << "3D-NRRP's guarantee";
            if (HasFailure()) {
                return;
            }
        }
    }
}

TEST(Nrrp3dPlus, NeverExceedsPrismsWithWeightsAndACFactorOnAnyDomain) {
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 96; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", name_of(family), seed));
            const Problem problem = random_problem(family, 1 + seed % 24, seed, seed % 2 == 0 ? 1.7 : 30);
            const Partition partition = nrrp_3d_plus(problem);
            expect_valid(partition, problem.speeds, 3);
            EXPECT_LE(cost(partition, problem), cost(nrrp_3d_prism(problem), problem) * (1 + 1e-12));
            EXPECT_GE(cost(partition, problem), half_surface_bound(problem) * (1 - 1e-12));
            if (HasFailure()) {
                return;
            }
        }
    }
}

/// It looks at more than prisms: of what they cost over the bound at least a tenth goes in the mean.
TEST(Nrrp3dPlus, IsNearerToTheBoundThanPrisms) {
    double over = 0;
    double over_of_prisms = 0;
    for (Family family : all_families) {
        for (std::size_t k = 1; k <= 64; k += 7) {
            const Problem problem{random_speeds(family, k, k)};
            const double bound = half_surface_bound(problem);
            over += plus_cost(problem) / bound - 1;
            over_of_prisms += cost(nrrp_3d_prism(problem), problem) / bound - 1;
        }
    }
    EXPECT_LE(over, 0.9 * over_of_prisms);
}

TEST(Nrrp3dPlus, BeamsAreValidAndSeldomWorse) {
    double plain = 0;
    double beam = 0;
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 16; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", name_of(family), seed));
            const Problem problem = random_problem(family, 2 + seed, seed, 1.7);
            const Partition partition = nrrp_3d_plus(problem, {3, 2});
            expect_valid(partition, problem.speeds, 3);
            EXPECT_LE(cost(partition, problem), cost(nrrp_3d_prism(problem), problem) * (1 + 1e-12));
            const double bound = half_surface_bound(problem);
            beam += bound > 0 ? cost(partition, problem) / bound : 0;
            plain += bound > 0 ? plus_cost(problem) / bound : 0;
        }
    }
    EXPECT_LT(beam, plain);
}

TEST(Nrrp3dPlus, CFactorIsAnotherDepth) {
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 16; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", name_of(family), seed));
            const std::vector<double> speeds = random_speeds(family, 1 + seed, seed);
            const Problem factor{speeds, 1, 2, 3, {}, 2.5};
            const Problem shallow{speeds, 1, 2, 3 / 2.5};
            EXPECT_NEAR(plus_cost(factor) / (2.5 * plus_cost(shallow)), 1, 1e-12);
        }
    }
}

TEST(Nrrp3dPlus, AxesAreAlikeButForTheCFactor) {
    const std::vector<double> speeds = random_speeds(Family::power_law, 12, 1);
    const double along_x = plus_cost({speeds, 3, 2, 1});
    EXPECT_NEAR(plus_cost({speeds, 1, 3, 2}), along_x, 1e-9 * along_x);
    EXPECT_NEAR(plus_cost({speeds, 2, 1, 3}), along_x, 1e-9 * along_x);
}

TEST(Nrrp3dPlus, FlatDomainsAreCutLikeRectangles) {
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 24; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", name_of(family), seed));
            const Problem problem{random_speeds(family, 1 + seed, seed), 10, 10, 0.01};
            const Partition partition = nrrp_3d_plus(problem);
            expect_valid(partition, problem.speeds, 3);
            EXPECT_LE(cost(partition, problem), 1.001 * half_surface_bound(problem));
        }
    }
}

TEST(Nrrp3dPlus, HundredsOfProcessors) {
    for (Family family : all_families) {
        SCOPED_TRACE(name_of(family));
        const Problem problem{random_speeds(family, 400, 3)};
        const Partition partition = nrrp_3d_plus(problem);
        expect_valid(partition, problem.speeds, 3);
        EXPECT_LE(cost(partition, problem), cost(nrrp_3d_prism(problem), problem) * (1 + 1e-12));
    }
}

TEST(Nrrp3dPlus, ThousandsOfProcessors) {
    for (Family family : {Family::power_law, Family::geometric}) { // the latter over a hundred orders of magnitude
        SCOPED_TRACE(name_of(family));
        const Problem problem{random_speeds(family, 3000, 3)};
        const Partition partition = nrrp_3d_plus(problem);
        expect_valid(partition, problem.speeds, 3);
        EXPECT_LE(cost(partition, problem), 1.04 * half_surface_bound(problem));
    }
}

TEST(Nrrp3dPlus, ExtremeSpeedsStayInsideTheDomain) {
    const double largest = std::numeric_limits<double>::max();
    const double smallest = std::numeric_limits<double>::denorm_min();
    const std::vector<std::vector<double>> scenes{
        {largest, largest, largest}, {smallest, smallest}, {largest, smallest, 1, 1e-12}, {1, 1e12, 1e24, 1e-300}};
    for (const std::vector<double>& speeds : scenes) {
        expect_boxes_tile_domain(nrrp_3d_plus({speeds, 3, 7, 5}));
        std::vector<double> weights(speeds.size(), 1);
        weights.back() = 0;
        expect_boxes_tile_domain(nrrp_3d_plus({speeds, 3, 7, 5, weights, 2}));
    }
    expect_valid(nrrp_3d_plus({std::vector{1.0, 1e-12, 3.0}, 3, 7, 5}), {1.0, 1e-12, 3.0}, 3);
}

TEST(Nrrp3dPlus, RejectsBadProblemsAndOptions) {
    const std::vector<double> one{1.0};
    EXPECT_THROW((void)nrrp_3d_plus(Problem{}), InvalidInput);
    EXPECT_THROW((void)nrrp_3d_plus({std::vector{1.0, 0.0}}), InvalidInput);
    EXPECT_THROW((void)nrrp_3d_plus({one, 1, 1, -1}), InvalidInput);
    EXPECT_THROW((void)nrrp_3d_plus({one, 1, 1, 1, {1, 1}}), InvalidInput);
    EXPECT_THROW((void)nrrp_3d_plus({one, 1, 1, 1, {}, 0}), InvalidInput);
    EXPECT_THROW((void)nrrp_3d_plus({one}, {0, 2}), InvalidInput);
}

} // namespace tangram::partition
