#pragma once

/// Matrices of regular grids: model problems whose fill and work are known.

#include "cluster/fronts/sparse_matrix.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace tangram::fronts {

struct Grid {
    std::array<Index, 3> extent{1, 1, 1}; ///< points in each direction; x runs fastest
    int stencil = 5;                      ///< points of it: 5 or 9 in a plane, 7 or 27 in space
};

/// Of "AxB[xC][:POINTS]", as 300x300 or 40x40x40:27. Without POINTS: 5 in a plane, 7 in space. Throws InvalidInput if
/// it is none, or if its matrix would have 2^31 entries or more, which METIS does not take.
[[nodiscard]] Grid parse_grid(std::string_view text);

/// The matrix that couples each point with those in its stencil. The pattern is symmetric, the values are those of
/// draw_dominant_values. O(points).
[[nodiscard]] SparseMatrix grid_matrix(const Grid& grid, std::uint64_t seed);

} // namespace tangram::fronts
