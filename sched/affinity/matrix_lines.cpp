#include "sched/affinity/matrix_lines.hpp"

namespace tangram::sched {

MatrixLines::MatrixLines(const AffinityProblem& problem)
    : tiles_({problem.rows, problem.columns, problem.depth}),
      open_{BitMatrix(std::size_t{problem.rows} * problem.depth, problem.columns, true),
            BitMatrix(std::size_t{problem.depth} * problem.columns, problem.rows, true),
            BitMatrix(std::size_t{problem.rows} * problem.columns, problem.depth, true)},
      held_{Held(problem.processors, problem.rows, problem.depth),
            Held(problem.processors, problem.depth, problem.columns),
            Held(problem.processors, problem.rows, problem.columns)} {}

TaskNumber MatrixLines::task(Block block, std::uint32_t position) const {
    const Place at = place(block);
    const Indices t = at.matrix == a   ? Indices{at.row, position, at.column}
                      : at.matrix == b ? Indices{position, at.column, at.row}
                                       : Indices{at.row, at.column, position};
    return (t.i * tiles_.shape().columns + t.j) * tiles_.shape().depth + t.k;
}

BitMatrix::Word MatrixLines::lacking(Node processor, Block block, std::size_t missing, std::size_t w) const {
    const Place at = place(block);
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

bool MatrixLines::has(Node processor, Block block) const {
    const Place at = place(block);
    return held_[at.matrix].by_row.test(processor * held_[at.matrix].rows + at.row, at.column);
}

bool MatrixLines::send(Node processor, Block block) {
    if (has(processor, block)) {
        return false;
    }
    const Place at = place(block);
    Held& held = held_[at.matrix];
    held.by_row.set(processor * held.rows + at.row, at.column);
    held.by_column.set(processor * held.columns + at.column, at.row);
    return true;
}

void MatrixLines::close(TaskNumber task) {
    const Indices t = indices(task);
    const Blocks of_task = blocks(task);
    open_[a].reset(of_task[a], t.j);
    open_[b].reset(of_task[b] - tiles_.first_b(), t.i);
    open_[c].reset(of_task[c] - tiles_.first_c(), t.k);
}

MatrixLines::Indices MatrixLines::indices(TaskNumber task) const {
    const ProductShape& shape = tiles_.shape();
    return {task / shape.depth / shape.columns, task / shape.depth % shape.columns, task % shape.depth};
}

MatrixLines::Place MatrixLines::place(Block block) const {
    const ProductShape& shape = tiles_.shape();
    if (block < tiles_.first_b()) {
        return {a, block / shape.depth, block % shape.depth};
    }
    const Matrix matrix = block < tiles_.first_c() ? b : c;
    const Block in_matrix = block - (matrix == b ? tiles_.first_b() : tiles_.first_c());
    return {matrix, in_matrix / shape.columns, in_matrix % shape.columns};
}

} // namespace tangram::sched
