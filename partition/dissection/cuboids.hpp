#pragma once

/// What the three-dimensional partitioners cut and carve: cuboids whose axes
/// have numbers, so that an algorithm need not be written once per axis.
/// Internal to the library; callers see the boxes of zones.hpp.

#include "partition/base/problem.hpp"
#include "partition/base/zones.hpp"
#include "partition/dissection/ascending.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tangram::partition {

/// Lengths along x, y and z.
using Sides = std::array<double, 3>;

/// The two other axes.
constexpr std::size_t next_axis(std::size_t axis) {
    return axis == 2 ? 0 : axis + 1;
}
constexpr std::size_t previous_axis(std::size_t axis) {
    return axis == 0 ? 2 : axis - 1;
}

struct Cuboid {
    std::array<double, 3> low;
    std::array<double, 3> high;

    [[nodiscard]] double side(std::size_t axis) const { return high[axis] - low[axis]; }
    [[nodiscard]] Sides sides() const { return {side(0), side(1), side(2)}; }
    [[nodiscard]] double volume() const { return side(0) * side(1) * side(2); }

    /// Area of the projection along `axis`.
    [[nodiscard]] double face(std::size_t axis) const { return side(next_axis(axis)) * side(previous_axis(axis)); }
    [[nodiscard]] double half_surface() const { return face(0) + face(1) + face(2); }
};

/// The parts of `box` below and above a plane. Both get the very same double as
/// their common edge.
[[nodiscard]] inline std::pair<Cuboid, Cuboid> split(const Cuboid& box, std::size_t axis, double at) {
    std::pair halves{box, box};
    halves.first.high[axis] = at;
    halves.second.low[axis] = at;
    return halves;
}

/// The cuboid of these sides at the low end of `box`; a side as long as the
/// box's spans it, to the very same double.
[[nodiscard]] inline Cuboid corner_of(const Cuboid& box, const Sides& sides) {
    Cuboid corner = box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (sides[axis] < box.side(axis)) {
            corner.high[axis] = box.low[axis] + sides[axis];
        }
    }
    return corner;
}

/// A zone of these partitioners: a cuboid, whole or without a corner of it.
struct Carved {
    Cuboid box = {};
    std::optional<Cuboid> corner = {};

    /// A corner that spans the box along an axis is missing from the projection along it.
    [[nodiscard]] double half_surface() const {
        double sum = box.half_surface();
        for (std::size_t axis = 0; corner && axis < 3; ++axis) {
            if (corner->high[axis] == box.high[axis]) {
                sum -= corner->face(axis);
            }
        }
        return sum;
    }
};

/// Processors [first, last) of an order and the cuboid they share.
struct Part3d {
    std::size_t first;
    std::size_t last;
    Cuboid box;

    [[nodiscard]] std::size_t size() const { return last - first; }
    [[nodiscard]] std::size_t largest() const { return last - 1; }
};

/// The domain on which the problem is one with a C factor of 1, in a unit in
/// which no side exceeds 2: with the depth divided by the C factor f,
/// dx*dz + dy*dz + f*dx*dy = f * (dx*dz/f + dy*dz/f + dx*dy).
[[nodiscard]] Cuboid unweighted_domain(const Problem& problem);

/// The partition of the problem's own domain made of these zones of
/// unweighted_domain(), one per rank of the order. Common edges remain identical
/// doubles, and the last ones are the domain's. O(k).
[[nodiscard]] Partition to_partition(std::string name, const Problem& problem, const Ascending& order,
                                     std::span<const Carved> zones);

} // namespace tangram::partition
