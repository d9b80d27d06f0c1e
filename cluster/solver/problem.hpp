#pragma once

/// What all processes of a factorisation know from the start.

#include "cluster/exchange/load.hpp"
#include "cluster/fronts/analysis.hpp"
#include "cluster/fronts/assembly_tree.hpp"
#include "cluster/fronts/mapping.hpp"
#include "cluster/solver/block.hpp"

#include <cstdint>
#include <vector>

namespace tangram::solver {

struct Problem {
    fronts::AssemblyTree tree;
    fronts::Mapping mapping;
    /// By front, of each row that it contributes, which row of its parent's front that is. Ascending.
    std::vector<std::vector<Index>> parent_rows;

    [[nodiscard]] int master(FrontId front) const { return static_cast<int>(mapping.places.at(front).process); }
    [[nodiscard]] fronts::FrontType type(FrontId front) const { return mapping.places.at(front).type; }
    [[nodiscard]] int processes() const { return static_cast<int>(mapping.processes); }
};

/// Of a matrix. O(rows of all fronts).
[[nodiscard]] Problem problem_of(fronts::AssemblyTree tree, fronts::Mapping mapping,
                                 const fronts::Elimination& elimination);

/// Of a synthetic tree, which has no matrix: a front's rows are spread evenly over its parent's. O(contributed rows).
[[nodiscard]] Problem problem_of(fronts::AssemblyTree tree, fronts::Mapping mapping);

/// Rows [begin, end).
struct Rows {
    Index begin = 0;
    Index end = 0;

    [[nodiscard]] Index count() const { return end - begin; }

    bool operator==(const Rows&) const = default;
};

/// Those of a child's contributed rows that lie in a block of its parent. O(log(rows)).
[[nodiscard]] Rows contributed_to(const Problem& problem, FrontId child, const Block& block);

/// Flops that a front adds to its master's load when it is ready: those that the master does in any case.
[[nodiscard]] std::int64_t master_load(const Problem& problem, FrontId front);

/// By process, the loads at the start: no memory, and the flops of its subtrees (Guermouche and L'Excellent 2005,
/// section 4.2.2) and of its other fronts that are ready. O(fronts).
[[nodiscard]] std::vector<exchange::Load> initial_loads(const Problem& problem);

} // namespace tangram::solver
