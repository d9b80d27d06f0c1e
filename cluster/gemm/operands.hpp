#pragma once

/// The tiles of A, B and C that one process of a plan owns.

#include "cluster/gemm/owned_tiles.hpp"
#include "cluster/nodes/node_plan.hpp"

#include <cstddef>
#include <cstdint>

namespace tangram::cluster {

/// Those of a process, by owner.
template <class T> [[nodiscard]] OwnedTiles<T> tiles_of(const TiledShape& shape, const nodes::Owner& owner,
                                                        std::size_t process, const Allocate& allocate = {}) {
    return {shape,
            [&](std::int64_t i, std::int64_t j) {
                return owner(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) == process;
            },
            allocate};
}

template <class T> [[nodiscard]] OwnedTiles<T> tiles_of_a(const nodes::NodeProblem& problem,
                                                          const nodes::NodePlan& plan, Transpose transpose,
                                                          std::size_t process, const Allocate& allocate = {}) {
    return tiles_of<T>({transpose, problem.rows(), problem.depth()}, plan.owners().a, process, allocate);
}

template <class T> [[nodiscard]] OwnedTiles<T> tiles_of_b(const nodes::NodeProblem& problem,
                                                          const nodes::NodePlan& plan, Transpose transpose,
                                                          std::size_t process, const Allocate& allocate = {}) {
    return tiles_of<T>({transpose, problem.depth(), problem.columns()}, plan.owners().b, process, allocate);
}

template <class T> [[nodiscard]] OwnedTiles<T> tiles_of_c(const nodes::NodeProblem& problem,
                                                          const nodes::NodePlan& plan, std::size_t process,
                                                          const Allocate& allocate = {}) {
    return tiles_of<T>({Transpose::no, problem.rows(), problem.columns()}, plan.owners().c, process, allocate);
}

/// None.
template <class T> [[nodiscard]] OwnedTiles<T> no_tiles(const TiledShape& shape) {
    return {shape, [](std::int64_t, std::int64_t) { return false; }};
}

} // namespace tangram::cluster
