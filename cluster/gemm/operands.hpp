#pragma once

/// The tiles of A, B and C that one process of a plan owns.

#include "cluster/gemm/owned_tiles.hpp"
#include "cluster/nodes/node_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>

namespace tangram::cluster {

/// The process that has tile (i, j) of a matrix.
using Owner = std::function<std::size_t(std::size_t i, std::size_t j)>;

[[nodiscard]] inline Owner owner_of_a(const nodes::NodePlan& plan) {
    return [&plan](std::size_t i, std::size_t k) { return plan.owner_of_a(i, k); };
}
[[nodiscard]] inline Owner owner_of_b(const nodes::NodePlan& plan) {
    return [&plan](std::size_t k, std::size_t j) { return plan.owner_of_b(k, j); };
}
[[nodiscard]] inline Owner owner_of_c(const nodes::NodePlan& plan) {
    return [&plan](std::size_t i, std::size_t j) { return plan.owner_of_c(i, j); };
}

/// Those of a process, by owner.
template <class T> [[nodiscard]] OwnedTiles<T> tiles_of(const TiledShape& shape, const Owner& owner,
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
    return tiles_of<T>({transpose, problem.rows(), problem.depth()}, owner_of_a(plan), process, allocate);
}

template <class T> [[nodiscard]] OwnedTiles<T> tiles_of_b(const nodes::NodeProblem& problem,
                                                          const nodes::NodePlan& plan, Transpose transpose,
                                                          std::size_t process, const Allocate& allocate = {}) {
    return tiles_of<T>({transpose, problem.depth(), problem.columns()}, owner_of_b(plan), process, allocate);
}

template <class T> [[nodiscard]] OwnedTiles<T> tiles_of_c(const nodes::NodeProblem& problem,
                                                          const nodes::NodePlan& plan, std::size_t process,
                                                          const Allocate& allocate = {}) {
    return tiles_of<T>({Transpose::no, problem.rows(), problem.columns()}, owner_of_c(plan), process, allocate);
}

/// None.
template <class T> [[nodiscard]] OwnedTiles<T> no_tiles(const TiledShape& shape) {
    return {shape, [](std::int64_t, std::int64_t) { return false; }};
}

} // namespace tangram::cluster
