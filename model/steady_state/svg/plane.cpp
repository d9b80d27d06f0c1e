#include "model/steady_state/svg/plane.hpp"

#include <algorithm>
#include <cmath>

namespace tangram::model::steady_state::svg {

namespace {

/// Leaves of a stretch what lies between two lines across one axis.
void cut(Stretch& stretch, double start, double change, double low, double high) {
    if (change == 0) {
        stretch.last = start < low || start > high ? -1 : stretch.last;
        return;
    }
    const auto [enter, leave] = std::minmax({(low - start) / change, (high - start) / change});
    stretch.first = std::max(stretch.first, enter);
    stretch.last = std::min(stretch.last, leave);
}

} // namespace

double Segment::length() const {
    return std::hypot(to.x - from.x, to.y - from.y);
}

Spot Segment::at(double part) const {
    return {from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)};
}

double Segment::distance_to(Spot spot) const {
    const double along = (spot.x - from.x) * (to.x - from.x) + (spot.y - from.y) * (to.y - from.y);
    const double size = length();
    const Spot nearest = at(size > 0 ? std::clamp(along / (size * size), 0.0, 1.0) : 0);
    return Segment{spot, nearest}.length();
}

Spot Segment::right_hand() const {
    const double size = length();
    return size > 0 ? Spot{(from.y - to.y) / size, (to.x - from.x) / size} : Spot{1, 0};
}

Rectangle centred(Spot centre, Extent extent) {
    return {{centre.x - extent.width / 2, centre.y - extent.height / 2}, extent};
}

Spot middle(const Rectangle& rectangle) {
    return {rectangle.corner.x + rectangle.extent.width / 2, rectangle.corner.y + rectangle.extent.height / 2};
}

Rectangle grown(const Rectangle& rectangle, double margin) {
    return {{rectangle.corner.x - margin, rectangle.corner.y - margin},
            {rectangle.extent.width + 2 * margin, rectangle.extent.height + 2 * margin}};
}

Rectangle united(const Rectangle& one, const Rectangle& other) {
    const Spot corner{std::min(one.corner.x, other.corner.x), std::min(one.corner.y, other.corner.y)};
    return {corner,
            {std::max(one.right(), other.right()) - corner.x, std::max(one.bottom(), other.bottom()) - corner.y}};
}

double overlap(const Rectangle& one, const Rectangle& other) {
    const double width = std::min(one.right(), other.right()) - std::max(one.corner.x, other.corner.x);
    const double height = std::min(one.bottom(), other.bottom()) - std::max(one.corner.y, other.corner.y);
    return std::max(width, 0.0) * std::max(height, 0.0);
}

std::optional<Stretch> inside(const Segment& segment, const Rectangle& rectangle) {
    const auto& [from, to] = segment;
    Stretch stretch{0, 1};
    cut(stretch, from.x, to.x - from.x, rectangle.corner.x, rectangle.right());
    cut(stretch, from.y, to.y - from.y, rectangle.corner.y, rectangle.bottom());
    return stretch.first < stretch.last ? std::optional(stretch) : std::nullopt;
}

} // namespace tangram::model::steady_state::svg
