#include "partition/base/unions.hpp"

#include "base/infinity.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace tangram::partition {

namespace {

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

} // namespace

double union_length(std::vector<Interval> intervals) {
    std::sort(intervals.begin(), intervals.end(),
              [](const Interval& a, const Interval& b) { return a.begin < b.begin; });
    double length = 0;
    double covered_to = -infinity;
    for (const auto& [begin, end] : intervals) {
        length += std::max(0.0, end - std::max(begin, covered_to));
        covered_to = std::max(covered_to, end);
    }
    return length;
}

double union_area(const std::vector<Rectangle>& rectangles) {
    struct Event {
        double at;
        Interval second;
        int times;
    };
    std::vector<Event> events;
    std::vector<double> ends;
    for (const auto& [first, second] : rectangles) {
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

} // namespace tangram::partition
