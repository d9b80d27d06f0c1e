#include "partition/algorithms/nrrp_plus.hpp"

#include "base/error.hpp"
#include "partition/algorithms/column_based.hpp"
#include "partition/algorithms/nrrp.hpp"
#include "partition/algorithms/snrrp.hpp"
#include "partition/base/bounds.hpp"
#include "partition/base/costs.hpp"
#include "tests/partition/geometry.hpp"
#include "tests/partition/speed_families.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
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
using testing::random_weights;
using testing::ratio_to_squares;

namespace {

using ::testing::ElementsAre;
using ::testing::UnorderedElementsAre;

constexpr std::size_t most_boxes = 5; // of a zone around four others

double least_of_the_others(const Problem& problem) {
    return std::min(
        {cost(nrrp(problem), problem), cost(snrrp(problem), problem), cost(column_based(problem), problem)});
}

struct Ratios {
    double mean = 0;
    double max = 0;
};

Ratios ratios(Family family, std::uint64_t instances) {
    Ratios result;
    for (std::uint64_t seed = 0; seed < instances; ++seed) {
        const std::vector<double> speeds = random_speeds(family, 1 + seed % 64, seed);
        const double ratio = ratio_to_squares(nrrp_plus({speeds}), speeds);
        result.mean += ratio / static_cast<double>(instances);
        result.max = std::max(result.max, ratio);
    }
    return result;
}

} // namespace

TEST(NrrpPlus, OneProcessorTakesTheDomain) {
    const Partition partition = nrrp_plus({{7.0}, 2, 3});
    EXPECT_EQ(partition.algorithm, "nrrp-plus");
    EXPECT_THAT(partition.zones.at(0).boxes, ElementsAre(IsBox(0, 2, 0, 3)));
    EXPECT_EQ(nrrp_plus({{7.0}}, plus_beam).algorithm, "nrrp-plus-beam");
}

TEST(NrrpPlus, EqualSpeedsMakeSquares) {
    for (std::size_t side : {2u, 3u, 5u, 10u, 100u}) {
        const std::vector<double> speeds(side * side, 2.5);
        const Partition partition = nrrp_plus({speeds});
        expect_valid(partition, speeds, 1);
        EXPECT_NEAR(ratio_to_squares(partition, speeds), 1, 1e-9) << side;
    }
}

TEST(NrrpPlus, CornerFitsWhatIsInIt) {
    // Two equal ones beside a giant are squares only in a corner twice as long as it is wide.
    const std::vector<double> speeds{0.92, 0.04, 0.04};
    const Partition partition = nrrp_plus({speeds});
    expect_valid(partition, speeds, most_boxes);
    EXPECT_NEAR(half_perimeter_sum(partition), 2 + 4 * 0.2, 1e-12);
}

TEST(NrrpPlus, GiantLeavesSquaresSideBySide) {
    // Nested Ls would cost 1.10005 and 1.1016 times the squares.
    for (const std::vector<double>& speeds :
         {std::vector{0.75332, 0.23189, 0.01479}, {48.0 / 64, 15.0 / 64, 1.0 / 64}}) {
        const Partition partition = nrrp_plus({speeds});
        expect_valid(partition, speeds, most_boxes);
        EXPECT_NEAR(half_perimeter_sum(partition), 2 + 2 * (std::sqrt(speeds[1]) + std::sqrt(speeds[2])), 1e-12);
        EXPECT_LT(ratio_to_squares(partition, speeds), 1.092);
    }
    const std::vector<double> steep{0.85, 0.1, 0.03, 0.015, 0.005};
    EXPECT_NEAR(half_perimeter_sum(nrrp_plus({steep})),
                2 + 2 * (std::sqrt(0.1) + std::sqrt(0.03) + std::sqrt(0.015) + std::sqrt(0.005)), 1e-12);
    // Of more than are searched: two squares beside the one of the four smallest.
    const std::vector<double> seven{0.905, 0.0625, 0.0225, 0.0025, 0.0025, 0.0025, 0.0025};
    EXPECT_NEAR(half_perimeter_sum(nrrp_plus({seven})), 2 + 2 * (0.25 + 0.15 + 4 * 0.05), 1e-12);
}

TEST(NrrpPlus, SquaresLieSideBySideAlongTheLongSide) {
    const std::vector<double> speeds{1.75, 0.48 * 0.48, 0.14 * 0.14};
    const Partition wide = nrrp_plus({speeds, 1, 2});
    EXPECT_THAT(wide.zones[2].boxes, ElementsAre(IsBox(0, 0.14, 0, 0.14)));
    EXPECT_THAT(wide.zones[1].boxes, ElementsAre(IsBox(0, 0.48, 0.14, 0.62)));
    EXPECT_THAT(wide.zones[0].boxes,
                UnorderedElementsAre(IsBox(0, 1, 0.62, 2), IsBox(0.14, 1, 0, 0.14), IsBox(0.48, 1, 0.14, 0.62)));
    const Partition tall = nrrp_plus({speeds, 2, 1});
    EXPECT_THAT(tall.zones[1].boxes, ElementsAre(IsBox(0.14, 0.62, 0, 0.48)));
}

TEST(NrrpPlus, SteepSpeedsStayBelowTheBoundOfTwo) {
    // Two processors at {3/4, 1/4} cannot do better than 1.0981; found by hill climbing against single corners.
    for (const std::vector<double>& speeds :
         {std::vector{0.7501, 0.225, 0.0212, 0.00314, 0.00051, 0.0001, 0.00002}, {0.7501, 0.225, 0.0212, 0.00314}}) {
        EXPECT_LT(ratio_to_squares(nrrp_plus({speeds}), speeds), 1.09);
    }
}

TEST(NrrpPlus, HomeNodeIsTheBackground) {
    // It reads for free: the others are squares in a corner, though it is the slowest.
    const Problem corner{{0.3, 0.35, 0.35}, 1, 1, 1, {0, 1, 1}};
    EXPECT_NEAR(cost(nrrp_plus(corner), corner), 2 * (0.7 + 0.5), 1e-12);
    const Problem four{{0.19, 0.2025, 0.2025, 0.2025, 0.2025}, 1, 1, 1, {0, 1, 1, 1, 1}};
    EXPECT_NEAR(cost(nrrp_plus(four), four), half_perimeter_bound(four), 1e-9);
    Problem many{std::vector<double>(64, 0.8 / 64), 1, 1, 1, std::vector<double>(65, 1.0)};
    many.speeds.push_back(0.2);
    many.weights.back() = 0;
    EXPECT_NEAR(cost(nrrp_plus(many), many), half_perimeter_bound(many), 1e-9);
    many.speeds[7] = 0.009; // and the slowest
    std::swap(many.weights[7], many.weights.back());
    expect_valid(nrrp_plus(many), many.speeds, most_boxes);
}

TEST(NrrpPlus, KnowingTheHomeNodePays) {
    double unaware = 0;
    double aware = 0;
    double bound = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        Problem problem{random_speeds(Family::uniform, 2 + seed, seed)};
        const Partition as_any_node = nrrp_plus(problem);
        problem.weights.assign(problem.speeds.size(), 1);
        problem.weights[seed % problem.speeds.size()] = 0;
        unaware += cost(as_any_node, problem);
        aware += cost(nrrp_plus(problem), problem);
        bound += half_perimeter_bound(problem);
    }
    EXPECT_LT(aware - bound, 0.85 * (unaware - bound));
}

TEST(NrrpPlus, NeverWorseThanTheOthersOnAnyDomain) {
    std::mt19937_64 random(1);
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 128; ++seed) {
            const double height = seed % 3 == 0 ? 1 : std::exp(std::uniform_real_distribution(-4.0, 4.0)(random));
            SCOPED_TRACE(fmt::format("{}, seed {}, {} x 1", name_of(family), seed, height));
            Problem problem{random_speeds(family, 1 + seed % 64, seed), height, 1};
            if (seed % 2 == 0) {
                problem.weights = random_weights(problem.speeds.size(), seed);
            }
            const Partition partition = nrrp_plus(problem);
            expect_valid(partition, problem.speeds, most_boxes);
            EXPECT_LE(cost(partition, problem), least_of_the_others(problem) * (1 + 1e-12));
            EXPECT_GE(cost(partition, problem), half_perimeter_bound(problem) * (1 - 1e-12));
            if (HasFailure()) {
                return;
            }
        }
    }
}

TEST(NrrpPlus, BeamIsValidAndCheaperOnTheWhole) {
    for (Family family : {Family::uniform, Family::power_law, Family::geometric}) {
        SCOPED_TRACE(name_of(family));
        double plain = 0;
        double beam = 0;
        for (std::uint64_t seed = 0; seed < 64; ++seed) {
            const Problem problem{random_speeds(family, 1 + seed % 32, seed)};
            const Partition partition = nrrp_plus(problem, plus_beam);
            expect_valid(partition, problem.speeds, most_boxes);
            EXPECT_LE(cost(partition, problem), least_of_the_others(problem) * (1 + 1e-12));
            plain += cost(nrrp_plus(problem), problem);
            beam += cost(partition, problem);
        }
        EXPECT_LT(beam, plain);
    }
}

TEST(NrrpPlus, RatiosPerFamily) {
    // Uniform: what is asked for is 1.015 and 1.10. The others: as measured, and a margin.
    const std::pair<Family, double> means[]{{Family::uniform, 1.0085},   {Family::power_law, 1.0195},
                                            {Family::one_giant, 1.0135}, {Family::near_equal, 1.0080},
                                            {Family::geometric, 1.0260}, {Family::two_class, 1.0105}};
    for (const auto& [family, mean] : means) {
        SCOPED_TRACE(name_of(family));
        const Ratios measured = ratios(family, 512);
        EXPECT_LE(measured.mean, mean);
        EXPECT_LE(measured.max, 1.10);
    }
}

TEST(NrrpPlus, RecordedMixedSpeeds) {
    const std::vector<double> mixed{1.09, 1.09, 1.09, 1.09, 0.5};
    EXPECT_NEAR(half_perimeter_sum(nrrp_plus({mixed})), 4.5514, 5e-5);
    EXPECT_NEAR(half_perimeter_sum(nrrp_plus({std::vector{0.3, 0.3, 0.3, 0.1}})), 4.0, 1e-12);
}

TEST(NrrpPlus, ThousandsOfProcessors) {
    for (Family family : all_families) {
        SCOPED_TRACE(name_of(family));
        const Problem problem{random_speeds(family, 3000, 3)};
        const Partition partition = nrrp_plus(problem);
        expect_valid(partition, problem.speeds, most_boxes);
        EXPECT_LE(cost(partition, problem), least_of_the_others(problem) * (1 + 1e-12));
    }
}

TEST(NrrpPlus, TensOfThousandsNearlyReachTheBound) {
    const std::vector<double> speeds = random_speeds(Family::uniform, 30'000, 4);
    EXPECT_LT(ratio_to_squares(nrrp_plus({speeds}), speeds), 1.0007);
}

TEST(NrrpPlus, ExtremesStayInsideTheDomain) {
    const double largest = std::numeric_limits<double>::max();
    const double smallest = std::numeric_limits<double>::denorm_min();
    for (const std::vector<double>& speeds : {std::vector{largest, largest, largest},
                                              {smallest, smallest},
                                              {largest, smallest, 1, 1e-12},
                                              {1, 1, 1, 1, 1, 1, 1, smallest, smallest, 1e-12, 1e-12}}) {
        for (const PlusOptions& options : {PlusOptions{}, plus_beam}) {
            expect_boxes_tile_domain(nrrp_plus({speeds, 3, 7}, options));
        }
    }
    const std::vector<double> speeds{1.0, 1e-12, 3.0, 2e-12, 1.0, 1.0, 5.0};
    for (const std::vector<double>& weights : {std::vector<double>{}, {1, 0, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 0, 1, 1}}) {
        for (double side : {1e-30, 1.0, 1e30}) {
            expect_valid(nrrp_plus({speeds, side, side, 1, weights}), speeds, most_boxes);
            expect_valid(nrrp_plus({speeds, side, 1, 1, weights}), speeds, most_boxes);
        }
    }
    const double huge = 1e30;
    expect_valid(nrrp_plus({speeds, 3, 4, 1, {huge, huge, huge, huge, 1, huge, huge}}), speeds, most_boxes);
}

TEST(NrrpPlus, RejectsBadProblemsAndOptions) {
    EXPECT_THROW((void)nrrp_plus(Problem{}), InvalidInput);
    EXPECT_THROW((void)nrrp_plus({{1.0, -1.0}}), InvalidInput);
    EXPECT_THROW((void)nrrp_plus({{1.0}, 0, 1}), InvalidInput);
    EXPECT_THROW((void)nrrp_plus({{1.0}}, {0, 1}), InvalidInput);
    EXPECT_THROW((void)nrrp_plus({{1.0}}, {1, 0, 10}), InvalidInput);
}

} // namespace tangram::partition
