#pragma once

#include <cstddef>
#include <functional>

namespace tangram::nodes {

/// The process that has tile (i, j) of a matrix.
using Owner = std::function<std::size_t(std::size_t i, std::size_t j)>;

/// Of the tiles of op(A), op(B) and C.
struct Owners {
    Owner a; ///< (i, k)
    Owner b; ///< (k, j)
    Owner c; ///< (i, j)
};

} // namespace tangram::nodes
