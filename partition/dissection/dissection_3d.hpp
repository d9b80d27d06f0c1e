#pragma once

/// The recursion of 3D-NRRP, with the shape of its corners and the fate of its
/// zones left open. Internal to the library. docs/algorithms.md, 3D-NRRP's
/// thresholds, proves what the thresholds guarantee.

#include "partition/dissection/ascending.hpp"
#include "partition/dissection/cuboids.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace tangram::partition {

/// The axes from the longest side to the shortest. Sides that differ by rounding
/// only count as equal, and then the columns are cut before the rows and the
/// rows before the products: a cut through the products splits sums.
[[nodiscard]] inline std::array<std::size_t, 3> axes_by_length(const Cuboid& box) {
    std::array<std::size_t, 3> axes{1, 0, 2};
    const auto sort = [&](std::size_t& a, std::size_t& b) {
        if (box.side(b) > box.side(a) * (1 + 1e-9)) {
            std::swap(a, b);
        }
    };
    sort(axes[0], axes[1]);
    sort(axes[1], axes[2]);
    sort(axes[0], axes[1]);
    return axes;
}

/// Homothetic corner: the box on a smaller scale.
struct HomotheticCorner {
    [[nodiscard]] Sides operator()(const Cuboid& box, double volume) const {
        const double scale = std::cbrt(volume / box.volume());
        return {scale * box.side(0), scale * box.side(1), scale * box.side(2)};
    }
};

/// Flexible corner: a cube, or, for volumes for which that costs more, a prism
/// with a square base along the box's shortest side.
struct FlexibleCorner {
    [[nodiscard]] Sides operator()(const Cuboid& box, double volume) const {
        const std::size_t shortest = axes_by_length(box)[2];
        const double c = box.side(shortest);
        if (volume < c * c * c / 9) {
            const double side = std::cbrt(volume);
            return {side, side, side};
        }
        const double side = std::sqrt(volume / c);
        Sides sides{side, side, side};
        sides[shortest] = c;
        return sides;
    }
};

/// Guillotine: the processors before and from t on, along an axis.
[[nodiscard]] inline std::pair<Part3d, Part3d> cut(const Ascending& order, const Part3d& part, std::size_t axis,
                                                   std::size_t t) {
    const double length = order.fraction(part.first, t, part.last) * part.box.side(axis);
    const auto [low, high] = split(part.box, axis, part.box.low[axis] + length);
    return {{part.first, t, low}, {t, part.last, high}};
}

/// Shares a cuboid between the part's processors: cuts the longest side in
/// balance, or lets the largest processor leave a corner to the others if they
/// would get a slice thinner than a third of the second longest side. In
/// ascending order no balanced cut is thinner if that one is not (docs/algorithms.md,
/// 3D-NRRP's thresholds); in any other the result is still a dissection. The smaller lie at the low
/// end: small zones get small coordinates, hence precise ones.
///
/// `sink.takes(part)` says whether it deals with a part as a whole; it must for
/// a single processor. `sink.giant(rank, zone)` gets all other zones.
template <class Corner, class Sink>
void dissect(const Ascending& order, const Part3d& part, const Corner& corner, Sink& sink) {
    if (sink.takes(part)) {
        return;
    }
    const auto axes = axes_by_length(part.box);
    // Less by more than rounding, which must not make a giant of one of three equal processors.
    const double least = (1 - 1e-9) * part.box.side(axes[1]) / (3 * part.box.side(axes[0]));
    const double others = order.fraction(part.first, part.largest(), part.last);
    if (others >= least) {
        const auto [low, high] = cut(order, part, axes[0], order.balanced(part.first, part.last));
        dissect(order, low, corner, sink);
        dissect(order, high, corner, sink);
        return;
    }
    const Cuboid at_low_end = corner_of(part.box, corner(part.box, others * part.box.volume()));
    sink.giant(part.largest(), Carved{part.box, at_low_end});
    dissect(order, {part.first, part.largest(), at_low_end}, corner, sink);
}

} // namespace tangram::partition
