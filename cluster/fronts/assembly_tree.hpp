#pragma once

/// Assembly trees: the tasks of a multifrontal factorisation and their dependencies (Guermouche and L'Excellent 2005,
/// section 4.1). A front is a dense matrix of which the first pivots are eliminated. What remains of it, its
/// contribution block, is added into the parent's front.

#include "cluster/fronts/sparse_matrix.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tangram::fronts {

using FrontId = std::size_t;

struct Front {
    Index pivots; ///< eliminated here
    Index order;  ///< rows, and columns: those of the pivots first
    std::optional<FrontId> parent;
    std::vector<FrontId> children; ///< ascending

    /// Order of the contribution block, and rows that slaves may share.
    [[nodiscard]] Index contribution() const { return order - pivots; }
};

/// In postorder: the subtree of a front is the block of fronts that ends with it. Several roots are several trees, as a
/// matrix that falls into blocks has.
struct AssemblyTree {
    std::vector<Front> fronts;
};

/// Of a front: with it, costs of fronts are exact in 64 bits.
constexpr Index most_order = Index{1} << 20;

/// Adds a front above the given ones, which must be the roots of the latest trees, ascending. O(children).
FrontId add_front(AssemblyTree& tree, Index pivots, Index order, std::vector<FrontId> children);

/// By front: fronts of its subtree, itself included. So its subtree begins at front + 1 - size. O(fronts).
[[nodiscard]] std::vector<std::size_t> subtree_sizes(const AssemblyTree& tree);

/// Throws InvalidInput if there is no front, or if one has no pivot, fewer rows than pivots, more than most_order, more
/// contributed rows than its parent has rows, a parent but nothing to contribute or the other way round; if parents and
/// children disagree, the order is no postorder, or the flops of the tree (front_costs.hpp) exceed 2^62. O(fronts).
void require_valid(const AssemblyTree& tree);

} // namespace tangram::fronts
