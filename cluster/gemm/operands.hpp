#pragma once

/// The tiles of A, B and C that one process of a plan owns.

#include "cluster/gemm/owned_tiles.hpp"
#include "cluster/nodes/node_plan.hpp"

#include <cstddef>
#include <cstdint>

namespace tangram::cluster {

template <class T> [[nodiscard]] OwnedTiles<T> tiles_of_a(const nodes::NodeProblem& problem,
                                                          const nodes::NodePlan& plan, Transpose transpose,
                                                          std::size_t process, const Allocate& allocate = {}) {
    return {{transpose, problem.rows(), problem.depth()},
            [&](std::int64_t i, std::int64_t k) {
                return plan.owner_of_a(static_cast<std::size_t>(i), static_cast<std::size_t>(k)) == process;
            },
            allocate};
}

template <class T> [[nodiscard]] OwnedTiles<T> tiles_of_b(const nodes::NodeProblem& problem,
                                                          const nodes::NodePlan& plan, Transpose transpose,
                                                          std::size_t process, const Allocate& allocate = {}) {
    return {{transpose, problem.depth(), problem.columns()},
            [&](std::int64_t k, std::int64_t j) {
                return plan.owner_of_b(static_cast<std::size_t>(k), static_cast<std::size_t>(j)) == process;
            },
            allocate};
}

template <class T> [[nodiscard]] OwnedTiles<T> tiles_of_c(const nodes::NodeProblem& problem,
                                                          const nodes::NodePlan& plan, std::size_t process,
                                                          const Allocate& allocate = {}) {
    return {{Transpose::no, problem.rows(), problem.columns()},
            [&](std::int64_t i, std::int64_t j) {
                return plan.owner_of_c(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) == process;
            },
            allocate};
}

/// None.
template <class T> [[nodiscard]] OwnedTiles<T> no_tiles(const TiledShape& shape) {
    return {shape, [](std::int64_t, std::int64_t) { return false; }};
}

} // namespace tangram::cluster
