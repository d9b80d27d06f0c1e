#pragma once

/// As OuterLines, of a matrix product: the line of A(i,k) is all T(i,.,k), that of B(k,j) all
/// T(.,j,k), that of C(i,j) all T(i,j,.).

#include "sched/affinity/affinity_strategy.hpp"
#include "sched/affinity/bit_matrix.hpp"
#include "sched/product_tiles.hpp"

#include <array>
#include <cstdint>

namespace tangram::sched {

class MatrixLines {
  public:
    /// A block, by its number in ProductTiles.
    using Block = Tile;
    using Blocks = std::array<Block, 3>;

    explicit MatrixLines(const AffinityProblem& problem);

    [[nodiscard]] std::uint32_t side() const { return side_; }
    [[nodiscard]] Blocks blocks(TaskNumber task) const {
        const Indices at = indices(task);
        return {tiles_.a(at.i, at.k), tiles_.b(at.k, at.j), tiles_.c(at.i, at.j)};
    }
    [[nodiscard]] bool is_open(TaskNumber task) const { return open_by_c_.test(task / side_, task % side_); }
    [[nodiscard]] TaskNumber task(Block block, std::uint32_t position) const;
    [[nodiscard]] BitMatrix::Word lacking(Node processor, Block block, std::size_t missing, std::size_t w) const;
    [[nodiscard]] bool has(Node processor, Block block) const;
    bool send(Node processor, Block block);
    void close(TaskNumber task);

  private:
    struct Indices {
        std::uint32_t i;
        std::uint32_t j;
        std::uint32_t k;
    };

    /// The blocks of a matrix that processors have, by processor and row, and by processor
    /// and column.
    struct Matrix {
        BitMatrix by_row;
        BitMatrix by_column;
    };

    [[nodiscard]] Indices indices(TaskNumber task) const {
        return {task / side_ / side_, task / side_ % side_, task % side_};
    }
    [[nodiscard]] const Matrix& matrix_of(Block block) const {
        return block < tiles_.first_b() ? a_ : block < tiles_.first_c() ? b_ : c_;
    }
    [[nodiscard]] std::size_t at(Node processor, std::uint32_t line) const { return processor * side_ + line; }

    std::uint32_t side_;
    ProductTiles tiles_;
    BitMatrix open_by_a_; ///< j of the tasks that nobody was given, by i and k
    BitMatrix open_by_b_; ///< i, by k and j
    BitMatrix open_by_c_; ///< k, by i and j
    Matrix a_;            ///< rows i, columns k
    Matrix b_;            ///< rows k, columns j
    Matrix c_;            ///< rows i, columns j
};

} // namespace tangram::sched
