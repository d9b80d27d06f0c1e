#pragma once

/// Allocations without any order, for properties that must hold for all.

#include "partition/base/allocation.hpp"
#include "partition/refine/window.hpp"

#include <algorithm>
#include <random>

namespace tangram::partition::testing {

inline Allocation random_allocation(const Grid& grid, std::size_t processors, std::mt19937_64& random) {
    Allocation result{"random",   grid.rows, grid.columns, processors, std::vector<std::size_t>(grid.tiles()),
                      grid.layers};
    for (std::size_t& owner : result.owners) {
        owner = random() % processors;
    }
    return result;
}

/// Blocks of tiles whose owners are random: lines that few processors share.
inline Allocation random_blocks(const Grid& grid, std::size_t processors, std::size_t side, std::mt19937_64& random) {
    Allocation result = random_allocation(grid, processors, random);
    for (std::size_t i = 0; i < grid.rows; ++i) {
        for (std::size_t j = 0; j < grid.columns; ++j) {
            for (std::size_t k = 0; k < grid.layers; ++k) {
                result.owners[result.index(i, j, k)] = result.owner(i - i % side, j - j % side, k - k % side);
            }
        }
    }
    return result;
}

} // namespace tangram::partition::testing
