#include "partition/algorithms/nrrp.hpp"

#include "base/error.hpp"
#include "partition/base/costs.hpp"
#include "tests/partition/geometry.hpp"
#include "tests/partition/long_domains.hpp"
#include "tests/partition/speed_families.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <limits>
#include <numeric>

namespace tangram::partition {

using testing::all_families;
using testing::expect_boxes_tile_domain;
using testing::expect_valid;
using testing::Family;
using testing::half_perimeter_sum;
using testing::IsBox;
using testing::name_of;
using testing::random_speeds;
using testing::ratio_to_squares;

namespace {

const double guarantee = 2 / std::sqrt(3.0);

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

} // namespace

// Scenes worked out by hand, one per step of the algorithm. The smallest
// processors come to lie at the origin.

TEST(Nrrp, OneProcessorTakesTheDomain) {
    const Partition partition = nrrp({std::vector{7.0}, 2, 3});
    EXPECT_EQ(partition.algorithm, "nrrp");
    ASSERT_EQ(partition.zones.size(), 1u);
    EXPECT_THAT(partition.zones[0].boxes, ElementsAre(IsBox(0, 2, 0, 3)));
}

TEST(Nrrp, CutsTheLongSide) {
    const Partition wide = nrrp({std::vector{3.0, 2.0}, 1, 2});
    EXPECT_THAT(wide.zones[1].boxes, ElementsAre(IsBox(0, 1, 0, 0.8)));
    EXPECT_THAT(wide.zones[0].boxes, ElementsAre(IsBox(0, 1, 0.8, 2)));
    const Partition tall = nrrp({std::vector{3.0, 2.0}, 2, 1});
    EXPECT_THAT(tall.zones[1].boxes, ElementsAre(IsBox(0, 0.8, 0, 1)));
    EXPECT_THAT(tall.zones[0].boxes, ElementsAre(IsBox(0.8, 2, 0, 1)));
}

TEST(Nrrp, GiantLeavesACornerSquareToAFewSlowOnes) {
    const Partition partition = nrrp({std::vector{0.84, 0.16}});
    EXPECT_THAT(partition.zones[1].boxes, ElementsAre(IsBox(0, 0.4, 0, 0.4)));
    EXPECT_THAT(partition.zones[0].boxes, UnorderedElementsAre(IsBox(0.4, 1, 0, 1), IsBox(0, 0.4, 0.4, 1)));
}

TEST(Nrrp, GiantLeavesAStripToTheOthersWhenACornerCostsMore) {
    const Partition partition = nrrp({std::vector{0.7, 0.15, 0.15}});
    EXPECT_THAT(partition.zones[0].boxes, ElementsAre(IsBox(0.3, 1, 0, 1)));
    EXPECT_THAT(partition.zones[1].boxes, ElementsAre(IsBox(0, 0.3, 0, 0.5)));
    EXPECT_THAT(partition.zones[2].boxes, ElementsAre(IsBox(0, 0.3, 0.5, 1)));
}

TEST(Nrrp, StripNextToAGiantMayHoldACorner) {
    const Partition partition = nrrp({std::vector{0.61, 0.35, 0.04}});
    EXPECT_THAT(partition.zones[0].boxes, ElementsAre(IsBox(0.39, 1, 0, 1)));
    EXPECT_THAT(partition.zones[1].boxes, UnorderedElementsAre(IsBox(0, 0.39, 0.2, 1), IsBox(0.2, 0.39, 0, 0.2)));
    EXPECT_THAT(partition.zones[2].boxes, ElementsAre(IsBox(0, 0.2, 0, 0.2)));
}

TEST(Nrrp, GiantAndSecondLeaveNestedCorners) {
    const double outer = std::sqrt(0.23);
    const Partition two = nrrp({std::vector{2.27, 0.23}, 1, 2.5});
    EXPECT_THAT(two.zones[1].boxes, ElementsAre(IsBox(0, outer, 0, outer)));
    EXPECT_EQ(two.zones[0].boxes.size(), 2u);

    const double inner = std::sqrt(0.02);
    const Partition three = nrrp({std::vector{2.27, 0.21, 0.02}, 1, 2.5});
    EXPECT_THAT(three.zones[2].boxes, ElementsAre(IsBox(0, inner, 0, inner)));
    EXPECT_THAT(three.zones[1].boxes,
                UnorderedElementsAre(IsBox(inner, outer, 0, outer), IsBox(0, inner, inner, outer)));
    EXPECT_EQ(three.zones[0].boxes.size(), 2u);
}

TEST(Nrrp, LargestOfThreeGroupsTakesASliceWhenWideEnough) {
    const Partition partition = nrrp({std::vector{0.34, 0.33, 0.33}});
    EXPECT_THAT(partition.zones[0].boxes, ElementsAre(IsBox(0.66, 1, 0, 1)));
    EXPECT_THAT(partition.zones[1].boxes, ElementsAre(IsBox(0, 0.66, 0, 0.5)));
    EXPECT_THAT(partition.zones[2].boxes, ElementsAre(IsBox(0, 0.66, 0.5, 1)));
}

TEST(Nrrp, TwoLargestOfThreeGroupsAreStackedOtherwise) {
    const Partition partition = nrrp({std::vector{0.32, 0.32, 0.18, 0.18}});
    EXPECT_THAT(partition.zones[0].boxes, ElementsAre(IsBox(0.36, 1, 0, 0.5)));
    EXPECT_THAT(partition.zones[1].boxes, ElementsAre(IsBox(0.36, 1, 0.5, 1)));
    EXPECT_THAT(partition.zones[2].boxes, ElementsAre(IsBox(0, 0.36, 0, 0.5)));
    EXPECT_THAT(partition.zones[3].boxes, ElementsAre(IsBox(0, 0.36, 0.5, 1)));
}

TEST(Nrrp, OthersOfThreeGroupsMayHoldACorner) {
    const Partition partition = nrrp({std::vector{0.33, 0.32, 0.31, 0.04}});
    EXPECT_THAT(partition.zones[3].boxes, ElementsAre(IsBox(0, 0.2, 0, 0.2)));
    EXPECT_THAT(partition.zones[2].boxes, UnorderedElementsAre(IsBox(0, 0.35, 0.2, 1), IsBox(0.2, 0.35, 0, 0.2)));
}

TEST(Strip, GiantLeavesASliceOrACorner) {
    const Partition slice = nrrp({std::vector{3.5, 0.5}, 1, 4});
    EXPECT_THAT(slice.zones[1].boxes, ElementsAre(IsBox(0, 1, 0, 0.5)));
    const Partition corner = nrrp({std::vector{3.91, 0.09}, 1, 4});
    EXPECT_THAT(corner.zones[1].boxes, ElementsAre(IsBox(0, 0.3, 0, 0.3)));
    EXPECT_EQ(corner.zones[0].boxes.size(), 2u);
}

TEST(Strip, JumpBetweenTwoWideGroupsIsASliceOfItsOwn) {
    const Partition partition = nrrp({std::vector{1.9, 0.7, 0.64, 0.64, 0.62}, 1, 4.5});
    EXPECT_THAT(partition.zones[1].boxes, ElementsAre(IsBox(0, 1, 1.9, 2.6)));
    EXPECT_THAT(partition.zones[0].boxes, ElementsAre(IsBox(0, 1, 2.6, 4.5)));
}

TEST(Strip, JumpWithNarrowGroupStaysTogether) {
    const Partition partition = nrrp({std::vector{0.25, 2.3, 2.35}, 1, 4.9});
    EXPECT_THAT(partition.zones[2].boxes, ElementsAre(IsBox(0, 1, 2.55, 4.9)));
    // The first two share a strip of aspect 2.55 in which a corner is cheaper than a slice.
    EXPECT_THAT(partition.zones[0].boxes, ElementsAre(IsBox(0, 0.5, 0, 0.5)));
    EXPECT_THAT(partition.zones[1].boxes, UnorderedElementsAre(IsBox(0, 1, 0.5, 2.55), IsBox(0.5, 1, 0, 0.5)));
}

TEST(Strip, NarrowJumpIsNoSliceOfItsOwn) {
    std::vector<double> speeds(8, 2.35 / 8);
    speeds.insert(speeds.end(), {0.3, 2.25});
    const Partition partition = nrrp({speeds, 1, 4.9});
    EXPECT_THAT(partition.zones[9].boxes, ElementsAre(IsBox(0, 1, 2.65, 4.9)));
    // It shares the end of the left part with one of the eight.
    const double pair = 2.35 / 8 + 0.3;
    EXPECT_THAT(partition.zones[8].boxes, ElementsAre(IsBox(1 - 0.3 / pair, 1, 2.65 - pair, 2.65)));
}

TEST(Nrrp, LongDomainsAreHalvedFirst) {
    const Partition partition = nrrp({std::vector<double>(32, 1.0), 32, 1});
    for (std::size_t p = 0; p < 32; ++p) {
        EXPECT_THAT(partition.zones[p].boxes, ElementsAre(IsBox(double(p), double(p) + 1, 0, 1)));
    }
}

TEST(Nrrp, GiantOfALongDomainLeavesACorner) {
    const Partition partition = nrrp({std::vector{9.9, 0.1}, 1, 10});
    const double side = std::sqrt(0.1);
    EXPECT_THAT(partition.zones[1].boxes, ElementsAre(IsBox(0, side, 0, side)));
    EXPECT_NEAR(half_perimeter_sum(partition), 11 + 2 * side, 1e-12);
}

// Properties.

TEST(Nrrp, ZonesComeInTheOrderOfTheSpeeds) {
    const Partition ascending = nrrp({std::vector{1.0, 2.0, 3.0, 5.0}});
    const Partition shuffled = nrrp({std::vector{3.0, 1.0, 5.0, 2.0}});
    const std::size_t rank[] = {2, 0, 3, 1};
    for (std::size_t p = 0; p < 4; ++p) {
        const Box& box = ascending.zones[rank[p]].boxes[0];
        EXPECT_THAT(shuffled.zones[p].boxes, ElementsAre(IsBox(box.x0, box.x1, box.y0, box.y1)));
    }
}

TEST(Nrrp, UnitOfSpeedsDoesNotMatter) {
    const Partition partition = nrrp({std::vector{1.0, 2.0, 5.0}});
    const Partition scaled = nrrp({std::vector{1024.0, 2048.0, 5120.0}});
    for (std::size_t p = 0; p < 3; ++p) {
        const Box& box = partition.zones[p].boxes[0];
        EXPECT_THAT(scaled.zones[p].boxes[0], IsBox(box.x0, box.x1, box.y0, box.y1));
    }
}

TEST(Nrrp, KeepsItsGuaranteeOnTheUnitSquare) {
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 640; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", name_of(family), seed));
            const std::vector<double> speeds = random_speeds(family, 1 + seed % 64, seed);
            const Partition partition = nrrp({speeds});
            expect_valid(partition, speeds, 2);
            EXPECT_LE(ratio_to_squares(partition, speeds), guarantee + 1e-9);
            if (HasFailure()) {
                return;
            }
        }
    }
}

TEST(Nrrp, KeepsItsGuaranteeUpToAspectFiveHalves) {
    std::mt19937_64 random(1);
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 640; ++seed) {
            const double height = std::uniform_real_distribution(1.0, 2.5)(random);
            SCOPED_TRACE(fmt::format("{}, seed {}, {} x 1", name_of(family), seed, height));
            const std::vector<double> speeds = random_speeds(family, 2 + seed % 16, seed);
            const Partition partition = nrrp({speeds, height, 1});
            expect_valid(partition, speeds, 2);
            EXPECT_LE(ratio_to_squares(partition, speeds), guarantee + 1e-9);
            if (HasFailure()) {
                return;
            }
        }
    }
}

TEST(Nrrp, LongDomainsAreTiledToo) {
    testing::expect_long_domains_are_tiled([](const Problem& problem) { return nrrp(problem); }, 2.5, 320);
}

TEST(Nrrp, ThousandsOfProcessors) {
    for (Family family : all_families) {
        SCOPED_TRACE(name_of(family));
        const std::vector<double> speeds = random_speeds(family, 3000, 3);
        const Partition partition = nrrp({speeds});
        expect_valid(partition, speeds, 2);
        EXPECT_LE(ratio_to_squares(partition, speeds), guarantee + 1e-9);
    }
}

TEST(Nrrp, WorstFamilyReachesTheGuarantee) {
    std::vector<double> speeds; // 3/4, 3/16, ... and the rest, of sum 1
    for (double rest = 1; speeds.size() < 13; rest /= 4) {
        speeds.push_back(0.75 * rest);
    }
    speeds.push_back(speeds.back() / 3);
    const Partition partition = nrrp({speeds});
    expect_valid(partition, speeds, 2);
    EXPECT_NEAR(ratio_to_squares(partition, speeds), 1.154690, 5e-7);
}

TEST(Nrrp, RecordedMixedSpeeds) {
    EXPECT_NEAR(half_perimeter_sum(nrrp({std::vector{1.09, 1.09, 1.09, 1.09, 0.5}})), 4.5514, 5e-5);
    EXPECT_NEAR(half_perimeter_sum(nrrp({std::vector{0.3, 0.3, 0.3, 0.1}})), 4.0, 1e-12);
}

TEST(Nrrp, ExtremeSpeedsStayInsideTheDomain) {
    const double largest = std::numeric_limits<double>::max();
    const double smallest = std::numeric_limits<double>::denorm_min();
    const std::vector<std::vector<double>> scenes{
        {largest, largest, largest}, {smallest, smallest}, {largest, smallest, 1, 1e-12}};
    for (const std::vector<double>& speeds : scenes) {
        expect_boxes_tile_domain(nrrp({speeds, 3, 7}));
    }
    expect_valid(nrrp({std::vector{1.0, 1e-12, 3.0}, 3, 7}), {1.0, 1e-12, 3.0}, 2);
}

TEST(Nrrp, RejectsBadSpeedsAndDomains) {
    const double infinity = std::numeric_limits<double>::infinity();
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW((void)nrrp(Problem{}), InvalidInput);
    for (double bad : {0.0, -1.0, infinity, nan}) {
        EXPECT_THROW((void)nrrp({std::vector{1.0, bad}}), InvalidInput);
        EXPECT_THROW((void)nrrp({std::vector{1.0}, bad, 1}), InvalidInput);
        EXPECT_THROW((void)nrrp({std::vector{1.0}, 1, bad}), InvalidInput);
    }
}

} // namespace tangram::partition
