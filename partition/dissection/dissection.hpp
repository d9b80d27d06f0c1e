#pragma once

/// What the partitioners share that cut a rectangle into ever smaller ones.
///
/// Their recursions hand the finished zones to a sink, so that the same code
/// yields the zones (Shapes) or their cost alone (CostSum).

#include "partition/base/problem.hpp"
#include "partition/base/zones.hpp"
#include "partition/dissection/ascending.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tangram::partition {

enum class Axis { x, y };

inline Axis other(Axis axis) {
    return axis == Axis::x ? Axis::y : Axis::x;
}

inline double length(const Box& box, Axis axis) {
    return axis == Axis::x ? box.height() : box.width();
}

/// Sides that differ by rounding only count as equal, so that noise does not
/// decide how a square is cut: across its rows, for which docs/algorithms.md,
/// Measured ratios, has the figures of Precise.
inline Axis long_axis(const Box& box) {
    return box.width() > box.height() * (1 + 1e-9) ? Axis::y : Axis::x;
}

inline double long_side(const Box& box) {
    return length(box, long_axis(box));
}
inline double short_side(const Box& box) {
    return length(box, other(long_axis(box)));
}
inline double aspect(const Box& box) {
    return long_side(box) / short_side(box);
}

inline double half_perimeter(const Box& box) {
    return box.height() + box.width();
}

/// The part of `box` within `distance` of its low end along `axis`, and the
/// rest. Both get the very same double as their common edge.
inline std::pair<Box, Box> split(const Box& box, Axis axis, double distance) {
    if (axis == Axis::x) {
        const double x = box.x0 + distance;
        return {{box.x0, x, box.y0, box.y1}, {x, box.x1, box.y0, box.y1}};
    }
    const double y = box.y0 + distance;
    return {{box.x0, box.x1, box.y0, y}, {box.x0, box.x1, y, box.y1}};
}

/// `box` without a corner box at its low ends.
struct Corner {
    Box corner;
    Box beyond; ///< the corner along the long axis of the whole,
    Box beside; ///< and along the other
};

/// The corner box is `along` the long axis of `box` and `across` the other.
inline Corner split_corner(const Box& box, double along, double across) {
    const Axis axis = long_axis(box);
    const auto [band, beyond] = split(box, axis, along);
    const auto [corner, beside] = split(band, other(axis), across);
    return {corner, beyond, beside};
}

/// A zone of a dissection: a rectangle, an L of two, or one of a few around notches.
struct Shape {
    static constexpr std::size_t most_boxes = 5;
    std::array<Box, most_boxes> boxes{};
    std::size_t count = 0;
};

/// Sink that keeps the zones, by rank.
class Shapes {
  public:
    explicit Shapes(std::size_t ranks) : shapes_(ranks) {}

    void assign(std::size_t rank, const Shape& shape) { shapes_[rank] = shape; }
    void rectangle(std::size_t rank, const Box& box) { shapes_[rank] = {{box}, 1}; }
    void l_shape(std::size_t rank, const Box& /*outer*/, const Corner& corner) {
        shapes_[rank] = {{corner.beyond, corner.beside}, 2};
    }

    [[nodiscard]] std::span<Shape> all() { return shapes_; }

  private:
    std::vector<Shape> shapes_;
};

/// Sink that adds up the half-perimeters of the zones, each times the weight of its rank.
class CostSum {
  public:
    explicit CostSum(std::span<const double> weights) : weights_(weights) {}

    void rectangle(std::size_t rank, const Box& box) { sum_ += weights_[rank] * half_perimeter(box); }
    void l_shape(std::size_t rank, const Box& outer, const Corner& /*corner*/) { rectangle(rank, outer); }

    [[nodiscard]] double sum() const { return sum_; }

  private:
    std::span<const double> weights_;
    double sum_ = 0;
};

/// Ranks [first, last) of the ascending order and the rectangle they share.
struct Part {
    std::size_t first;
    std::size_t last;
    Box box;

    [[nodiscard]] std::size_t size() const { return last - first; }
    [[nodiscard]] std::size_t largest() const { return last - 1; }
};

/// Ways to cut a part in two. Lower ranks come to lie at the low ends: small
/// zones get small coordinates, hence precise ones.
class Cuts {
  public:
    explicit Cuts(const Ascending& order) : order_(&order) {}

    [[nodiscard]] const Ascending& order() const { return *order_; }

    /// What ranks [part.first, t) take of the part, in [0, 1].
    [[nodiscard]] double share(const Part& part, std::size_t t) const {
        return order_->fraction(part.first, t, part.last);
    }

    /// Width of ranks [part.first, t) as a slice of the part, whose short side counts as 1.
    [[nodiscard]] double width(const Part& part, std::size_t t) const { return share(part, t) * aspect(part.box); }

    [[nodiscard]] std::size_t balanced(const Part& part) const { return order_->balanced(part.first, part.last); }

    /// Guillotine: ranks before and from t on.
    [[nodiscard]] std::pair<Part, Part> cut(const Part& part, std::size_t t, Axis axis) const {
        const auto [low, high] = split(part.box, axis, share(part, t) * length(part.box, axis));
        return {{part.first, t, low}, {t, part.last, high}};
    }

    /// Guillotine across the long side.
    [[nodiscard]] std::pair<Part, Part> cut(const Part& part, std::size_t t) const {
        return cut(part, t, long_axis(part.box));
    }

    /// Gives the largest processor the L around a corner square; returns the
    /// square with the others in it.
    template <class Sink> [[nodiscard]] Part carve_corner(const Part& part, Sink& sink) const {
        const double side = std::sqrt(width(part, part.largest())) * short_side(part.box);
        const Corner corner = split_corner(part.box, side, side);
        sink.l_shape(part.largest(), part.box, corner);
        return {part.first, part.largest(), corner.corner};
    }

  private:
    const Ascending* order_;
};

/// The problem's weights in the order of the ranks.
[[nodiscard]] std::vector<double> weights_by_rank(const Problem& problem, const Ascending& order);

/// The whole domain as one part.
[[nodiscard]] Part whole(const Problem& problem);

/// The zones, one shape per rank, in the order of the processors.
[[nodiscard]] Partition to_partition(std::string algorithm, const Problem& problem, const Ascending& order,
                                     std::span<const Shape> shapes);

} // namespace tangram::partition
