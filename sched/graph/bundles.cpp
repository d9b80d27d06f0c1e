#include "sched/graph/bundles.hpp"

#include <algorithm>
#include <utility>

namespace tangram::sched::graph {

void Bundles::reserve(DataId data) {
    for (std::size_t node = nodes_.size(); node <= data; ++node) {
        nodes_.push_back({.parent = static_cast<DataId>(node)});
    }
}

DataId Bundles::find(DataId data) {
    while (nodes_[data].parent != data) {
        nodes_[data].parent = nodes_[nodes_[data].parent].parent;
        data = nodes_[data].parent;
    }
    return data;
}

void Bundles::join(DataId a, DataId b) {
    a = find(a);
    b = find(b);
    if (a == b) {
        return;
    }
    bundled_ += (nodes_[a].size == 1 ? 1 : 0) + (nodes_[b].size == 1 ? 1 : 0);
    if (nodes_[a].size < nodes_[b].size) {
        std::swap(a, b);
    }
    Node& root = nodes_[a];
    const Node& other = nodes_[b];
    root.size += other.size;
    root.number = std::min(root.number, other.number);
    nodes_[b].parent = a;
}

void Bundles::add(std::span<const Use> uses) {
    std::optional<DataId> first;
    for (const Use& use : uses) {
        if (!use.writes) {
            continue;
        }
        if (first) {
            reserve(std::max(*first, use.data));
            join(*first, use.data);
        } else {
            first = use.data;
        }
    }
}

std::optional<std::uint32_t> Bundles::bundle(DataId data) {
    if (data >= nodes_.size()) {
        return std::nullopt;
    }
    Node& root = nodes_[find(data)];
    if (root.size == 1 || 2 * std::size_t{root.size} > bundled_) {
        return std::nullopt;
    }
    if (root.number == unnumbered) {
        root.number = next_++;
    }
    return root.number;
}

} // namespace tangram::sched::graph
