#pragma once

/// Small problems that can be worked by hand, and random ones.

#include "base/dice.hpp"
#include "cluster/fronts/mapping.hpp"
#include "cluster/solver/options.hpp"
#include "cluster/solver/problem.hpp"
#include "tests/cluster/fronts/random_trees.hpp"

#include <utility>

namespace tangram::solver::test {

using fronts::FrontType;

/// Two leaves on two processes, under a root that the first one eliminates.
inline Problem two_leaves() {
    fronts::AssemblyTree tree;
    add_front(tree, 2, 5, {});
    add_front(tree, 3, 5, {});
    add_front(tree, 6, 6, {0, 1});
    return problem_of(std::move(tree), {2,
                                        {{FrontType::sequential, 0, FrontId{0}},
                                         {FrontType::sequential, 1, FrontId{1}},
                                         {FrontType::sequential, 0, {}}}});
}

/// A chain of three fronts on three processes, one of each type: a leaf on process 0, a front whose master is process
/// 1, and a root that process 2 starts.
inline Problem three_types() {
    fronts::AssemblyTree tree;
    add_front(tree, 4, 8, {});
    add_front(tree, 4, 10, {0});
    add_front(tree, 12, 12, {1});
    return problem_of(
        std::move(tree),
        {3, {{FrontType::sequential, 0, FrontId{0}}, {FrontType::parallel, 1, {}}, {FrontType::on_all, 2, {}}}});
}

/// Of 1 to 8 processes. Many fronts are of type 2.
inline Problem random_problem(Dice& dice) {
    fronts::AssemblyTree tree = fronts::test::random_forest(dice, 1 + dice.below(2), 10 + dice.below(30));
    fronts::MappingOptions mapping;
    mapping.subtree_share = 0.1 + 0.3 * dice.unit();
    mapping.parallel_rows = static_cast<Index>(1 + dice.below(40));
    mapping.root_order = static_cast<Index>(1 + dice.below(200));
    fronts::Mapping mapped = fronts::mapped(tree, 1 + dice.below(8), mapping);
    return problem_of(std::move(tree), std::move(mapped));
}

inline Options random_options(Dice& dice) {
    Options options;
    options.limits.most_slaves = static_cast<int>(1 + dice.below(8));
    options.limits.least_rows = static_cast<Index>(1 + dice.below(20));
    options.panel_rows = static_cast<Index>(1 + dice.below(100));
    options.no_more_master = dice.below(2) == 0;
    if (dice.below(2) == 0) {
        const auto below = [&](std::uint64_t count) { return static_cast<std::int64_t>(dice.below(count)); };
        options.threshold = exchange::Load{below(20'000), below(1'000'000)};
    }
    return options;
}

} // namespace tangram::solver::test
