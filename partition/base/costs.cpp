#include "partition/base/costs.hpp"

#include "base/error.hpp"
#include "partition/base/unions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace tangram::partition {

namespace {

void require_as_many(std::size_t processors, std::size_t speeds) {
    if (processors != speeds) {
        throw InvalidInput(fmt::format("{} processors but {} speeds: each needs one", processors, speeds));
    }
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
    std::vector<Rectangle> a;
    std::vector<Rectangle> b;
    std::vector<Rectangle> c;
    for (const Box& box : zone.boxes) {
        a.push_back({{box.x0, box.x1}, {box.z0, box.z1}});
        b.push_back({{box.y0, box.y1}, {box.z0, box.z1}});
        c.push_back({{box.x0, box.x1}, {box.y0, box.y1}});
    }
    return union_area(a) + union_area(b) + c_factor * union_area(c);
}

std::vector<double> zone_sizes(const Partition& partition, double c_factor) {
    std::vector<double> sizes;
    for (const Zone& zone : partition.zones) {
        sizes.push_back(partition.is_3d() ? half_surface(zone, c_factor) : half_perimeter(zone));
    }
    return sizes;
}

double cost(const Partition& partition, const Problem& problem) {
    return cost(zone_sizes(partition, problem.c_factor), problem);
}

double cost(std::span<const double> sizes, const Problem& problem) {
    require_valid(problem);
    require_as_many(sizes.size(), problem.speeds.size());
    double sum = 0;
    for (std::size_t p = 0; p < sizes.size(); ++p) {
        sum += problem.weight(p) * sizes[p];
    }
    return sum;
}

double tile_cost(const Allocation& allocation, const Problem& problem) {
    require_valid(problem);
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
    if (tiles == 0) {
        throw InvalidInput("no processor has a tile: a load needs one");
    }
    const std::vector<double> share = shares(speeds);
    double ratio = 0;
    for (std::size_t p = 0; p < share.size(); ++p) {
        ratio = std::max(ratio, static_cast<double>(tile_counts[p]) / (share[p] * tiles));
    }
    return ratio;
}

} // namespace tangram::partition
