#pragma once

/// Where labels lie beside the lines of a picture.

#include "model/steady_state/svg/plane.hpp"

#include <cstddef>
#include <vector>

namespace tangram::model::steady_state::svg {

struct Label {
    Segment line;
    std::size_t edge = 0; ///< what the line is drawn for
    double distance = 0;  ///< from the line, px
    Extent extent;
    bool may_be_left = false; ///< of the line, beside to the right of who follows it
};

struct Stroke {
    Segment line;
    std::size_t edge = 0; ///< what it is drawn for; both directions of a link are one edge
    double weight = 1;    ///< how bad it is to hide it
};

struct LabelPlaces {
    std::vector<Rectangle> places; ///< by label
    double faults = 0;             ///< 0: none hides a box, a label or a line, or seems to belong to another line
};

/// Places labels one after the other, those of short lines first, each where it hides least. O(labels x (labels +
/// boxes + strokes)).
[[nodiscard]] LabelPlaces label_places(const std::vector<Label>& labels, const std::vector<Rectangle>& boxes,
                                       const std::vector<Stroke>& strokes);

} // namespace tangram::model::steady_state::svg
