#include "cluster/fronts/assembly_tree.hpp"

#include "base/error.hpp"
#include "cluster/fronts/front_costs.hpp"

#include <fmt/format.h>

#include <utility>

namespace tangram::fronts {

namespace {

void require_sizes(const AssemblyTree& tree, FrontId id) {
    const Front& front = tree.fronts[id];
    if (front.pivots < 1 || front.order < front.pivots || front.order > most_order) {
        throw InvalidInput(fmt::format("front {}: {} pivots of {} rows; at least 1 pivot, at most as many as rows, and "
                                       "at most {} rows are allowed",
                                       id, front.pivots, front.order, most_order));
    }
    if (front.parent.has_value() != (front.contribution() > 0)) {
        throw InvalidInput(fmt::format("front {}: contributes {} rows, and has {}; a parent is there if there is "
                                       "something to contribute",
                                       id, front.contribution(), front.parent ? "a parent" : "no parent"));
    }
}

/// Fronts of it, the front itself included. sizes: of the subtrees of the fronts before.
std::size_t subtree_size(const Front& front, const std::vector<std::size_t>& sizes) {
    std::size_t size = 1;
    for (const FrontId child : front.children) {
        size += sizes[child];
    }
    return size;
}

/// The subtrees of a front's children lie before it without gaps. sizes: of the subtrees of the fronts before.
void require_postorder(const AssemblyTree& tree, FrontId id, const std::vector<std::size_t>& sizes) {
    std::size_t end = id;
    const std::vector<FrontId>& children = tree.fronts[id].children;
    for (std::size_t k = children.size(); k > 0; --k) {
        const FrontId child = children[k - 1];
        if (end == 0 || child != end - 1 || tree.fronts[child].parent != id) {
            throw InvalidInput(fmt::format("front {}: child {} is not in postorder, or has another parent", id, child));
        }
        if (tree.fronts[child].contribution() > tree.fronts[id].order) {
            throw InvalidInput(fmt::format("front {}: contributes {} rows to the {} of its parent, front {}", child,
                                           tree.fronts[child].contribution(), tree.fronts[id].order, id));
        }
        end -= sizes[child];
    }
}

/// Each parent that is named names its child: as many fronts are named as parents as there are children.
void require_parents(const AssemblyTree& tree) {
    std::size_t with_parent = 0;
    std::size_t children = 0;
    for (const Front& front : tree.fronts) {
        with_parent += front.parent ? 1 : 0;
        children += front.children.size();
    }
    if (with_parent != children) {
        throw InvalidInput(
            fmt::format("assembly tree: {} fronts have parents, but {} are children", with_parent, children));
    }
}

} // namespace

FrontId add_front(AssemblyTree& tree, Index pivots, Index order, std::vector<FrontId> children) {
    const FrontId id = tree.fronts.size();
    for (const FrontId child : children) {
        tree.fronts[child].parent = id;
    }
    tree.fronts.push_back({pivots, order, std::nullopt, std::move(children)});
    return id;
}

std::vector<std::size_t> subtree_sizes(const AssemblyTree& tree) {
    std::vector<std::size_t> sizes;
    sizes.reserve(tree.fronts.size());
    for (const Front& front : tree.fronts) {
        sizes.push_back(subtree_size(front, sizes));
    }
    return sizes;
}

void require_valid(const AssemblyTree& tree) {
    if (tree.fronts.empty()) {
        throw InvalidInput("the assembly tree has no front");
    }
    double flops = 0;
    std::vector<std::size_t> sizes;
    for (FrontId id = 0; id < tree.fronts.size(); ++id) {
        require_sizes(tree, id);
        require_postorder(tree, id, sizes);
        sizes.push_back(subtree_size(tree.fronts[id], sizes));
        flops += static_cast<double>(front_flops(tree.fronts[id]));
    }
    require_parents(tree);
    if (flops > 0x1p62) {
        throw InvalidInput(fmt::format("assembly tree: {:.1e} flops; at most 2^62, 4.6e18, are allowed", flops));
    }
}

} // namespace tangram::fronts
