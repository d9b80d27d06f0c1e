#pragma once

/// What the searches let a background processor leave to the others.

#include "partition/dissection/dissection.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>

namespace tangram::partition {

/// Boxes side by side along the low end of a rectangle's short axis, the first
/// in its corner, and what is left of the rectangle. That still reaches all
/// rows and columns: it costs as much as the whole, however many the boxes are.
struct Notches {
    static constexpr std::size_t most = Shape::most_boxes - 1;
    static constexpr std::size_t most_squares = most - 1;

    std::array<Box, most> boxes{};
    Shape around;

    [[nodiscard]] std::size_t count() const { return around.count - 1; }
};

/// Extents of the first box along the long axis of the whole by those across
/// (docs/algorithms.md, NRRP+ and its beam). Below 1 they would fit less often and cost
/// the same, since what is in the box may be cut along either axis.
inline constexpr std::array notch_aspects{1.0, 3.0 / 2, 2.0, 3.0};

/// `whole` without a box that takes this fraction of it and has this aspect,
/// and without squares that take those; nothing if they do not fit.
[[nodiscard]] std::optional<Notches> try_notches(const Box& whole, double fraction, double aspect,
                                                 std::span<const double> squares = {});

} // namespace tangram::partition
