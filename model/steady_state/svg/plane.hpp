#pragma once

/// The geometry of a picture. Lengths in px, y downwards.

#include <optional>

namespace tangram::model::steady_state::svg {

struct Spot {
    double x = 0;
    double y = 0;
};

struct Extent {
    double width = 0;
    double height = 0;
};

struct Rectangle {
    Spot corner; ///< the upper left one
    Extent extent;

    [[nodiscard]] double right() const { return corner.x + extent.width; }
    [[nodiscard]] double bottom() const { return corner.y + extent.height; }
};

struct Segment {
    Spot from;
    Spot to;

    [[nodiscard]] double length() const;
    /// The point at a part of the way: 0 is `from`, 1 is `to`.
    [[nodiscard]] Spot at(double part) const;
    [[nodiscard]] double distance_to(Spot spot) const;
    /// Of length 1, to the right of somebody who walks along; to the right of the page if the segment is a point.
    [[nodiscard]] Spot right_hand() const;
};

/// A part of a segment's way.
struct Stretch {
    double first; ///< 0 to 1
    double last;
};

[[nodiscard]] Rectangle centred(Spot centre, Extent extent);

[[nodiscard]] Spot middle(const Rectangle& rectangle);

/// With so much more on each side.
[[nodiscard]] Rectangle grown(const Rectangle& rectangle, double margin);

/// The least rectangle around both.
[[nodiscard]] Rectangle united(const Rectangle& one, const Rectangle& other);

/// The area of what they have in common.
[[nodiscard]] double overlap(const Rectangle& one, const Rectangle& other);

/// The segment's part inside the rectangle; nothing if it misses it. (Liang and Barsky 1984.)
[[nodiscard]] std::optional<Stretch> inside(const Segment& segment, const Rectangle& rectangle);

} // namespace tangram::model::steady_state::svg
