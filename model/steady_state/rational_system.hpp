#pragma once

/// Linear systems over the rationals.

#include "model/steady_state/rational.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tangram::model::steady_state {

/// A square matrix as its entries that are not zero.
struct SquareMatrix {
    struct Entry {
        std::size_t row;
        std::size_t column;
        Rational value;
    };
    std::size_t size = 0;
    std::vector<Entry> entries; ///< a place occurs once
};

/// The solution x of matrix x = right; nothing if the matrix is singular. Rows with one unknown and unknowns in one row
/// are solved one by one. What is left of the matrix, a small part where it is sparse, is solved as a dense one by
/// p-adic lifting (Dixon 1982), as FLINT does it: about size^3 word operations, and size^2 for each word that the
/// numbers of the solution are long.
[[nodiscard]] std::optional<std::vector<Rational>> solution(const SquareMatrix& matrix,
                                                            const std::vector<Rational>& right);

} // namespace tangram::model::steady_state
