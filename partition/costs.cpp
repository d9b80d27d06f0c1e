#include "partition/costs.hpp"

#include "partition/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
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

struct Projection {
    Interval first;
    Interval second;
};

/// Area of the union, slab by slab between the edges of `first`.
double union_area(const std::vector<Projection>& projections) {
    std::vector<double> edges;
    for (const Projection& projection : projections) {
        edges.push_back(projection.first.begin);
        edges.push_back(projection.first.end);
    }
    std::sort(edges.begin(), edges.end());
    double area = 0;
    for (std::size_t slab = 0; slab + 1 < edges.size(); ++slab) {
        std::vector<Interval> inside;
        for (const auto& [first, second] : projections)
            if (first.begin <= edges[slab] && edges[slab + 1] <= first.end)
                inside.push_back(second);
        area += (edges[slab + 1] - edges[slab]) * union_length(std::move(inside));
    }
    return area;
}

void require_as_many(std::size_t processors, std::size_t speeds) {
    if (processors != speeds)
        throw InvalidInput(fmt::format("{} processors but {} speeds: each needs one", processors, speeds));
}

} // namespace

double half_perimeter(const Zone& zone) {
    std::vector<Interval> rows;
    std::vector<Interval> columns;
    for (const Box& box : zone.boxes) {
        rows.push_back({box.x0, box.x1});
        columns.push_back({box.y0, box.y1});
    }
    return union_length(std::move(rows)) + union_length(std::move(columns));
}

double half_surface(const Zone& zone, double c_factor) {
    std::vector<Projection> a;
    std::vector<Projection> b;
    std::vector<Projection> c;
    for (const Box& box : zone.boxes) {
        a.push_back({{box.x0, box.x1}, {box.z0, box.z1}});
        b.push_back({{box.y0, box.y1}, {box.z0, box.z1}});
        c.push_back({{box.x0, box.x1}, {box.y0, box.y1}});
    }
    return union_area(a) + union_area(b) + c_factor * union_area(c);
}

double cost(const Partition& partition, const Problem& problem) {
    require_as_many(partition.zones.size(), problem.speeds.size());
    double sum = 0;
    for (const Zone& zone : partition.zones)
        sum += problem.weight(zone.processor) *
               (partition.is_3d() ? half_surface(zone, problem.c_factor) : half_perimeter(zone));
    return sum;
}

double tile_cost(const Allocation& allocation, const Problem& problem) {
    require_as_many(allocation.processors, problem.speeds.size());
    const std::vector<Footprint> touched = allocation.footprints();
    double sum = 0;
    for (std::size_t p = 0; p < touched.size(); ++p) {
        const double c = allocation.is_3d() ? problem.c_factor * static_cast<double>(touched[p].c) : 0;
        sum += problem.weight(p) * (static_cast<double>(touched[p].a + touched[p].b) + c);
    }
    return sum;
}

double max_load_ratio(std::span<const std::size_t> tile_counts, std::span<const double> speeds) {
    require_as_many(tile_counts.size(), speeds.size());
    const auto tiles = static_cast<double>(std::accumulate(tile_counts.begin(), tile_counts.end(), std::size_t{0}));
    const std::vector<double> share = shares(speeds);
    double ratio = 0;
    for (std::size_t p = 0; p < share.size(); ++p)
        ratio = std::max(ratio, static_cast<double>(tile_counts[p]) / (share[p] * tiles));
    return ratio;
}

} // namespace tangram::partition
