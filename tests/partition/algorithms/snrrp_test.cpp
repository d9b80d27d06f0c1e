#include "partition/algorithms/snrrp.hpp"

#include "base/error.hpp"
#include "partition/base/bounds.hpp"
#include "partition/base/costs.hpp"
#include "tests/partition/geometry.hpp"
#include "tests/partition/long_domains.hpp"
#include "tests/partition/speed_families.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace tangram::partition {

using testing::all_families;
using testing::expect_boxes_tile_domain;
using testing::expect_valid;
using testing::Family;
using testing::IsBox;
using testing::name_of;
using testing::random_speeds;
using testing::random_weights;
using testing::ratio_to_squares;

namespace {

const double snrrp_guarantee = std::sqrt(1.5);

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

void expect_guarantee_for_each_zone(const Partition& partition) {
    for (const Zone& zone : partition.zones) {
        double area = 0;
        for (const Box& box : zone.boxes) {
            area += box.area();
        }
        EXPECT_LE(half_perimeter(zone), snrrp_guarantee * 2 * std::sqrt(area) * (1 + 1e-9))
            << "processor " << zone.processor;
    }
}

} // namespace

TEST(Snrrp, OneProcessorTakesTheDomain) {
    const Partition partition = snrrp({{7.0}, 2, 3});
    EXPECT_EQ(partition.algorithm, "snrrp");
    EXPECT_THAT(partition.zones.at(0).boxes, ElementsAre(IsBox(0, 2, 0, 3)));
}

TEST(Snrrp, CutsTheLongSideNearTheMiddle) {
    const Partition wide = snrrp({{3.0, 2.0}, 1, 2});
    EXPECT_THAT(wide.zones[1].boxes, ElementsAre(IsBox(0, 1, 0, 0.8)));
    EXPECT_THAT(wide.zones[0].boxes, ElementsAre(IsBox(0, 1, 0.8, 2)));
    // On the square a part may be as narrow as a third.
    const Partition narrow = snrrp({{0.66, 0.34}});
    EXPECT_THAT(narrow.zones[1].boxes, ElementsAre(IsBox(0, 0.34, 0, 1)));
}

TEST(Snrrp, GiantLeavesACornerSquareToAllOthers) {
    const Partition two = snrrp({{0.75, 0.25}});
    EXPECT_THAT(two.zones[1].boxes, ElementsAre(IsBox(0, 0.5, 0, 0.5)));
    EXPECT_THAT(two.zones[0].boxes, UnorderedElementsAre(IsBox(0.5, 1, 0, 1), IsBox(0, 0.5, 0.5, 1)));
    const Partition three = snrrp({{0.75, 0.125, 0.125}});
    EXPECT_THAT(three.zones[1].boxes, ElementsAre(IsBox(0, 0.25, 0, 0.5)));
    EXPECT_THAT(three.zones[2].boxes, ElementsAre(IsBox(0.25, 0.5, 0, 0.5)));
}

TEST(Snrrp, KeepsItsGuaranteeForEachZoneUpToAspectThree) {
    std::mt19937_64 random(1);
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 320; ++seed) {
            const double height = seed % 2 == 0 ? 1 : std::uniform_real_distribution(1.0, 3.0)(random);
            SCOPED_TRACE(fmt::format("{}, seed {}, {} x 1", name_of(family), seed, height));
            const std::vector<double> speeds = random_speeds(family, 1 + seed % 64, seed);
            const Partition partition = snrrp({speeds, height, 1});
            expect_valid(partition, speeds, 2);
            expect_guarantee_for_each_zone(partition);
            const Problem weighted{speeds, height, 1, 1, random_weights(speeds.size(), seed)};
            EXPECT_LE(cost(snrrp(weighted), weighted), snrrp_guarantee * half_perimeter_bound(weighted) * (1 + 1e-9));
            if (HasFailure()) {
                return;
            }
        }
    }
}

TEST(Snrrp, WorstFamilyReachesTheGuarantee) {
    // 2/3, 2/9, ... and the rest, each larger by a hair: a third that is left would be cut off as a slice.
    constexpr double third = 1.0 / 3 - 1e-7;
    std::vector<double> speeds;
    double rest = 1;
    for (; speeds.size() < 13; rest *= third) {
        speeds.push_back((1 - third) * rest);
    }
    speeds.push_back(rest);
    const Partition partition = snrrp({speeds});
    expect_valid(partition, speeds, 2);
    EXPECT_GT(ratio_to_squares(partition, speeds), 1.2246);
    EXPECT_LE(ratio_to_squares(partition, speeds), snrrp_guarantee);
}

TEST(Snrrp, LongDomainsAreTiledToo) {
    testing::expect_long_domains_are_tiled([](const Problem& problem) { return snrrp(problem); }, 3.0, 160);
}

TEST(Snrrp, ThousandsOfProcessors) {
    for (Family family : all_families) {
        SCOPED_TRACE(name_of(family));
        const std::vector<double> speeds = random_speeds(family, 3000, 3);
        const Partition partition = snrrp({speeds});
        expect_valid(partition, speeds, 2);
        expect_guarantee_for_each_zone(partition);
    }
}

TEST(Snrrp, ExtremesStayInsideTheDomain) {
    const double largest = std::numeric_limits<double>::max();
    const double smallest = std::numeric_limits<double>::denorm_min();
    for (const std::vector<double>& speeds :
         {std::vector{largest, largest, largest}, {smallest, smallest}, {largest, smallest, 1, 1e-12}}) {
        expect_boxes_tile_domain(snrrp({speeds, 3, 7}));
    }
    for (double side : {1e-30, 1e30}) {
        expect_valid(snrrp({{1.0, 1e-12, 3.0}, side, side}), {1.0, 1e-12, 3.0}, 2);
    }
}

TEST(Snrrp, RejectsBadProblems) {
    EXPECT_THROW((void)snrrp(Problem{}), InvalidInput);
    EXPECT_THROW((void)snrrp({{1.0, -1.0}}), InvalidInput);
    EXPECT_THROW((void)snrrp({{1.0}, 0, 1}), InvalidInput);
}

} // namespace tangram::partition
