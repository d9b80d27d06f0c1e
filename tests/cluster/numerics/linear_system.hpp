#pragma once

/// Matrices with all that processes need to know to factorise them together.

#include "base/dice.hpp"
#include "cluster/fronts/analysis.hpp"
#include "cluster/fronts/grid.hpp"
#include "cluster/fronts/mapping.hpp"
#include "cluster/numerics/ordered_matrix.hpp"
#include "cluster/solver/options.hpp"
#include "cluster/solver/problem.hpp"
#include "tests/cluster/fronts/pattern_matrices.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace tangram::numerics::test {

struct LinearSystem {
    fronts::SparseMatrix matrix;
    fronts::Elimination elimination;
    OrderedMatrix ordered;
    solver::Problem problem;
};

inline LinearSystem linear_system(fronts::SparseMatrix matrix, const fronts::Analysis& analysis,
                                  fronts::Mapping mapping) {
    OrderedMatrix ordered(matrix, analysis.elimination.permutation);
    solver::Problem problem = solver::problem_of(analysis.tree, std::move(mapping), analysis.elimination);
    return {std::move(matrix), analysis.elimination, std::move(ordered), std::move(problem)};
}

/// With few fronts or many.
inline fronts::Analysis random_analysis(Dice& dice, const fronts::SparseMatrix& matrix) {
    return dice.below(2) == 0 ? fronts::analyse(matrix) : fronts::analyse(matrix, fronts::no_amalgamation);
}

/// Of all types of fronts, where there are as many rows: small matrices have small fronts.
inline fronts::MappingOptions random_mapping_options(Dice& dice) {
    fronts::MappingOptions options;
    options.subtree_share = 0.05 + 0.3 * dice.unit();
    options.parallel_rows = static_cast<Index>(1 + dice.below(10));
    options.root_order = static_cast<Index>(1 + dice.below(30));
    return options;
}

inline LinearSystem random_system(Dice& dice, fronts::SparseMatrix matrix) {
    const fronts::Analysis analysis = random_analysis(dice, matrix);
    fronts::Mapping mapping = fronts::mapped(analysis.tree, 1 + dice.below(8), random_mapping_options(dice));
    return linear_system(std::move(matrix), analysis, std::move(mapping));
}

/// The same, but fronts above the subtrees are of any type, with any master: those on all processes may have parents.
inline LinearSystem system_of_any_types(Dice& dice, fronts::SparseMatrix matrix) {
    using enum fronts::FrontType;
    const fronts::Analysis analysis = random_analysis(dice, matrix);
    fronts::Mapping mapping = fronts::mapped(analysis.tree, 2 + dice.below(7), random_mapping_options(dice));
    for (fronts::FrontId front = 0; front < mapping.places.size(); ++front) {
        fronts::Place& place = mapping.places[front];
        if (!place.subtree) {
            const bool may_be_parallel = analysis.tree.fronts[front].contribution() > 0;
            const std::vector<fronts::FrontType> types{sequential, on_all, may_be_parallel ? parallel : on_all};
            place = {types[dice.below(types.size())], dice.below(mapping.processes), {}};
        }
    }
    return linear_system(std::move(matrix), analysis, std::move(mapping));
}

/// Blocks and panels of a few rows.
inline solver::Options random_options(Dice& dice) {
    solver::Options options;
    options.limits.most_slaves = static_cast<int>(1 + dice.below(8));
    options.limits.least_rows = static_cast<Index>(1 + dice.below(6));
    options.panel_rows = static_cast<Index>(1 + dice.below(20));
    options.no_more_master = dice.below(2) == 0;
    if (dice.below(2) == 0) {
        const auto part = [&dice] { return dice.below(4) == 0 ? 0 : static_cast<std::int64_t>(dice.below(10'000)); };
        options.threshold = exchange::Load{part(), part()};
    }
    return options;
}

inline fronts::SparseMatrix random_values(fronts::SparseMatrix pattern, std::uint64_t seed) {
    fronts::draw_dominant_values(pattern, seed);
    return pattern;
}

/// The Laplacian of a grid whose borders are closed: constant vectors become zero.
inline fronts::SparseMatrix singular_laplacian(const char* grid) {
    fronts::SparseMatrix matrix = fronts::grid_matrix(fronts::parse_grid(grid), 1);
    for (Index column = 0; column < matrix.size; ++column) {
        const Index end = matrix.column_begin[column + 1];
        for (Index k = matrix.column_begin[column]; k < end; ++k) {
            matrix.values[k] =
                matrix.rows[k] == column ? static_cast<double>(end - matrix.column_begin[column] - 1) : -1;
        }
    }
    return matrix;
}

/// Of [-1, 1].
inline std::vector<double> random_vector(Dice& dice, Index size) {
    std::vector<double> values(size);
    for (double& value : values) {
        value = 2 * dice.unit() - 1;
    }
    return values;
}

} // namespace tangram::numerics::test
