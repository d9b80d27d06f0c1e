#include "partition/bounds.hpp"

#include "partition/error.hpp"
#include "partition/speeds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tangram::partition {

namespace {

struct Interval {
    double begin;
    double end;
};

double union_length(std::vector<Interval> intervals) {
    std::sort(intervals.begin(), intervals.end(),
              [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
    double length = 0;
    double covered_to = -std::numeric_limits<double>::infinity();
    for (const auto& [begin, end] : intervals) {
        length += std::max(0.0, end - std::max(begin, covered_to));
        covered_to = std::max(covered_to, end);
    }
    return length;
}

/// Least half-perimeter of any set of this area in a domain with this short side.
double least_half_perimeter(double area, double short_side) {
    const double side = std::min(std::sqrt(area), short_side);
    return side + area / side;
}

void require_sizes(const TrafficProblem& problem) {
    for (double size : {problem.m, problem.n, problem.k})
        if (!std::isfinite(size) || size <= 0)
            throw InvalidInput(fmt::format("product of size {} x {} x {}: all must be positive and finite", problem.m,
                                           problem.n, problem.k));
    if (problem.element_bytes == 0)
        throw InvalidInput("elements of 0 bytes: the element size must be positive");
}

} // namespace

double half_perimeter(const Zone& zone) {
    std::vector<Interval> rows;
    std::vector<Interval> columns;
    for (const Rectangle& box : zone.boxes) {
        rows.push_back({box.x0, box.x1});
        columns.push_back({box.y0, box.y1});
    }
    return union_length(std::move(rows)) + union_length(std::move(columns));
}

double half_perimeter_sum(const Partition& partition) {
    double sum = 0;
    for (const Zone& zone : partition.zones)
        sum += half_perimeter(zone);
    return sum;
}

double half_perimeter_bound(std::span<const double> speeds, double height, double width) {
    require_sides(height, width);
    double bound = 0;
    for (double share : shares(speeds))
        bound += least_half_perimeter(share * height * width, std::min(height, width));
    return bound;
}

double traffic_bound(const TrafficProblem& problem) {
    require_sizes(problem);
    std::vector<double> speeds;
    for (const auto& node : problem.nodes)
        speeds.push_back(node.speed);
    const std::vector<double> share = shares(speeds);

    double elements = 0;
    for (std::size_t p = 0; p < share.size(); ++p) {
        if (problem.nodes[p].is_home)
            continue;
        const double zone = share[p] * problem.m * problem.n;
        const double rows_and_columns = least_half_perimeter(zone, std::min(problem.m, problem.n));
        elements += problem.k * rows_and_columns + zone * (problem.reads_c ? 2 : 1);
    }
    return elements * static_cast<double>(problem.element_bytes);
}

} // namespace tangram::partition
