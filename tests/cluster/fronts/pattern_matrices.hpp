#pragma once

#include "base/dice.hpp"
#include "cluster/fronts/sparse_matrix.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace tangram::fronts::test {

/// The symmetric pattern of a graph, and the diagonal.
inline SparseMatrix matrix_of(Index size, const std::vector<std::pair<Index, Index>>& edges) {
    std::vector<Entry> entries;
    for (Index k = 0; k < size; ++k) {
        entries.push_back({k, k, 1});
    }
    for (const auto& [a, b] : edges) {
        entries.push_back({a, b, 1});
        entries.push_back({b, a, 1});
    }
    return compressed(size, std::move(entries));
}

/// Every row is coupled with every other.
inline SparseMatrix dense_matrix(Index size) {
    std::vector<std::pair<Index, Index>> edges;
    for (Index a = 0; a < size; ++a) {
        for (Index b = 0; b < a; ++b) {
            edges.emplace_back(a, b);
        }
    }
    return matrix_of(size, edges);
}

/// Of up to so many rows: diagonal, in several blocks, or in one.
inline SparseMatrix random_matrix(Dice& dice, std::uint64_t most_rows = 40) {
    const auto size = static_cast<Index>(1 + dice.below(most_rows));
    std::vector<std::pair<Index, Index>> edges;
    for (std::uint64_t edge = dice.below(3 * size); edge > 0; --edge) {
        const auto a = static_cast<Index>(dice.below(size));
        edges.emplace_back(a, static_cast<Index>(dice.below(size)));
    }
    return matrix_of(size, edges);
}

} // namespace tangram::fronts::test
