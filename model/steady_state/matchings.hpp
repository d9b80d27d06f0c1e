#pragma once

/// The decomposition of a bipartite graph's weights into matchings: transfers under the one-port model into slots.

#include "model/steady_state/rational.hpp"

#include <cstddef>
#include <vector>

namespace tangram::model::steady_state {

/// A weight between a sender and a receiver.
struct Weight {
    std::size_t from;
    std::size_t to;
    Rational time;
};

/// Weights that are served at the same time, for `length`: no two have one sender or one receiver.
struct Matching {
    Rational length;
    std::vector<std::size_t> weights; ///< indices
};

/// Matchings which serve each weight for its time exactly; their lengths add up to the largest sum of the weights of
/// one sender or receiver, which no decomposition undercuts. At most (weights + 2 nodes) matchings. By repeated perfect
/// matchings of the graph made regular by dummies (Gonzalez and Sahni 1976). Times must be positive, and a pair of
/// sender and receiver occur once. O((weights + nodes)^2).
[[nodiscard]] std::vector<Matching> matchings(std::size_t nodes, const std::vector<Weight>& weights);

} // namespace tangram::model::steady_state
