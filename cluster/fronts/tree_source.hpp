#pragma once

/// What users name as a tree: grid:300x300, wide:32,6, nested:1000000, or a matrix in a file.

#include "cluster/fronts/analysis.hpp"
#include "cluster/fronts/assembly_tree.hpp"
#include "cluster/fronts/sparse_matrix.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace tangram::fronts {

/// The matrix behind a tree, for those who factorise it.
struct Origin {
    SparseMatrix matrix;
    Elimination elimination;
};

struct SourcedTree {
    AssemblyTree tree;
    std::optional<Origin> origin; ///< synthetic trees have none
};

/// Those of trees with a matrix, and all, for help and errors.
inline constexpr std::string_view sources_of_matrices = "grid:AxB[xC][:POINTS], FILE.mtx";
inline constexpr std::string_view tree_sources =
    "grid:AxB[xC][:POINTS], wide[:BRANCHES,DEPTH], nested[:VOLUME], FILE.mtx";

inline constexpr Index default_volume = 1'000'000; ///< of nested
inline constexpr Index default_branches = 32;      ///< of wide
inline constexpr Index default_depth = 6;

/// seed: of values of grids and patterns, and of the shape of synthetic trees. Throws InvalidInput in one line if there
/// is no such source, or its numbers or its file are bad.
[[nodiscard]] SourcedTree tree_from(std::string_view source, std::uint64_t seed);

/// Whether that is a tree of a matrix, which does not depend on the seed.
[[nodiscard]] bool names_matrix(std::string_view source);

/// As tree_from(), of a matrix: with its origin. Throws InvalidInput for synthetic trees, too.
[[nodiscard]] SourcedTree tree_of_matrix_from(std::string_view source, std::uint64_t seed);

} // namespace tangram::fronts
