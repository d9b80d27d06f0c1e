#include "partition/algorithms/column_based.hpp"

#include "base/error.hpp"
#include "partition/base/bounds.hpp"
#include "partition/base/costs.hpp"
#include "tests/partition/geometry.hpp"
#include "tests/partition/speed_families.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
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

/// Cost of columns along y: bit i of `starts` says that rank i starts one.
double cost_of_columns(const Problem& sorted, unsigned starts) {
    const std::size_t k = sorted.speeds.size();
    const double sum = std::accumulate(sorted.speeds.begin(), sorted.speeds.end(), 0.0);
    double cost = 0;
    for (std::size_t first = 0; first < k;) {
        std::size_t last = first + 1;
        while (last < k && (starts >> last & 1) == 0) {
            ++last;
        }
        double column = 0;
        for (std::size_t p = first; p < last; ++p) {
            column += sorted.speeds[p];
        }
        for (std::size_t p = first; p < last; ++p) {
            cost += sorted.weight(p) * (column / sum * sorted.width + sorted.speeds[p] / column * sorted.height);
        }
        first = last;
    }
    return cost;
}

/// Over all contiguous runs of the ascending order, along both axes.
double least_cost_of_columns(Problem sorted) {
    double least = std::numeric_limits<double>::infinity();
    for (int turn = 0; turn < 2; ++turn) {
        for (unsigned starts = 0; starts < 1u << sorted.speeds.size(); starts += 2) {
            least = std::min(least, cost_of_columns(sorted, starts));
        }
        std::swap(sorted.height, sorted.width);
    }
    return least;
}

} // namespace

TEST(ColumnBased, OneProcessorTakesTheDomain) {
    const Partition partition = column_based({{7.0}, 2, 3});
    EXPECT_EQ(partition.algorithm, "column");
    EXPECT_THAT(partition.zones.at(0).boxes, ElementsAre(IsBox(0, 2, 0, 3)));
}

TEST(ColumnBased, EqualSpeedsMakeSquares) {
    const Partition partition = column_based({std::vector<double>(9, 1.0)});
    for (std::size_t p = 0; p < 9; ++p) {
        const double x = static_cast<double>(p % 3) / 3;
        const double y = static_cast<double>(p / 3) / 3; // NOLINT(bugprone-integer-division): the column
        EXPECT_THAT(partition.zones[p].boxes, ElementsAre(IsBox(x, x + 1.0 / 3, y, y + 1.0 / 3)));
    }
}

TEST(ColumnBased, SlowOnesShareAColumn) {
    const Partition partition = column_based({{2.0, 0.5, 0.5}});
    EXPECT_THAT(partition.zones[0].boxes, ElementsAre(IsBox(0, 1, 1.0 / 3, 1)));
    EXPECT_THAT(partition.zones[1].boxes, ElementsAre(IsBox(0, 0.5, 0, 1.0 / 3)));
    EXPECT_THAT(partition.zones[2].boxes, ElementsAre(IsBox(0.5, 1, 0, 1.0 / 3)));
}

TEST(ColumnBased, ColumnsLieAlongTheLongSide) {
    const Partition wide = column_based({{1.0, 3.0}, 1, 4});
    EXPECT_THAT(wide.zones[0].boxes, ElementsAre(IsBox(0, 1, 0, 1)));
    const Partition tall = column_based({{1.0, 3.0}, 4, 1});
    EXPECT_THAT(tall.zones[0].boxes, ElementsAre(IsBox(0, 1, 0, 1)));
}

TEST(ColumnBased, SevenQuartersOnTheUnitSquare) {
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 320; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", name_of(family), seed));
            const std::vector<double> speeds = random_speeds(family, 1 + seed % 64, seed);
            const Partition partition = column_based({speeds});
            expect_valid(partition, speeds, 1);
            EXPECT_LE(ratio_to_squares(partition, speeds), 1.75);
            if (HasFailure()) {
                return;
            }
        }
    }
}

TEST(ColumnBased, NoContiguousColumnsAreCheaper) {
    for (Family family : all_families) {
        for (std::uint64_t seed = 0; seed < 60; ++seed) {
            SCOPED_TRACE(fmt::format("{}, seed {}", name_of(family), seed));
            Problem problem{random_speeds(family, 1 + seed % 10, seed)};
            std::sort(problem.speeds.begin(), problem.speeds.end());
            problem.width = 1 + static_cast<double>(seed % 7);
            for (const std::vector<double>& weights : {std::vector<double>{}, random_weights(1 + seed % 10, seed)}) {
                problem.weights = weights;
                const Partition partition = column_based(problem);
                expect_valid(partition, problem.speeds, 1);
                EXPECT_NEAR(cost(partition, problem), least_cost_of_columns(problem), 1e-11);
            }
            if (HasFailure()) {
                return;
            }
        }
    }
}

TEST(ColumnBased, WeightsTurnTheColumns) {
    // The light one is as good as absent: the heavy two share the domain along its long side.
    const Problem problem{{1.0, 2.0, 2.0}, 1, 1, 1, {0.0, 1.0, 1.0}};
    const Partition partition = column_based(problem);
    EXPECT_NEAR(cost(partition, problem), 2.6, 1e-12);
}

TEST(ColumnBased, ThousandsOfProcessors) {
    for (Family family : all_families) {
        SCOPED_TRACE(name_of(family));
        const std::vector<double> speeds = random_speeds(family, 3000, 3);
        const Partition partition = column_based({speeds, 3, 5});
        expect_valid(partition, speeds, 1);
        EXPECT_GE(half_perimeter_sum(partition), half_perimeter_bound({speeds, 3, 5}) * (1 - 1e-12));
    }
}

TEST(ColumnBased, AHairOfWeightMakesNoDifference) {
    // Equal weights allow for another search than different ones.
    for (Family family : all_families) {
        SCOPED_TRACE(name_of(family));
        Problem problem{random_speeds(family, 1500, 4), 1, 2};
        const double equal = cost(column_based(problem), problem);
        problem.weights.assign(1500, 1);
        problem.weights[7] += 1e-14;
        EXPECT_NEAR(cost(column_based(problem), problem) / equal, 1, 1e-12);
    }
}

TEST(ColumnBased, HundredThousandEqualSpeedsNearlyReachTheBound) {
    const std::vector<double> speeds(100'000, 1.0);
    EXPECT_NEAR(ratio_to_squares(column_based({speeds}), speeds), 1, 1e-4);
}

TEST(ColumnBased, ExtremesStayInsideTheDomain) {
    const double largest = std::numeric_limits<double>::max();
    const double smallest = std::numeric_limits<double>::denorm_min();
    for (const std::vector<double>& speeds :
         {std::vector{largest, largest, largest}, {smallest, smallest}, {largest, smallest, 1, 1e-12}}) {
        expect_boxes_tile_domain(column_based({speeds, 3, 7}));
    }
    for (double side : {1e-30, 1e30}) {
        expect_valid(column_based({{1.0, 1e-12, 3.0}, side, side}), {1.0, 1e-12, 3.0}, 1);
        expect_valid(column_based({{1.0, 1e-12, 3.0}, side, 1}), {1.0, 1e-12, 3.0}, 1);
    }
}

TEST(ColumnBased, RejectsBadProblems) {
    EXPECT_THROW((void)column_based(Problem{}), InvalidInput);
    EXPECT_THROW((void)column_based({{1.0, -1.0}}), InvalidInput);
    EXPECT_THROW((void)column_based({{1.0}, 0, 1}), InvalidInput);
    EXPECT_THROW((void)column_based({{1.0, 1.0}, 1, 1, 1, {1.0}}), InvalidInput);
}

} // namespace tangram::partition
