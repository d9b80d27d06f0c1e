#include "cluster/solver/problem.hpp"

#include "cluster/fronts/front_costs.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace tangram::solver {

namespace {

/// Where the child's contributed rows stand among its parent's, both ascending.
std::vector<Index> places_among(std::span<const Index> rows, std::span<const Index> parent) {
    std::vector<Index> places;
    places.reserve(rows.size());
    auto place = parent.begin();
    for (const Index row : rows) {
        place = std::lower_bound(place, parent.end(), row);
        places.push_back(place - parent.begin());
    }
    return places;
}

std::vector<Index> spread(Index rows, Index parent_rows) {
    std::vector<Index> places;
    for (Index row = 0; row < rows; ++row) {
        places.push_back(row * parent_rows / rows);
    }
    return places;
}

} // namespace

Problem problem_of(fronts::AssemblyTree tree, fronts::Mapping mapping, const fronts::Elimination& elimination) {
    Problem problem{std::move(tree), std::move(mapping), {}};
    for (FrontId front = 0; front < problem.tree.fronts.size(); ++front) {
        const auto& [pivots, order, parent, children] = problem.tree.fronts[front];
        const auto contributed = elimination.rows_of(front).subspan(static_cast<std::size_t>(pivots));
        problem.parent_rows.push_back(parent ? places_among(contributed, elimination.rows_of(*parent))
                                             : std::vector<Index>{});
    }
    return problem;
}

Problem problem_of(fronts::AssemblyTree tree, fronts::Mapping mapping) {
    Problem problem{std::move(tree), std::move(mapping), {}};
    for (const Front& front : problem.tree.fronts) {
        problem.parent_rows.push_back(front.parent
                                          ? spread(front.contribution(), problem.tree.fronts[*front.parent].order)
                                          : std::vector<Index>{});
    }
    return problem;
}

Rows contributed_to(const Problem& problem, FrontId child, const Block& block) {
    const std::vector<Index>& rows = problem.parent_rows.at(child);
    const auto begin = std::lower_bound(rows.begin(), rows.end(), block.begin);
    const auto end = std::lower_bound(begin, rows.end(), block.end);
    return {begin - rows.begin(), end - rows.begin()};
}

std::int64_t master_load(const Problem& problem, FrontId front) {
    switch (problem.type(front)) {
    case fronts::FrontType::sequential: return fronts::front_flops(problem.tree.fronts[front]);
    case fronts::FrontType::parallel: return fronts::master_flops(problem.tree.fronts[front]);
    case fronts::FrontType::on_all: break;
    }
    return 0; // each process counts what it does, when the front starts
}

std::vector<exchange::Load> initial_loads(const Problem& problem) {
    std::vector<exchange::Load> loads(problem.mapping.processes);
    for (FrontId front = 0; front < problem.tree.fronts.size(); ++front) {
        if (problem.mapping.places[front].subtree || problem.tree.fronts[front].children.empty()) {
            loads.at(problem.mapping.places[front].process).flops += master_load(problem, front);
        }
    }
    return loads;
}

} // namespace tangram::solver
