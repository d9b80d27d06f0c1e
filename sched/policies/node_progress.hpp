#pragma once

/// How fast nodes really are in a product, by what they have done of it so far. A node whose tiles come late is slower
/// than its workers: what remains for it takes longer, and is worth stealing earlier.
///
/// No clock is asked: a decision depends on nothing but the order of events. Nobody computes faster than the workers
/// can, so that the time that has passed is at least
///
///     elapsed = max over nodes of (products handed out / products per second - lead)
///
/// and what was handed out to a node by then is at least what it has done. (The lead is the time for those that workers
/// hold in advance.)
///
/// Not in Eyraud-Dubois and Lambert (2018).

#include "sched/base/node_speed.hpp"
#include "sched/base/task.hpp"

#include <cstddef>
#include <vector>

namespace tangram::sched {

class NodeProgress {
  public:
    /// speeds: by node, of their workers; empty: unknown, then only hand_out() may be called.
    explicit NodeProgress(std::vector<NodeSpeed> speeds);

    /// A product was handed out to the node. O(1).
    void hand_out(Node node);

    /// Products per second of the node: those of its workers, or fewer if it lags clearly behind what others have done.
    /// O(1).
    [[nodiscard]] double products_per_second(Node node) const;

  private:
    std::vector<NodeSpeed> speeds_;
    std::vector<std::size_t> handed_out_;
    double elapsed_ = 0; ///< seconds, at least
};

} // namespace tangram::sched
