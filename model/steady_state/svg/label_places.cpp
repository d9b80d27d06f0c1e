#include "model/steady_state/svg/label_places.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>

namespace tangram::model::steady_state::svg {

namespace {

constexpr double label_gap = 3; // around a label, px

/// Two places that touch the line's side, which is 1 on the right and -1 on the left: square to a part of its way,
/// and level with that, which fits between boxes that are above and below each other.
std::array<Rectangle, 2> places_beside(const Label& label, double part, double side) {
    const Spot right = label.line.right_hand();
    const double across = std::abs(right.x) * label.extent.width;
    const double along = std::abs(right.y) * label.extent.height;
    const double reach = side * (label.distance + (across + along) / 2);
    const Spot spot = label.line.at(part);
    const Rectangle square = centred({spot.x + reach * right.x, spot.y + reach * right.y}, label.extent);
    const bool is_steep = across > along;
    return {square, is_steep ? centred({spot.x + reach / right.x, spot.y}, label.extent) : square};
}

/// Whether a label seems to belong to a line rather than to its own.
bool is_misleading(const Label& label, const Rectangle& place, const Segment& line) {
    return inside(line, grown(place, 3 * label_gap)) ||
           line.distance_to(middle(place)) < label.line.distance_to(middle(place));
}

/// What a label would hide there, text or lines, and the lines that it would mislead about.
double faults_of(const Label& label, const Rectangle& place, const std::vector<Rectangle>& boxes,
                 const std::vector<Stroke>& strokes) {
    constexpr double of_area = 10; // hidden text is worse than any number of lines
    constexpr double of_misleading = 0.5;
    double faults = 0;
    for (const Rectangle& box : boxes) {
        faults += of_area * overlap(grown(place, label_gap), box);
    }
    for (const auto& [line, edge, weight] : strokes) {
        if (inside(line, place)) {
            faults += weight;
        } else if (edge != label.edge && is_misleading(label, place, line)) {
            faults += of_misleading * weight;
        }
    }
    return faults;
}

} // namespace

LabelPlaces label_places(const std::vector<Label>& labels, const std::vector<Rectangle>& boxes,
                         const std::vector<Stroke>& strokes) {
    std::vector<std::size_t> order(labels.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t one, std::size_t other) {
        return labels[one].line.length() < labels[other].line.length();
    });
    LabelPlaces result{std::vector<Rectangle>(labels.size())};
    std::vector<Rectangle> taken = boxes;
    for (const std::size_t at : order) {
        double least = std::numeric_limits<double>::infinity();
        for (const double part : {0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82}) {
            for (const double side : {1.0, -1.0}) {
                for (const Rectangle& place : places_beside(labels[at], part, side)) {
                    const double faults = faults_of(labels[at], place, taken, strokes);
                    if (faults < least && (side > 0 || labels[at].may_be_left)) {
                        least = faults;
                        result.places[at] = place;
                    }
                }
            }
        }
        taken.push_back(result.places[at]);
        result.faults += least;
    }
    return result;
}

} // namespace tangram::model::steady_state::svg
