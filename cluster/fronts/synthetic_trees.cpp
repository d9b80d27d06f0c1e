#include "cluster/fronts/synthetic_trees.hpp"

#include "base/dice.hpp"
#include "base/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace tangram::fronts {

namespace {

double uniform(Dice& dice, double low, double high) {
    return low + (high - low) * dice.unit();
}

Index rounded(double number) {
    return static_cast<Index>(std::llround(number));
}

struct Size {
    Index pivots;
    Index order;
};

/// A front with at least one pivot, that contributes at least one and at most so many rows.
Size fitted(double pivots, double order, Index most_contributed) {
    const Index p = std::max<Index>(rounded(pivots), 1);
    return {p, p + std::clamp<Index>(rounded(order) - p, 1, most_contributed)};
}

double separator(double volume, Dice& dice) {
    return 1.1 * std::pow(volume, 2.0 / 3.0) * uniform(dice, 0.75, 1.3);
}

FrontId add_region(AssemblyTree& tree, double volume, Index parent_order, Dice& dice);

/// The two parts that a front of this order separates.
std::vector<FrontId> add_parts(AssemblyTree& tree, double volume, Index order, Dice& dice) {
    constexpr double leaf = 500;
    if (volume <= leaf) {
        return {};
    }
    const double share = uniform(dice, 0.35, 0.65);
    const FrontId first = add_region(tree, share * volume, order, dice);
    const FrontId second = add_region(tree, (1 - share) * volume, order, dice);
    return {first, second};
}

FrontId add_region(AssemblyTree& tree, double volume, Index parent_order, Dice& dice) {
    const double pivots = separator(volume, dice);
    const Size size = fitted(pivots, pivots * (1 + uniform(dice, 1, 2.6)), parent_order);
    std::vector<FrontId> parts = add_parts(tree, volume, size.order, dice);
    return add_front(tree, size.pivots, size.order, std::move(parts));
}

constexpr double chain_order = 900;
constexpr double most_of_order = 1.4;

FrontId add_branch(AssemblyTree& tree, Index depth, Index root_order, Dice& dice) {
    std::vector<Size> chain; // from the top, as a front must fit into its parent
    Index above = root_order;
    for (Index k = 0; k < depth; ++k) {
        const double order = chain_order * uniform(dice, 0.6, most_of_order);
        chain.push_back(fitted(order * uniform(dice, 0.1, 0.25), order, above));
        above = chain.back().order;
    }
    const FrontId first = add_region(tree, 1000 * uniform(dice, 0.6, 1.4), above, dice);
    const FrontId second = add_region(tree, 1000 * uniform(dice, 0.6, 1.4), above, dice);
    std::vector<FrontId> children{first, second};
    std::reverse(chain.begin(), chain.end());
    for (const auto& [pivots, order] : chain) {
        children = {add_front(tree, pivots, order, children)};
    }
    return children.front();
}

void require_between(std::string_view what, Index number, Index most) {
    if (number < 1 || number > most) {
        throw InvalidInput(fmt::format("{} must be 1 to {}, not {}", what, most, number));
    }
}

} // namespace

AssemblyTree nested_tree(Index volume, std::uint64_t seed) {
    require_between("nested: the volume", volume, most_volume);
    Dice dice(seed);
    AssemblyTree tree;
    const Index order = std::max<Index>(rounded(separator(static_cast<double>(volume), dice)), 1);
    add_front(tree, order, order, add_parts(tree, static_cast<double>(volume), order, dice));
    require_valid(tree);
    return tree;
}

AssemblyTree wide_tree(Index branches, Index depth, std::uint64_t seed) {
    require_between("wide: the number of branches", branches, most_branches);
    require_between("wide: the depth of branches", depth, most_branches);
    require_between("wide: branches times depth", branches * depth, 1'000'000);
    Dice dice(seed);
    AssemblyTree tree;
    const Index order = rounded(chain_order * most_of_order); // that of the largest front
    std::vector<FrontId> tops;
    for (Index branch = 0; branch < branches; ++branch) {
        tops.push_back(add_branch(tree, depth, order, dice));
    }
    add_front(tree, order, order, std::move(tops));
    require_valid(tree);
    return tree;
}

} // namespace tangram::fronts
