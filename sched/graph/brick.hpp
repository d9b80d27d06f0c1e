#pragma once

/// Owners of a matrix whose size nobody knows yet, and whose rest may shrink while it is worked on: a small square of
/// owners (a brick), repeated in both directions. So every part of the matrix is shared out as the whole is.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tangram::sched::graph {

class Brick {
  public:
    struct Kind {
        bool symmetric = false; ///< row i and column i hold the same tiles, so that the owners of both count together
        bool shrinks = true;    ///< from the first row and column on, as in a factorisation

        bool operator==(const Kind&) const = default;
    };

    /// Of as many owners as speeds, each with places in proportion to its speed, and with as few owners in a row and in
    /// a column as a search finds: that is what each tile of A, and of B, is sent to.
    Brick(const std::vector<double>& speeds, Kind kind);

    [[nodiscard]] std::size_t owner(std::uint32_t row, std::uint32_t column) const {
        return owners_[row % side_ * side_ + column % side_];
    }
    [[nodiscard]] std::size_t side() const { return side_; }

  private:
    std::size_t side_ = 1;
    std::vector<std::size_t> owners_; ///< row by row
};

} // namespace tangram::sched::graph
