#pragma once

/// Where the nodes of a graph lie in its picture, apart from their sizes.

#include "model/steady_state/svg/plane.hpp"

#include <cstddef>
#include <vector>

namespace tangram::model::steady_state::svg {

struct Edge {
    std::size_t from = 0;
    std::size_t to = 0;
    Extent room; ///< that its labels want between the nodes, across or along the page, px
};

/// By node, those that an edge joins it with. O(nodes + edges).
[[nodiscard]] std::vector<std::vector<std::size_t>> neighbours(std::size_t nodes, const std::vector<Edge>& edges);

/// In units of an edge's length, around the origin: nodes lie about as far apart as the shortest path between them is
/// long. Of what stress majorisation finds from several starts (Gansner, Koren and North 2004), that with the least
/// stress and crossings. Longest from left to right; node `leftmost` in the left half. Edges name two different nodes.
/// The same input gives the same spots. O(nodes^2 + edges^2), some thousand times.
[[nodiscard]] std::vector<Spot> arranged(std::size_t nodes, const std::vector<Edge>& edges, std::size_t leftmost);

} // namespace tangram::model::steady_state::svg
