#pragma once

/// Where the boxes of a graph's nodes lie in its picture.

#include "model/steady_state/svg/arrangement.hpp"

#include <vector>

namespace tangram::model::steady_state::svg {

/// The centres of boxes, from an arrangement in which an edge is to be `length` px long, so that no two boxes come
/// nearer than a gap and, where that is possible, edges have the room that they want and run through no third box.
/// O(boxes^2 + boxes x edges), some hundred times at most.
[[nodiscard]] std::vector<Spot> spread(const std::vector<Spot>& arrangement, const std::vector<Extent>& boxes,
                                       const std::vector<Edge>& edges, double length);

} // namespace tangram::model::steady_state::svg
