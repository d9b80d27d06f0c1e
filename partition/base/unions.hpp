#pragma once

/// How much intervals cover of a line, and rectangles of a plane, where several cover it counted once: the size of a
/// zone's projections.

#include <vector>

namespace tangram::partition {

struct Interval {
    double begin;
    double end;
};

/// The points of a plane whose coordinates are in both intervals.
struct Rectangle {
    Interval first;
    Interval second;
};

/// Length of the intervals' union. O(n log n).
[[nodiscard]] double union_length(std::vector<Interval> intervals);

/// Area of the rectangles' union: a sweep along `first` (Bentley, "Algorithms for Klee's rectangle problems", 1977).
/// O(n log n).
[[nodiscard]] double union_area(const std::vector<Rectangle>& rectangles);

} // namespace tangram::partition
