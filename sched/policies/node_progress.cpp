#include "sched/policies/node_progress.hpp"

#include <algorithm>
#include <utility>

namespace tangram::sched {

namespace {

/// How much faster a node may still become than it was: its first tiles may have come late, and later ones in time.
/// Simulated on 170 random nodes: with 1 some thieves take too much, with 1.5 they notice too late who lags.
constexpr double may_catch_up = 1.25;

} // namespace

NodeProgress::NodeProgress(std::vector<NodeSpeed> speeds) : speeds_(std::move(speeds)), handed_out_(speeds_.size()) {}

void NodeProgress::hand_out(Node node, double products) {
    if (speeds_.empty()) {
        return;
    }
    const NodeSpeed& speed = speeds_[node];
    handed_out_[node] += products;
    elapsed_ = std::max(elapsed_, handed_out_[node] / speed.products_per_second - speed.lead_seconds);
}

double NodeProgress::products_per_second(Node node) const {
    const double of_workers = speeds_[node].products_per_second;
    const double with_the_next = handed_out_[node] + 1;
    return elapsed_ > 0 ? std::min(of_workers, may_catch_up * with_the_next / elapsed_) : of_workers;
}

} // namespace tangram::sched
