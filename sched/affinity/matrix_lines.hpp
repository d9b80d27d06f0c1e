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

    [[nodiscard]] std::uint32_t length(Block block) const {
        const ProductShape& shape = tiles_.shape();
        return block < tiles_.first_b() ? shape.columns : block < tiles_.first_c() ? shape.rows : shape.depth;
    }
    [[nodiscard]] Blocks blocks(TaskNumber task) const {
        const Indices at = indices(task);
        return {tiles_.a(at.i, at.k), tiles_.b(at.k, at.j), tiles_.c(at.i, at.j)};
    }
    [[nodiscard]] bool is_open(TaskNumber task) const {
        return open_[c].test(task / tiles_.shape().depth, task % tiles_.shape().depth);
    }
    [[nodiscard]] TaskNumber task(Block block, std::uint32_t position) const;
    [[nodiscard]] BitMatrix::Word lacking(Node processor, Block block, std::size_t missing, std::size_t w) const;
    [[nodiscard]] bool has(Node processor, Block block) const;
    bool send(Node processor, Block block);
    void close(TaskNumber task);

  private:
    enum Matrix : std::uint8_t { a, b, c };

    struct Indices {
        std::uint32_t i;
        std::uint32_t j;
        std::uint32_t k;
    };

    struct Place {
        Matrix matrix;
        std::uint32_t row;
        std::uint32_t column;
    };

    /// The blocks of a matrix that processors have.
    struct Held {
        Held(std::size_t processors, std::uint32_t row_count, std::uint32_t column_count)
            : rows(row_count), columns(column_count), by_row(processors * rows, columns),
              by_column(processors * columns, rows) {}

        [[nodiscard]] BitMatrix::Word row(Node processor, std::uint32_t index, std::size_t w) const {
            return by_row.word(processor * rows + index, w);
        }
        [[nodiscard]] BitMatrix::Word column(Node processor, std::uint32_t index, std::size_t w) const {
            return by_column.word(processor * columns + index, w);
        }

        std::uint32_t rows;
        std::uint32_t columns;
        BitMatrix by_row;    ///< columns, by processor and row
        BitMatrix by_column; ///< rows, by processor and column
    };

    [[nodiscard]] Indices indices(TaskNumber task) const;
    [[nodiscard]] Place place(Block block) const;

    ProductTiles tiles_;
    std::array<BitMatrix, 3> open_; ///< tasks that nobody was given on the line of each block, by matrix
    std::array<Held, 3> held_;      ///< by matrix
};

} // namespace tangram::sched
