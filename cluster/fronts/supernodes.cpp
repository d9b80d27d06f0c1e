#include "cluster/fronts/supernodes.hpp"

#include <cstddef>

namespace tangram::fronts {

namespace {

/// A column joins the one before if that is its only child, and has the same rows below (Liu, Ng and Peyton 1993).
std::vector<Supernode> fundamental_supernodes(const EliminationTree& tree) {
    const std::size_t size = tree.parent.size();
    std::vector<Index> children(size, 0);
    for (const Index parent : tree.parent) {
        if (parent >= 0) {
            ++children[parent];
        }
    }
    std::vector<Supernode> nodes;
    for (std::size_t k = 0; k < size; ++k) {
        const auto column = static_cast<Index>(k);
        if (children[k] == 1 && tree.counts[k - 1] == tree.counts[k] + 1) {
            ++nodes.back().pivots;
        } else {
            nodes.push_back({column, 1, tree.counts[k], 0});
        }
    }
    return nodes;
}

/// Whether the columns before it are a child of this one. They are if the last of them is.
bool has_child_before(const Supernode& node, const EliminationTree& tree) {
    const Index parent = node.first > 0 ? tree.parent[node.first - 1] : -1;
    return parent >= node.first && parent < node.first + node.pivots;
}

/// The child's columns get all rows of its parent, of which those of its contribution block are part.
Supernode merged(const Supernode& child, const Supernode& parent) {
    const Index new_rows = child.pivots + parent.order - child.order;
    return {child.first, child.pivots + parent.pivots, child.pivots + parent.order,
            child.zeros + parent.zeros + child.pivots * new_rows};
}

double zero_share(const Supernode& node) {
    const auto pivots = static_cast<double>(node.pivots);
    const auto order = static_cast<double>(node.order);
    return static_cast<double>(node.zeros) / (pivots * order - pivots * (pivots - 1) / 2);
}

bool may_become_one(const Supernode& child, const Supernode& parent, const Amalgamation& rule) {
    const Supernode node = merged(child, parent);
    const double share = zero_share(node);
    return node.pivots <= rule.columns[0] || node.zeros == child.zeros + parent.zeros ||
           (node.pivots <= rule.columns[1] && share < rule.zeros[0]) ||
           (node.pivots <= rule.columns[2] && share < rule.zeros[1]) || share < rule.zeros[2];
}

} // namespace

std::vector<Supernode> supernodes(const EliminationTree& tree, const Amalgamation& amalgamation) {
    std::vector<Supernode> nodes;
    for (Supernode node : fundamental_supernodes(tree)) {
        while (has_child_before(node, tree) && may_become_one(nodes.back(), node, amalgamation)) {
            node = merged(nodes.back(), node);
            nodes.pop_back();
        }
        nodes.push_back(node);
    }
    return nodes;
}

} // namespace tangram::fronts
