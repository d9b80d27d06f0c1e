#pragma once

/// What makes a partition right, checked without the code under test.

#include "partition/base/costs.hpp"
#include "partition/base/zones.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace tangram::partition::testing {

inline std::vector<double> edges(const Partition& partition, double Box::*low, double Box::*high) {
    std::vector<double> result;
    for (const Zone& zone : partition.zones) {
        for (const Box& box : zone.boxes) {
            result.push_back(box.*low);
            result.push_back(box.*high);
        }
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

inline std::size_t position(const std::vector<double>& sorted, double value) {
    return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), value) - sorted.begin());
}

/// Exact, without tolerance: lays the grid of all edges over the domain and
/// expects each of its cells in one box. An edge that neighbours store as two
/// different doubles shows as a sliver.
inline void expect_cells_in_one_box(const Partition& partition, const std::vector<double>& xs,
                                    const std::vector<double>& ys, const std::vector<double>& zs) {
    const std::size_t columns = ys.size() - 1;
    const std::size_t layers = zs.size() - 1;
    std::vector<unsigned char> covered((xs.size() - 1) * columns * layers, 0);
    for (const Zone& zone : partition.zones) {
        for (const Box& box : zone.boxes) {
            for (std::size_t i = position(xs, box.x0); i < position(xs, box.x1); ++i) {
                for (std::size_t j = position(ys, box.y0); j < position(ys, box.y1); ++j) {
                    for (std::size_t k = position(zs, box.z0); k < position(zs, box.z1); ++k) {
                        ++covered[(i * columns + j) * layers + k];
                    }
                }
            }
        }
    }
    const auto wrong = std::find_if(covered.begin(), covered.end(), [](unsigned char times) { return times != 1; });
    EXPECT_EQ(wrong, covered.end()) << "a cell of the grid is in " << int(*wrong) << " boxes";
}

/// For partitions whose grid of edges would be too large: no two boxes overlap,
/// exactly, and their volumes make up the domain's up to rounding.
inline void expect_disjoint_boxes_fill_domain(const Partition& partition) {
    std::vector<Box> boxes;
    double volume = 0;
    for (const Zone& zone : partition.zones) {
        for (const Box& box : zone.boxes) {
            boxes.push_back(box);
            volume += box.volume();
        }
    }
    std::sort(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) { return a.x0 < b.x0; });
    for (std::size_t a = 0; a < boxes.size(); ++a) {
        for (std::size_t b = a + 1; b < boxes.size() && boxes[b].x0 < boxes[a].x1; ++b) {
            const bool overlap = boxes[a].y0 < boxes[b].y1 && boxes[b].y0 < boxes[a].y1 && //
                                 boxes[a].z0 < boxes[b].z1 && boxes[b].z0 < boxes[a].z1;
            ASSERT_FALSE(overlap) << "boxes overlap";
        }
    }
    EXPECT_NEAR(volume / (partition.height * partition.width * partition.depth.value_or(1)), 1, 1e-10);
}

inline void expect_boxes_tile_domain(const Partition& partition) {
    const std::vector<double> xs = edges(partition, &Box::x0, &Box::x1);
    const std::vector<double> ys = edges(partition, &Box::y0, &Box::y1);
    const std::vector<double> zs = edges(partition, &Box::z0, &Box::z1);
    EXPECT_EQ(xs.front(), 0);
    EXPECT_EQ(ys.front(), 0);
    EXPECT_EQ(zs.front(), 0);
    EXPECT_EQ(xs.back(), partition.height);
    EXPECT_EQ(ys.back(), partition.width);
    EXPECT_EQ(zs.back(), partition.depth.value_or(1));
    for (const Zone& zone : partition.zones) {
        for (const Box& box : zone.boxes) {
            ASSERT_LT(box.x0, box.x1);
            ASSERT_LT(box.y0, box.y1);
            ASSERT_LT(box.z0, box.z1);
        }
    }
    if (xs.size() * ys.size() * zs.size() < 50'000'000) {
        expect_cells_in_one_box(partition, xs, ys, zs);
    } else {
        expect_disjoint_boxes_fill_domain(partition);
    }
}

inline void expect_volumes_in_proportion(const Partition& partition, const std::vector<double>& speeds) {
    const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    const double domain = partition.height * partition.width * partition.depth.value_or(1);
    for (std::size_t p = 0; p < speeds.size(); ++p) {
        double volume = 0;
        for (const Box& box : partition.zones[p].boxes) {
            volume += box.volume();
        }
        EXPECT_NEAR(volume / (speeds[p] / sum * domain), 1, 1e-9) << "processor " << p;
    }
}

/// One zone of at most `most_boxes` boxes per processor, in order, disjoint,
/// covering, and as large as the speeds say.
inline void expect_valid(const Partition& partition, const std::vector<double>& speeds, std::size_t most_boxes) {
    ASSERT_EQ(partition.zones.size(), speeds.size());
    for (std::size_t p = 0; p < speeds.size(); ++p) {
        ASSERT_EQ(partition.zones[p].processor, p);
        ASSERT_THAT(partition.zones[p].boxes.size(), ::testing::AllOf(::testing::Ge(1), ::testing::Le(most_boxes)));
    }
    expect_boxes_tile_domain(partition);
    expect_volumes_in_proportion(partition, speeds);
}

inline double half_perimeter_sum(const Partition& partition) {
    double sum = 0;
    for (const Zone& zone : partition.zones) {
        sum += half_perimeter(zone);
    }
    return sum;
}

/// Ratio to the sum of the half-perimeters of squares.
inline double ratio_to_squares(const Partition& partition, const std::vector<double>& speeds) {
    const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    double squares = 0;
    for (double speed : speeds) {
        squares += 2 * std::sqrt(speed / sum * partition.height * partition.width);
    }
    return half_perimeter_sum(partition) / squares;
}

/// Ratio of the sum of half-surfaces to that of cubes, with a C factor of 1.
inline double ratio_to_cubes(const Partition& partition, const std::vector<double>& speeds) {
    const double sum = std::accumulate(speeds.begin(), speeds.end(), 0.0);
    const double domain = partition.height * partition.width * partition.depth.value();
    double surfaces = 0;
    double cubes = 0;
    for (const Zone& zone : partition.zones) {
        surfaces += half_surface(zone);
    }
    for (double speed : speeds) {
        cubes += 3 * std::pow(speed / sum * domain, 2.0 / 3);
    }
    return surfaces / cubes;
}

// NOLINTBEGIN(readability-identifier-naming): matchers are named as GoogleTest names its own
MATCHER_P4(IsBox, x0, x1, y0, y1, fmt::format("is [{}, {}] x [{}, {}]", x0, x1, y0, y1)) {
    *result_listener << fmt::format("which is [{}, {}] x [{}, {}]", arg.x0, arg.x1, arg.y0, arg.y1);
    return std::abs(arg.x0 - x0) < 1e-12 && std::abs(arg.x1 - x1) < 1e-12 && std::abs(arg.y0 - y0) < 1e-12 &&
           std::abs(arg.y1 - y1) < 1e-12;
}

MATCHER_P6(IsCuboid, x0, x1, y0, y1, z0, z1, fmt::format("is [{}, {}] x [{}, {}] x [{}, {}]", x0, x1, y0, y1, z0, z1)) {
    *result_listener << fmt::format("which is [{}, {}] x [{}, {}] x [{}, {}]", arg.x0, arg.x1, arg.y0, arg.y1, arg.z0,
                                    arg.z1);
    return std::abs(arg.x0 - x0) < 1e-12 && std::abs(arg.x1 - x1) < 1e-12 && std::abs(arg.y0 - y0) < 1e-12 &&
           std::abs(arg.y1 - y1) < 1e-12 && std::abs(arg.z0 - z0) < 1e-12 && std::abs(arg.z1 - z1) < 1e-12;
}
// NOLINTEND(readability-identifier-naming)

} // namespace tangram::partition::testing
