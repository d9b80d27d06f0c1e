#pragma once

/// Where the boxes of a graph lie that is too large to be arranged.

#include "model/steady_state/svg/arrangement.hpp"

#include <vector>

namespace tangram::model::steady_state::svg {

/// The centres of boxes that fill columns from left to right, in the order of their distance from one of them; those
/// that it does not reach come last. The picture is about square, no two boxes overlap. O(boxes + edges).
[[nodiscard]] std::vector<Spot> in_columns(const std::vector<Extent>& boxes, const std::vector<Edge>& edges,
                                           std::size_t first);

} // namespace tangram::model::steady_state::svg
