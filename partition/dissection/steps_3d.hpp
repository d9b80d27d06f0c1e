#pragma once

/// What one step of a dissection may do to a cuboid: the choices among which
/// 3D-NRRP+ searches (docs/algorithms.md, 3D-NRRP+). Internal to the library.

#include "partition/dissection/ascending.hpp"
#include "partition/dissection/cuboids.hpp"
#include "partition/dissection/dissection_3d.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace tangram::partition {

/// Leaves two parts, or one in a corner of the largest processor's zone.
struct Step3d {
    Part3d low;
    std::optional<Part3d> high = {};
    std::optional<Carved> giant = {};
};

/// Parts longer than this are not worth a look, unless the domain itself is.
constexpr double max_part_aspect = 6;

/// Corners of any volume, as ratios of their sides.
constexpr std::array<Sides, 7> corner_shapes{
    {{1, 1, 1}, {1, 1, 2}, {1, 2, 1}, {2, 1, 1}, {1, 1, 3}, {1, 3, 1}, {3, 1, 1}}};
/// Bases of corners that span the box along an axis.
constexpr std::array prism_aspects{1.0, 2.0, 1.0 / 2, 3.0 / 2, 2.0 / 3};

[[nodiscard]] inline double aspect(const Cuboid& box) {
    const auto [least, most] = std::minmax({box.side(0), box.side(1), box.side(2)});
    return most / least;
}

/// Guillotine cuts along every axis, the longest first.
template <class Visit> void for_each_cut(const Ascending& order, const Part3d& part, Visit& visit) {
    const double max_aspect = std::max(max_part_aspect, aspect(part.box));
    const std::vector<std::size_t> ranks = order.cut_ranks(part.first, part.last);
    for (std::size_t axis : axes_by_length(part.box)) {
        for (std::size_t t : ranks) {
            const auto [low, high] = cut(order, part, axis, t);
            // A slice too thin for a double has an infinite aspect, or none.
            if (aspect(low.box) <= max_aspect && aspect(high.box) <= max_aspect) {
                visit(Step3d{low, high, {}});
            }
        }
    }
}

/// Whether something of the box remains beyond the corner, which is not empty either.
[[nodiscard]] inline bool is_proper_corner(const Cuboid& corner, const Cuboid& box) {
    bool leaves_something = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (corner.low[axis] >= corner.high[axis]) {
            return false;
        }
        leaves_something = leaves_something || corner.high[axis] < box.high[axis];
    }
    return leaves_something;
}

/// Corners that the largest processor may leave to the others, prisms along the
/// shortest side before those along longer ones.
template <class Visit> void for_each_corner(const Ascending& order, const Part3d& part, Visit& visit) {
    const auto visit_if_fits = [&](const Sides& sides) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (sides[axis] > part.box.side(axis)) {
                return;
            }
        }
        const Cuboid corner = corner_of(part.box, sides);
        if (is_proper_corner(corner, part.box)) {
            visit(Step3d{{part.first, part.largest(), corner}, {}, Carved{part.box, corner}});
        }
    };
    const double volume = order.fraction(part.first, part.largest(), part.last) * part.box.volume();
    for (const Sides& shape : corner_shapes) {
        const double scale = std::cbrt(volume / (shape[0] * shape[1] * shape[2]));
        visit_if_fits({scale * shape[0], scale * shape[1], scale * shape[2]});
    }
    auto axes = axes_by_length(part.box);
    std::reverse(axes.begin(), axes.end());
    for (std::size_t axis : axes) {
        for (double base_aspect : prism_aspects) {
            const double base = volume / part.box.side(axis);
            Sides sides = part.box.sides();
            sides[next_axis(axis)] = std::sqrt(base * base_aspect);
            sides[previous_axis(axis)] = std::sqrt(base / base_aspect);
            visit_if_fits(sides);
        }
    }
}

} // namespace tangram::partition
