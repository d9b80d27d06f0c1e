#pragma once

#include "base/dice.hpp"
#include "cluster/fronts/assembly_tree.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace tangram::fronts::test {

/// Any shape: chains, stars, bushes.
inline AssemblyTree random_tree(Dice& dice, std::size_t fronts) {
    AssemblyTree tree;
    std::vector<FrontId> roots; // of trees so far
    const auto add = [&](std::size_t children, bool is_root) {
        const std::vector<FrontId> below(roots.end() - static_cast<std::ptrdiff_t>(children), roots.end());
        roots.resize(roots.size() - children);
        auto order = static_cast<Index>(2 + dice.below(300));
        for (const FrontId child : below) {
            order = std::max(order, tree.fronts[child].contribution());
        }
        const Index pivots = is_root ? order : static_cast<Index>(1 + dice.below(order - 1));
        roots.push_back(add_front(tree, pivots, order, below));
    };
    for (std::size_t front = 0; front + 1 < fronts; ++front) {
        add(dice.below(std::min<std::size_t>(roots.size(), 4) + 1), false);
    }
    add(roots.size(), true);
    return tree;
}

/// Several of them, beside each other.
inline AssemblyTree random_forest(Dice& dice, std::size_t trees, std::size_t fronts) {
    AssemblyTree forest;
    for (std::size_t k = 0; k < trees; ++k) {
        const AssemblyTree tree = random_tree(dice, fronts);
        const std::size_t offset = forest.fronts.size();
        for (const Front& front : tree.fronts) {
            std::vector<FrontId> children = front.children;
            std::for_each(children.begin(), children.end(), [&](FrontId& child) { child += offset; });
            add_front(forest, front.pivots, front.order, std::move(children));
        }
    }
    return forest;
}

} // namespace tangram::fronts::test
