#pragma once

/// Boxes of a partition in three dimensions as the viewer of its picture sees them: where they lie, which hides which,
/// and which faces are free.

#include "partition/base/zones.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace tangram::partition::svg {

using Point = std::array<double, 3>; ///< along x, y and z
inline constexpr std::array<std::size_t, 3> axes{0, 1, 2};

/// A box in its place in the picture.
struct Solid {
    std::size_t processor;
    Point low;
    Point high;

    [[nodiscard]] double side(std::size_t axis) const { return high[axis] - low[axis]; }
};

/// On the page, y downwards.
struct Spot {
    double x, y;
};

/// Isometric: x goes down, y to the right towards the viewer, z to the right
/// away from the viewer.
[[nodiscard]] Spot projected(const Point& p);

/// Of the two faces across an axis, whether the one further along it is seen:
/// what is seen is least x (B's side, above), most y (A's, to the right) and
/// least z (C's, to the left).
inline constexpr std::array sees_high{false, true, false};

/// Zones moved away from the centre by a part of their distance to it. Zones
/// that a plane separates stay so, as it lies between their centres too.
[[nodiscard]] std::vector<Solid> moved_apart(const Partition& partition);

/// Back to front. Where boxes hide each other in a ring, the farthest comes first.
[[nodiscard]] std::vector<Solid> painters_order(const std::vector<Solid>& solids);

/// The corner of a solid's seen face across `axis`, at the low or high ends along its other two axes.
[[nodiscard]] Point corner_of(const Solid& solid, std::size_t axis, bool first_high, bool second_high);

/// The shorter side of a solid's face across `axis`.
[[nodiscard]] double space_on(const Solid& solid, std::size_t axis);

/// Whether the middle of a face can be seen, and a part around it for a number.
[[nodiscard]] bool has_free_middle(const Solid& solid, std::size_t axis, const std::vector<Solid>& solids);

} // namespace tangram::partition::svg
