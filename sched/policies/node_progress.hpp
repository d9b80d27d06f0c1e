#pragma once

/// How fast nodes really are in a product, by what they have done of it so far. A node whose tiles come late is slower
/// than its workers: what remains for it takes longer, and is worth stealing earlier.
///
/// No clock is asked: a decision depends on nothing but the order of events. Nobody computes faster than its workers
/// can, so that the time that has passed is at least
///
///     elapsed = max over nodes of (products handed out / products per second - lead)
///
/// and in that time a node did no more than what was handed out to it. (The lead is the time for what workers hold in
/// advance.) Where the speeds themselves are wrong, the time is, too, and nodes still compare as they should.
///
/// Not in Eyraud-Dubois and Lambert (2018).

#include "sched/base/node_speed.hpp"
#include "sched/base/task.hpp"

#include <vector>

namespace tangram::sched {

class NodeProgress {
  public:
    /// speeds: by node, of their workers; empty: unknown, then only hand_out() may be called.
    explicit NodeProgress(std::vector<NodeSpeed> speeds);

    [[nodiscard]] const std::vector<NodeSpeed>& speeds() const { return speeds_; }

    /// Work was handed out to the node, in products of full tiles. O(1).
    void hand_out(Node node, double products);

    /// Products per second of a node that has had work all the time: those of its workers, or fewer if it lags clearly
    /// behind what others have done; positive. O(1).
    [[nodiscard]] double products_per_second(Node node) const;

  private:
    std::vector<NodeSpeed> speeds_;
    std::vector<double> handed_out_;
    double elapsed_ = 0; ///< seconds, at least
};

} // namespace tangram::sched
