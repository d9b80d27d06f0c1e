#pragma once

/// What one process has of L and U when the factorisation is done.

#include "cluster/numerics/dense.hpp"
#include "cluster/solver/block.hpp"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tangram::numerics {

using fronts::FrontId;

/// Of a block of a front.
struct BlockFactors {
    Matrix pivots; ///< its pivots' rows, all columns of the front: L below the diagonal, U from it on
    Matrix rest;   ///< its other rows, the columns of the front's pivots: L
};

/// A pivot that is zero or as good as that (OrderedMatrix::least_pivots). Later ones may follow from it.
struct UnusablePivot {
    fronts::Index at = 0; ///< its row in the order of elimination
    std::string message;  ///< one line
};

struct Factors {
    /// By front, who has which rows: of fronts that the process is master of, has a block of, or had a part of a
    /// child's contribution block of.
    std::map<FrontId, std::vector<solver::Block>> deals;
    /// By front, and number of the block there: those of this process.
    std::map<FrontId, std::map<std::size_t, BlockFactors>> blocks;
    /// The first one here; the factors of all processes are of no use then.
    std::optional<UnusablePivot> unusable_pivot{};
};

} // namespace tangram::numerics
