#include "partition/algorithms/exact_family.hpp"

#include "base/error.hpp"
#include "partition/algorithms/nrrp_plus.hpp"
#include "partition/base/bounds.hpp"
#include "partition/base/costs.hpp"
#include "tests/partition/geometry.hpp"
#include "tests/partition/speed_families.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>

namespace tangram::partition {

using testing::all_families;
using testing::expect_boxes_tile_domain;
using testing::expect_valid;
using testing::half_perimeter_sum;
using testing::IsBox;
using testing::name_of;
using testing::random_speeds;
using testing::random_weights;

namespace {

using ::testing::ElementsAre;

constexpr std::size_t most_boxes = 5; // of a zone around four others

double least_cost(const std::vector<double>& areas, const std::vector<double>& weights, double height, double width);

/// With one of them around all others: up to three in squares of their own, and
/// the rest beside them in a box.
double least_cost_around(std::size_t background, const std::vector<double>& areas, const std::vector<double>& weights,
                         double height, double width) {
    const double longer = std::max(height, width);
    const double shorter = std::min(height, width);
    double least = std::numeric_limits<double>::infinity();
    for (unsigned squares = 0; squares < 1u << areas.size(); ++squares) {
        double cost = weights[background] * (height + width);
        double along = 0;
        double across = 0;
        std::vector<double> box_areas;
        std::vector<double> box_weights;
        for (std::size_t p = 0; p < areas.size(); ++p) {
            if (p != background && (squares >> p & 1) == 0) {
                box_areas.push_back(areas[p]);
                box_weights.push_back(weights[p]);
            } else if (p != background) {
                cost += weights[p] * 2 * std::sqrt(areas[p]);
                along += std::sqrt(areas[p]);
                across = std::max(across, std::sqrt(areas[p]));
            }
        }
        if (box_areas.empty() || std::popcount(squares) > 3 || (squares >> background & 1) == 1) {
            continue;
        }
        const double area = std::accumulate(box_areas.begin(), box_areas.end(), 0.0);
        for (double aspect : {1.0, 1.5, 2.0, 3.0}) {
            const double box_along = std::sqrt(area * aspect);
            if (along + box_along < 0.999 * longer && std::max(across, area / box_along) < 0.999 * shorter) {
                least = std::min(least, cost + least_cost(box_areas, box_weights, box_along, area / box_along));
            }
        }
    }
    return least;
}

/// By trying everything, without bounds: the least cost of these processors in
/// a height x width rectangle.
double least_cost(const std::vector<double>& areas, const std::vector<double>& weights, double height, double width) {
    const std::size_t k = areas.size();
    if (k == 1) {
        return weights[0] * (height + width);
    }
    const double area = height * width;
    double least = std::numeric_limits<double>::infinity();
    for (unsigned subset = 1; subset + 1 < 1u << k; ++subset) {
        std::vector<double> area_in[2];
        std::vector<double> weight_in[2];
        for (std::size_t p = 0; p < k; ++p) {
            area_in[subset >> p & 1].push_back(areas[p]);
            weight_in[subset >> p & 1].push_back(weights[p]);
        }
        const double in = std::accumulate(area_in[1].begin(), area_in[1].end(), 0.0);
        const auto both = [&](double in_height, double in_width, double out_height, double out_width) {
            return least_cost(area_in[1], weight_in[1], in_height, in_width) +
                   least_cost(area_in[0], weight_in[0], out_height, out_width);
        };
        least = std::min({least, both(in / width, width, (area - in) / width, width),
                          both(height, in / height, height, (area - in) / height)});
    }
    for (std::size_t p = 0; p < k; ++p) {
        least = std::min(least, least_cost_around(p, areas, weights, height, width));
    }
    return least;
}

double least_cost(const Problem& problem) {
    const double sum = std::accumulate(problem.speeds.begin(), problem.speeds.end(), 0.0);
    std::vector<double> areas;
    std::vector<double> weights;
    for (std::size_t p = 0; p < problem.speeds.size(); ++p) {
        areas.push_back(problem.speeds[p] / sum * problem.height * problem.width);
        weights.push_back(problem.weight(p));
    }
    return least_cost(areas, weights, problem.height, problem.width);
}

} // namespace

TEST(ExactFamily, OneProcessorTakesTheDomain) {
    const Partition partition = exact_family({{7.0}, 2, 3});
    EXPECT_EQ(partition.algorithm, "exact");
    EXPECT_THAT(partition.zones.at(0).boxes, ElementsAre(IsBox(0, 2, 0, 3)));
}

TEST(ExactFamily, TwoProcessorsShareByACutOrByACorner) {
    // The known optimum: a corner square is cheaper up to a quarter.
    EXPECT_NEAR(half_perimeter_sum(exact_family({{0.76, 0.24}})), 2 + 2 * std::sqrt(0.24), 1e-12);
    EXPECT_NEAR(half_perimeter_sum(exact_family({{0.74, 0.26}})), 3, 1e-12);
}

TEST(ExactFamily, OthersOfAGiantAreSquaresSideBySide) {
    const Problem problem{{0.85, 0.1, 0.03, 0.015, 0.005}};
    EXPECT_NEAR(cost(exact_family(problem), problem),
                2 + 2 * (std::sqrt(0.1) + std::sqrt(0.03) + std::sqrt(0.015) + std::sqrt(0.005)), 1e-12);
    // Or of the home node, which reads for free.
    const Problem home{{0.5, 0.25, 0.16, 0.09}, 1, 1.5, 1, {0, 1, 1, 1}};
    EXPECT_NEAR(cost(exact_family(home), home), half_perimeter_bound(home), 1e-12);
}

TEST(ExactFamily, NothingOfTheFamilyIsCheaper) {
    std::mt19937_64 random(1);
    for (auto family : all_families) {
        for (std::uint64_t seed = 0; seed < 12; ++seed) {
            const double height = std::uniform_real_distribution(0.3, 3.0)(random);
            SCOPED_TRACE(fmt::format("{}, seed {}, {} x 1", name_of(family), seed, height));
            Problem problem{random_speeds(family, 1 + seed % 5, seed), height, 1};
            if (seed % 2 == 0) {
                problem.weights = random_weights(problem.speeds.size(), seed);
            }
            const Partition partition = exact_family(problem);
            expect_valid(partition, problem.speeds, most_boxes);
            // What NRRP+ starts it with may lie outside the family, and below.
            EXPECT_LE(cost(partition, problem), least_cost(problem) + 1e-12);
            EXPECT_GE(cost(partition, problem), least_cost(problem) * 0.999 - 1e-12);
            if (HasFailure()) {
                return;
            }
        }
    }
}

TEST(ExactFamily, NeverWorseThanNrrpPlus) {
    for (auto family : all_families) {
        for (std::uint64_t seed = 0; seed < 64; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", name_of(family), seed));
            Problem problem{random_speeds(family, 1 + seed % 8, seed), 1, seed % 3 == 0 ? 1.0 : 2.5};
            if (seed % 2 == 0) {
                problem.weights = random_weights(problem.speeds.size(), seed);
            }
            const Partition partition = exact_family(problem);
            expect_valid(partition, problem.speeds, most_boxes);
            EXPECT_LE(cost(partition, problem), cost(nrrp_plus(problem), problem) + 1e-12);
            EXPECT_LE(cost(partition, problem), cost(nrrp_plus(problem, plus_beam), problem) + 1e-12);
            EXPECT_GE(cost(partition, problem), half_perimeter_bound(problem) * (1 - 1e-12));
            if (HasFailure()) {
                return;
            }
        }
    }
}

TEST(ExactFamily, OrderOfTheSpeedsDoesNotMatter) {
    std::vector<double> speeds{1, 2, 2, 3, 5, 8, 13};
    const double expected = half_perimeter_sum(exact_family({speeds}));
    std::reverse(speeds.begin(), speeds.end());
    EXPECT_NEAR(half_perimeter_sum(exact_family({speeds})), expected, 1e-12);
}

TEST(ExactFamily, NineEqualSpeedsMakeSquares) {
    EXPECT_NEAR(half_perimeter_sum(exact_family({std::vector<double>(9, 1.0)})), 6, 1e-12);
}

TEST(ExactFamily, ExtremesStayInsideTheDomain) {
    const double largest = std::numeric_limits<double>::max();
    const double smallest = std::numeric_limits<double>::denorm_min();
    for (const std::vector<double>& speeds : {std::vector{largest, largest, largest},
                                              {smallest, smallest},
                                              {largest, smallest, 1, 1e-12},
                                              {1, 1, 1, smallest, smallest, 1e-12, 1e-12}}) {
        expect_boxes_tile_domain(exact_family({speeds, 3, 7}));
    }
    const std::vector<double> speeds{1.0, 1e-12, 3.0, 2e-12, 1.0, 1.0};
    for (double side : {1e-30, 1e30}) {
        expect_valid(exact_family({speeds, side, side, 1, {1, 0, 1, 1, 1, 0}}), speeds, most_boxes);
    }
}

TEST(ExactFamily, RejectsBadProblemsAndTooManyProcessors) {
    EXPECT_THROW((void)exact_family(Problem{}), InvalidInput);
    EXPECT_THROW((void)exact_family({{1.0, -1.0}}), InvalidInput);
    EXPECT_THROW((void)exact_family({std::vector<double>(exact_family_most + 1, 1.0)}), InvalidInput);
}

} // namespace tangram::partition
