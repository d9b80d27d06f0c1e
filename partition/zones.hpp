#pragma once

/// Zones: the continuous picture of who computes what (seed 003, section 3.1).
///
/// The domain is the result matrix C as a rectangle of `height` x `width`; the
/// x axis runs along its rows i (downwards in drawings), the y axis along its
/// columns j, as in the paper's Algorithm 1. A zone is a union of few disjoint
/// rectangles and belongs to one processor - one memory node.
///
///     speeds --nrrp()--> Partition --rounded()--> Allocation

#include <cstddef>
#include <string>
#include <vector>

namespace tangram::partition {

struct Rectangle {
    double x0, x1; ///< rows, half-open
    double y0, y1; ///< columns, half-open

    [[nodiscard]] double height() const { return x1 - x0; }
    [[nodiscard]] double width() const { return y1 - y0; }
    [[nodiscard]] double area() const { return height() * width(); }
};

struct Zone {
    std::size_t processor = 0;
    std::vector<Rectangle> boxes; ///< disjoint; one, or two for an L
};

struct Partition {
    std::string algorithm;
    double height = 1;
    double width = 1;
    std::vector<Zone> zones; ///< zones[p].processor == p
};

} // namespace tangram::partition
