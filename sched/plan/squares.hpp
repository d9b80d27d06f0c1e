#pragma once

/// Square zones, which need the fewest rows and columns for their tiles: what estimates take for ideal.

#include "sched/plan/planned_product.hpp"

#include <cmath>
#include <limits>

namespace tangram::sched {

/// Bytes of A and B for each tile of a square's side.
inline double bytes_of_side(const PlannedProduct& product) {
    return 2 * static_cast<double>(product.depth) * std::sqrt(product.tile_bytes.a * product.tile_bytes.b);
}

/// The tiles of the square that needs `all`: `of_side` for each tile of its side, and `of_tile` for each of its tiles,
/// one of which is not 0. Infinite for infinite `all`.
inline double tiles_of_square(double of_side, double of_tile, double all) {
    if (std::isinf(all)) {
        return std::numeric_limits<double>::infinity();
    }
    const double side = 2 * all / (of_side + std::sqrt(of_side * of_side + 4 * of_tile * all));
    return side * side;
}

} // namespace tangram::sched
