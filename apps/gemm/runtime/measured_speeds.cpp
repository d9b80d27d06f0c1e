#include "apps/gemm/runtime/measured_speeds.hpp"

#include <algorithm>
#include <cmath>

namespace tangram::apps {

Speeds MeasuredSpeeds::corrected(Precision precision, const TileShape& shape,
                                 const std::vector<sched::MemoryNode>& nodes, Speeds modelled) const {
    const auto found = nodes_.find(key(precision, shape));
    if (found == nodes_.end()) {
        return modelled;
    }
    for (std::size_t node = 0; node < nodes.size(); ++node) {
        const double planned = found->second[node].planned;
        modelled.corrections.push_back(planned);
        modelled.flops_per_second[node] /= planned;
        for (const unsigned worker : nodes[node].workers) {
            modelled.task_seconds[worker] *= planned;
        }
    }
    return modelled;
}

void MeasuredSpeeds::add(Precision precision, const TileShape& shape,
                         const std::vector<std::optional<MeasuredTiles>>& by_node) {
    constexpr double most_weight = 100;
    constexpr double tolerated = 0.1;
    std::vector<Node>& nodes = nodes_[key(precision, shape)];
    nodes.resize(by_node.size());
    bool is_far = false;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        Node& node = nodes[n];
        if (by_node[n]) {
            const auto tiles = static_cast<double>(by_node[n]->tiles);
            const double measured = by_node[n]->ratio * node.planned;
            node.known = (node.weight * node.known + tiles * measured) / (node.weight + tiles);
            node.weight = std::min(most_weight, node.weight + tiles);
        }
        is_far = is_far || std::abs(node.known / node.planned - 1) > tolerated;
    }
    if (is_far) {
        for (Node& node : nodes) {
            node.planned = node.known;
        }
    }
}

} // namespace tangram::apps
