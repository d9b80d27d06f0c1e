#pragma once

/// As OuterLines, of a matrix product: the line of A(i,k) is all T(i,.,k), that of B(k,j) all
/// T(.,j,k), that of C(i,j) all T(i,j,.). All of it is inline: calls into the library, some for each
/// word, took a quarter of the time.

#include "base/bit_matrix.hpp"
#include "sched/affinity/affinity_strategy.hpp"
#include "sched/base/product_tiles.hpp"

#include <array>
#include <cstdint>

namespace tangram::sched {

class MatrixLines {
  public:
    /// A block, by its number in ProductTiles.
    using Block = Tile;
    using Blocks = std::array<Block, 3>;

    explicit MatrixLines(const AffinityProblem& problem)
        : tiles_({problem.rows, problem.columns, problem.depth}),
          open_{BitMatrix(std::size_t{problem.rows} * problem.depth, problem.columns, true),
                BitMatrix(std::size_t{problem.depth} * problem.columns, problem.rows, true),
                BitMatrix(std::size_t{problem.rows} * problem.columns, problem.depth, true)},
          held_{Held(problem.processors, problem.rows, problem.depth),
                Held(problem.processors, problem.depth, problem.columns),
                Held(problem.processors, problem.rows, problem.columns)} {}

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

    [[nodiscard]] TaskNumber task(Block block, std::uint32_t position) const {
        const MatrixBlock at = located(block);
        const Indices t = at.matrix == a   ? Indices{at.row, position, at.column}
                          : at.matrix == b ? Indices{position, at.column, at.row}
                                           : Indices{at.row, at.column, position};
        return (t.i * tiles_.shape().columns + t.j) * tiles_.shape().depth + t.k;
    }

    [[nodiscard]] BitMatrix::Word lacking(Node processor, Block block, std::size_t missing, std::size_t w) const {
        const MatrixBlock at = located(block);
        BitMatrix::Word open = 0;
        BitMatrix::Word x = 0; // the other two blocks that the processor has
        BitMatrix::Word y = 0;
        if (at.matrix == a) {
            open = open_[a].word(block, w);
            x = held_[b].row(processor, at.column, w);
            y = held_[c].row(processor, at.row, w);
        } else if (at.matrix == b) {
            open = open_[b].word(block - tiles_.first_b(), w);
            x = held_[a].column(processor, at.row, w);
            y = held_[c].column(processor, at.column, w);
        } else {
            open = open_[c].word(block - tiles_.first_c(), w);
            x = held_[a].row(processor, at.row, w);
            y = held_[b].column(processor, at.column, w);
        }
        return open & (missing == 0 ? x & y : missing == 1 ? x ^ y : ~(x | y));
    }

    [[nodiscard]] bool has(Node processor, Block block) const {
        const MatrixBlock at = located(block);
        return held_[at.matrix].by_row.test(processor * held_[at.matrix].rows + at.row, at.column);
    }

    bool send(Node processor, Block block) {
        if (has(processor, block)) {
            return false;
        }
        const MatrixBlock at = located(block);
        Held& held = held_[at.matrix];
        held.by_row.set(processor * held.rows + at.row, at.column);
        held.by_column.set(processor * held.columns + at.column, at.row);
        return true;
    }

    void close(TaskNumber task) {
        const Indices t = indices(task);
        const Blocks of_task = blocks(task);
        open_[a].reset(of_task[a], t.j);
        open_[b].reset(of_task[b] - tiles_.first_b(), t.i);
        open_[c].reset(of_task[c] - tiles_.first_c(), t.k);
    }

    /// To the cache what close(task) will write.
    void fetch(TaskNumber task) const {
        const Indices t = indices(task);
        const Blocks of_task = blocks(task);
        open_[a].fetch(of_task[a], t.j);
        open_[b].fetch(of_task[b] - tiles_.first_b(), t.i);
        open_[c].fetch(of_task[c] - tiles_.first_c(), t.k);
    }

  private:
    enum Matrix : std::uint8_t { a, b, c };

    struct Indices {
        std::uint32_t i;
        std::uint32_t j;
        std::uint32_t k;
    };

    struct MatrixBlock {
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

    [[nodiscard]] Indices indices(TaskNumber task) const {
        const ProductShape& shape = tiles_.shape();
        return {task / shape.depth / shape.columns, task / shape.depth % shape.columns, task % shape.depth};
    }

    [[nodiscard]] MatrixBlock located(Block block) const {
        const ProductShape& shape = tiles_.shape();
        if (block < tiles_.first_b()) {
            return {a, block / shape.depth, block % shape.depth};
        }
        const Matrix matrix = block < tiles_.first_c() ? b : c;
        const Block in_matrix = block - (matrix == b ? tiles_.first_b() : tiles_.first_c());
        return {matrix, in_matrix / shape.columns, in_matrix % shape.columns};
    }

    ProductTiles tiles_;
    std::array<BitMatrix, 3> open_; ///< tasks that nobody was given on the line of each block, by matrix
    std::array<Held, 3> held_;      ///< by matrix
};

} // namespace tangram::sched
