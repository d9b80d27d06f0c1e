#include "partition/base/costs.hpp"

#include "base/error.hpp"

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

/// How much of a line is covered while intervals come and go: a tree over the
/// parts between all their ends, each node with the number of intervals that
/// cover it whole (Bentley, "Algorithms for Klee's rectangle problems", 1977).
class CoveredLength {
  public:
    /// `ends`: of all intervals to come, in ascending order, each once.
    explicit CoveredLength(std::vector<double> ends)
        : ends_(std::move(ends)), nodes_(4 * std::max<std::size_t>(ends_.size(), 1)) {}

    [[nodiscard]] double length() const { return nodes_[root].length; }

    /// One more of the interval, or with -1 one less. O(log n).
    void add(const Interval& interval, int times) {
        const Range range{position(interval.begin), position(interval.end)};
        if (range.first < range.last) {
            add(root, {0, ends_.size() - 1}, range, times);
        }
    }

  private:
    static constexpr std::size_t root = 1; ///< the children of i are 2 i and 2 i + 1

    struct Node {
        int times = 0;
        double length = 0;
    };

    struct Range {
        std::size_t first;
        std::size_t last;
    };

    [[nodiscard]] std::size_t position(double end) const {
        return static_cast<std::size_t>(std::lower_bound(ends_.begin(), ends_.end(), end) - ends_.begin());
    }

    void add(std::size_t index, const Range& whole, const Range& range, int times) {
        Node& node = nodes_[index];
        const bool is_part = whole.last - whole.first == 1;
        if (range.first <= whole.first && whole.last <= range.last) {
            node.times += times;
        } else {
            const std::size_t middle = (whole.first + whole.last) / 2;
            if (range.first < middle) {
                add(2 * index, {whole.first, middle}, range, times);
            }
            if (range.last > middle) {
                add(2 * index + 1, {middle, whole.last}, range, times);
            }
        }
        if (node.times > 0) {
            node.length = ends_[whole.last] - ends_[whole.first];
        } else {
            node.length = is_part ? 0 : nodes_[2 * index].length + nodes_[2 * index + 1].length;
        }
    }

    std::vector<double> ends_;
    std::vector<Node> nodes_;
};

/// Area of the union: sweeps along `first`.
double union_area(const std::vector<Projection>& projections) {
    struct Event {
        double at;
        Interval second;
        int times;
    };
    std::vector<Event> events;
    std::vector<double> ends;
    for (const auto& [first, second] : projections) {
        events.push_back({first.begin, second, 1});
        events.push_back({first.end, second, -1});
        ends.insert(ends.end(), {second.begin, second.end});
    }
    std::sort(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.at < b.at; });
    std::sort(ends.begin(), ends.end());
    ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    CoveredLength covered(std::move(ends));
    double area = 0;
    for (std::size_t e = 0; e < events.size(); ++e) {
        if (e > 0 && events[e].at > events[e - 1].at) {
            area += (events[e].at - events[e - 1].at) * covered.length();
        }
        covered.add(events[e].second, events[e].times);
    }
    return area;
}

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
