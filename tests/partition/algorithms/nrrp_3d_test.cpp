#include "partition/algorithms/nrrp_3d.hpp"

#include "base/error.hpp"
#include "partition/base/bounds.hpp"
#include "partition/base/costs.hpp"
#include "tests/partition/geometry.hpp"
#include "tests/partition/speed_families.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <limits>
#include <random>
#include <string_view>

namespace tangram::partition {

using testing::all_families;
using testing::expect_boxes_tile_domain;
using testing::expect_valid;
using testing::Family;
using testing::IsCuboid;
using testing::name_of;
using testing::random_between;
using testing::random_speeds;
using testing::ratio_to_cubes;

using ::testing::ElementsAre;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

namespace {

/// One of the two variants and what it guarantees for every zone.
struct Variant {
    std::string_view name;
    Partition (*run)(const Problem& problem);
    double guarantee;
};

const std::array variants{Variant{"3d-nrrp", nrrp_3d, 5 / std::cbrt(36.0)},
                          Variant{"3d-nrrp-prism", nrrp_3d_prism, 4 / std::cbrt(36.0)}};

/// Largest ratio of a zone's half-surface to that of a cube as large, when the
/// problem is turned into one with a C factor of 1.
double worst_zone_ratio(const Partition& partition, double c_factor) {
    double worst = 0;
    for (const Zone& zone : partition.zones) {
        double volume = 0;
        for (const Box& box : zone.boxes) {
            volume += box.volume();
        }
        const double cube = 3 * std::cbrt(c_factor) * std::cbrt(volume) * std::cbrt(volume);
        worst = std::max(worst, half_surface(zone, c_factor) / cube);
    }
    return worst;
}

} // namespace

// Scenes worked out by hand, one per step of the algorithm. The smallest
// processors come to lie at the origin.

TEST(Nrrp3d, OneProcessorTakesTheDomain) {
    for (const Variant& variant : variants) {
        const Partition partition = variant.run({std::vector{7.0}, 2, 3, 4});
        EXPECT_EQ(partition.algorithm, variant.name);
        EXPECT_EQ(partition.depth, 4.0);
        ASSERT_EQ(partition.zones.size(), 1u);
        EXPECT_THAT(partition.zones[0].boxes, ElementsAre(IsCuboid(0, 2, 0, 3, 0, 4)));
    }
}

TEST(Nrrp3d, CutsTheLongestSide) {
    for (const Variant& variant : variants) {
        const Partition tall = variant.run({std::vector{3.0, 2.0}, 2, 1, 1});
        EXPECT_THAT(tall.zones[1].boxes, ElementsAre(IsCuboid(0, 0.8, 0, 1, 0, 1)));
        EXPECT_THAT(tall.zones[0].boxes, ElementsAre(IsCuboid(0.8, 2, 0, 1, 0, 1)));
        const Partition wide = variant.run({std::vector{3.0, 2.0}, 1, 2, 1});
        EXPECT_THAT(wide.zones[1].boxes, ElementsAre(IsCuboid(0, 1, 0, 0.8, 0, 1)));
        const Partition deep = variant.run({std::vector{3.0, 2.0}, 1, 1, 2});
        EXPECT_THAT(deep.zones[1].boxes, ElementsAre(IsCuboid(0, 1, 0, 1, 0, 0.8)));
    }
}

TEST(Nrrp3d, CutsTheColumnsOfACubeThenTheRowsThenTheProducts) {
    for (const Variant& variant : variants) {
        const Partition partition = variant.run({std::vector<double>(8, 1.0)});
        EXPECT_THAT(partition.zones[0].boxes, ElementsAre(IsCuboid(0, 0.5, 0, 0.5, 0, 0.5)));
        EXPECT_THAT(partition.zones[1].boxes, ElementsAre(IsCuboid(0, 0.5, 0, 0.5, 0.5, 1)));
        EXPECT_THAT(partition.zones[2].boxes, ElementsAre(IsCuboid(0.5, 1, 0, 0.5, 0, 0.5)));
        EXPECT_THAT(partition.zones[4].boxes, ElementsAre(IsCuboid(0, 0.5, 0.5, 1, 0, 0.5)));
    }
}

TEST(Nrrp3d, GiantLeavesACornerOfTheDomainsShape) {
    const Partition partition = nrrp_3d({std::vector{7.0, 1.0}, 2, 2, 4});
    EXPECT_THAT(partition.zones[1].boxes, ElementsAre(IsCuboid(0, 1, 0, 1, 0, 2)));
    EXPECT_THAT(partition.zones[0].boxes, UnorderedElementsAre(IsCuboid(1, 2, 0, 2, 0, 4), IsCuboid(0, 1, 1, 2, 0, 4),
                                                               IsCuboid(0, 1, 0, 1, 2, 4)));
}

TEST(Nrrp3dPrism, GiantLeavesACubeToAFewSlowOnes) {
    const Partition partition = nrrp_3d_prism({std::vector{26.0, 1.0}, 3, 3, 3});
    EXPECT_THAT(partition.zones[1].boxes, ElementsAre(IsCuboid(0, 1, 0, 1, 0, 1)));
    EXPECT_THAT(partition.zones[0].boxes, UnorderedElementsAre(IsCuboid(1, 3, 0, 3, 0, 3), IsCuboid(0, 1, 1, 3, 0, 3),
                                                               IsCuboid(0, 1, 0, 1, 1, 3)));
}

TEST(Nrrp3dPrism, GiantLeavesAPrismAlongTheShortestSideToMore) {
    const Partition cube = nrrp_3d_prism({std::vector{3.0, 1.0}});
    EXPECT_THAT(cube.zones[1].boxes, ElementsAre(IsCuboid(0, 0.5, 0, 0.5, 0, 1)));
    EXPECT_THAT(cube.zones[0].boxes,
                UnorderedElementsAre(IsCuboid(0.5, 1, 0, 1, 0, 1), IsCuboid(0, 0.5, 0.5, 1, 0, 1)));
    const Partition wide = nrrp_3d_prism({std::vector{11.0, 1.0}, 2, 3, 4});
    EXPECT_THAT(wide.zones[1].boxes, ElementsAre(IsCuboid(0, 2, 0, 1, 0, 1)));
}

TEST(Nrrp3d, RoundingMakesNoGiantOfOneOfThreeEqualProcessors) {
    for (const Variant& variant : variants) {
        for (double speed : {1.0, 0.1, 0.3, 7e-5}) {
            for (const Zone& zone : variant.run({std::vector{speed, speed, speed}}).zones) {
                EXPECT_THAT(zone.boxes, SizeIs(1));
            }
        }
    }
}

TEST(Nrrp3d, CornersHoldCuts) {
    const Partition partition = nrrp_3d_prism({std::vector{6.0, 1.0, 1.0}});
    EXPECT_THAT(partition.zones[1].boxes, ElementsAre(IsCuboid(0, 0.5, 0, 0.5, 0, 0.5)));
    EXPECT_THAT(partition.zones[2].boxes, ElementsAre(IsCuboid(0, 0.5, 0, 0.5, 0.5, 1)));
}

// Figures.

TEST(Nrrp3d, RecordedWorstFamily) {
    std::vector<double> speeds{1}; // each just above two thirds of itself and all slower ones: a giant
    double sum = 1;
    while (speeds.size() < 14) {
        speeds.push_back(2 * sum * (1 + 1e-7));
        sum += speeds.back();
    }
    const Partition partition = nrrp_3d({speeds});
    expect_valid(partition, speeds, 3);
    EXPECT_NEAR(ratio_to_cubes(partition, speeds), 1.3104, 1e-4);
}

TEST(Nrrp3d, RecordedMixedSpeeds) {
    // {0.1, 0.3} share 0.4 of the columns, the two other 0.3 the rest: 2 * 1.4.
    // The giant 0.3 has 1.8, the corner for 0.1 is a quarter of that part.
    const Problem problem{std::vector{0.3, 0.3, 0.3, 0.1}};
    EXPECT_NEAR(cost(nrrp_3d(problem), problem), 2.8 + 1.8 + 1.8 / std::cbrt(16.0), 1e-12);
    // The prism 0.5 x 0.4 x 0.5 takes 0.25 off the giant's projections.
    EXPECT_NEAR(cost(nrrp_3d_prism(problem), problem), 2.8 + 1.55 + 0.65, 1e-12);
}

// Properties.

TEST(Nrrp3d, KeepsItsGuaranteesForEveryZone) {
    std::mt19937_64 random(1);
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 192; ++seed) {
            const double width = seed % 2 == 0 ? 1 : random_between(1, 3, random);
            const double depth = seed % 2 == 0 ? 1 : random_between(1, 3, random);
            const std::vector<double> speeds = random_speeds(family, 1 + seed % 64, seed);
            for (const Variant& variant : variants) {
                SCOPED_TRACE(
                    fmt::format("{}, {}, seed {}, 1 x {} x {}", variant.name, name_of(family), seed, width, depth));
                const Partition partition = variant.run({speeds, 1, width, depth});
                expect_valid(partition, speeds, 3);
                EXPECT_LE(worst_zone_ratio(partition, 1), variant.guarantee + 1e-9);
                if (HasFailure()) {
                    return;
                }
            }
        }
    }
}

TEST(Nrrp3d, GuaranteesHoldForEveryZoneWithACFactorToo) {
    std::mt19937_64 random(2);
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 96; ++seed) {
            const double c_factor = random_between(0.3, 4, random);
            const double depth = c_factor * random_between(0.5, 2, random);
            const std::vector<double> speeds = random_speeds(family, 1 + seed % 32, seed);
            for (const Variant& variant : variants) {
                SCOPED_TRACE(fmt::format("{}, {}, seed {}, factor {}", variant.name, name_of(family), seed, c_factor));
                const Partition partition = variant.run({speeds, 1, 1.5, depth, {}, c_factor});
                expect_valid(partition, speeds, 3);
                EXPECT_LE(worst_zone_ratio(partition, c_factor), variant.guarantee + 1e-9);
                if (HasFailure()) {
                    return;
                }
            }
        }
    }
}

TEST(Nrrp3d, CFactorIsAnotherDepth) {
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 32; ++seed) {
            const std::vector<double> speeds = random_speeds(family, 1 + seed, seed);
            const Problem weighted{speeds, 1, 2, 3, {}, 2.5};
            const Problem shallower{speeds, 1, 2, 3 / 2.5};
            for (const Variant& variant : variants) {
                SCOPED_TRACE(fmt::format("{}, {}, seed {}", variant.name, name_of(family), seed));
                EXPECT_NEAR(cost(variant.run(weighted), weighted) / (2.5 * cost(variant.run(shallower), shallower)), 1,
                            1e-12);
            }
        }
    }
}

TEST(Nrrp3d, LongAndFlatDomainsArePartitionedToo) {
    std::mt19937_64 random(3);
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 96; ++seed) {
            const double width = std::pow(10, random_between(-2, 2, random));
            const double depth = std::pow(10, random_between(-2, 2, random));
            const Problem problem{random_speeds(family, 1 + seed % 32, seed), 1, width, depth};
            for (const Variant& variant : variants) {
                SCOPED_TRACE(
                    fmt::format("{}, {}, seed {}, 1 x {} x {}", variant.name, name_of(family), seed, width, depth));
                const Partition partition = variant.run(problem);
                expect_valid(partition, problem.speeds, 3);
                EXPECT_GE(cost(partition, problem), half_surface_bound(problem) * (1 - 1e-12));
                if (HasFailure()) {
                    return;
                }
            }
        }
    }
}

TEST(Nrrp3dPrism, FlatDomainsAreCutLikeRectangles) {
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 64; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", name_of(family), seed));
            const Problem problem{random_speeds(family, 1 + seed % 32, seed), 10, 10, 0.01};
            EXPECT_LE(cost(nrrp_3d_prism(problem), problem), 1.05 * half_surface_bound(problem));
        }
    }
}

TEST(Nrrp3d, ThousandsOfProcessors) {
    for (Family family : all_families) {
        const std::vector<double> speeds = random_speeds(family, 3000, 3);
        for (const Variant& variant : variants) {
            SCOPED_TRACE(fmt::format("{}, {}", variant.name, name_of(family)));
            const Partition partition = variant.run({speeds});
            expect_valid(partition, speeds, 3);
            EXPECT_LE(worst_zone_ratio(partition, 1), variant.guarantee + 1e-9);
        }
    }
}

TEST(Nrrp3d, ZonesComeInTheOrderOfTheSpeeds) {
    for (const Variant& variant : variants) {
        const Partition ascending = variant.run({std::vector{1.0, 2.0, 3.0, 50.0}});
        const Partition shuffled = variant.run({std::vector{3.0, 1.0, 50.0, 2.0}});
        const std::size_t rank[] = {2, 0, 3, 1};
        for (std::size_t p = 0; p < 4; ++p) {
            EXPECT_EQ(shuffled.zones[p].boxes, ascending.zones[rank[p]].boxes);
        }
    }
}

TEST(Nrrp3d, UnitsOfLengthAndSpeedDoNotMatter) {
    const std::vector<double> speeds{1, 2, 5, 100};
    for (const Variant& variant : variants) {
        const Problem problem{speeds, 1, 2, 1.5};
        const double ratio = cost(variant.run(problem), problem) / half_surface_bound(problem);
        for (double unit : {1e-25, 7.0, 1e25}) {
            const Problem scaled{{unit, 2 * unit, 5 * unit, 100 * unit}, unit, 2 * unit, 1.5 * unit};
            const Partition partition = variant.run(scaled);
            expect_boxes_tile_domain(partition);
            EXPECT_NEAR(cost(partition, scaled) / half_surface_bound(scaled), ratio, 1e-12);
        }
    }
}

TEST(Nrrp3d, ExtremeSpeedsStayInsideTheDomain) {
    const double largest = std::numeric_limits<double>::max();
    const double smallest = std::numeric_limits<double>::denorm_min();
    const std::vector<std::vector<double>> scenes{
        {largest, largest, largest}, {smallest, smallest}, {largest, smallest, 1, 1e-12}, {1, 1e12, 1e24, 1e-300}};
    for (const Variant& variant : variants) {
        for (const std::vector<double>& speeds : scenes) {
            expect_boxes_tile_domain(variant.run({speeds, 3, 7, 5}));
        }
        expect_valid(variant.run({std::vector{1.0, 1e-12, 3.0}, 3, 7, 5}), {1.0, 1e-12, 3.0}, 3);
    }
}

TEST(Nrrp3d, RejectsBadProblems) {
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::vector<double> one{1.0};
    for (const Variant& variant : variants) {
        EXPECT_THROW((void)variant.run(Problem{}), InvalidInput);
        EXPECT_THROW((void)variant.run({one, 1, 1, 1, {1, 1}}), InvalidInput);
        EXPECT_THROW((void)variant.run({one, 1, 1, 1, {-1}}), InvalidInput);
        for (double bad : {0.0, -1.0, infinity, nan}) {
            EXPECT_THROW((void)variant.run({std::vector{1.0, bad}}), InvalidInput);
            EXPECT_THROW((void)variant.run({one, bad}), InvalidInput);
            EXPECT_THROW((void)variant.run({one, 1, bad}), InvalidInput);
            EXPECT_THROW((void)variant.run({one, 1, 1, bad}), InvalidInput);
            EXPECT_THROW((void)variant.run({one, 1, 1, 1, {}, bad}), InvalidInput);
        }
    }
}

} // namespace tangram::partition
