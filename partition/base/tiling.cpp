#include "partition/base/tiling.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace tangram::partition {

namespace {

/// A corner of a box, +1 or -1 as the box begins or ends there along an even number of axes or not.
struct SignedCorner {
    std::array<double, 3> point;
    int sign;
};

void append_corners(std::vector<SignedCorner>& corners, const Box& box, int sign) {
    for (const auto& [x, along_x] : {std::pair(box.x0, sign), std::pair(box.x1, -sign)}) {
        for (const auto& [y, along_y] : {std::pair(box.y0, along_x), std::pair(box.y1, -along_x)}) {
            for (const auto& [z, along_z] : {std::pair(box.z0, along_y), std::pair(box.z1, -along_y)}) {
                corners.push_back({{x, y, z}, along_z});
            }
        }
    }
}

} // namespace

/// The number of boxes that hold a point is the sum of the signs of all corners
/// that are nowhere above it. So the boxes are a tiling exactly if, corner by
/// corner, their signs add up to the domain's; and the first corner where they
/// do not, in lexicographic order, has one box too many (positive) or too few.
void require_tiling(const Partition& partition) {
    std::vector<SignedCorner> corners;
    append_corners(corners, {0, partition.height, 0, partition.width, 0, partition.depth.value_or(1)}, -1);
    for (const Zone& zone : partition.zones) {
        for (const Box& box : zone.boxes) {
            append_corners(corners, box, 1);
        }
    }
    std::sort(corners.begin(), corners.end(),
              [](const SignedCorner& a, const SignedCorner& b) { return a.point < b.point; });
    for (auto corner = corners.begin(); corner != corners.end();) {
        const auto [x, y, z] = corner->point;
        int sum = 0;
        for (const auto first = corner; corner != corners.end() && corner->point == first->point; ++corner) {
            sum += corner->sign;
        }
        if (sum != 0) {
            throw InvalidInput(fmt::format("the boxes {} at x = {}, y = {}{}: each point of the domain is in one box",
                                           sum > 0 ? "overlap" : "leave a gap", x, y,
                                           partition.is_3d() ? fmt::format(", z = {}", z) : ""));
        }
    }
}

} // namespace tangram::partition
