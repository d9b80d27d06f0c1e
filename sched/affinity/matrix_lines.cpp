#include "sched/affinity/matrix_lines.hpp"

namespace tangram::sched {

MatrixLines::MatrixLines(const AffinityProblem& problem)
    : side_(problem.blocks), tiles_({side_, side_, side_}), open_by_a_(std::size_t{side_} * side_, side_, true),
      open_by_b_(open_by_a_), open_by_c_(open_by_a_), a_{BitMatrix(problem.processors * side_, side_), {}}, b_(a_),
      c_(a_) {
    for (Matrix* matrix : {&a_, &b_, &c_}) {
        matrix->by_column = matrix->by_row;
    }
}

TaskNumber MatrixLines::task(Block block, std::uint32_t position) const {
    const auto number = [this](std::uint32_t i, std::uint32_t j, std::uint32_t k) {
        return (i * side_ + j) * side_ + k;
    };
    if (block < tiles_.first_b()) {
        return number(block / side_, position, block % side_);
    }
    if (block < tiles_.first_c()) {
        block -= tiles_.first_b();
        return number(position, block % side_, block / side_);
    }
    return (block - tiles_.first_c()) * side_ + position;
}

BitMatrix::Word MatrixLines::lacking(Node processor, Block block, std::size_t missing, std::size_t w) const {
    const auto open_lacking = [missing](BitMatrix::Word open, BitMatrix::Word x, BitMatrix::Word y) {
        return open & (missing == 0 ? x & y : missing == 1 ? x ^ y : ~(x | y));
    };
    if (block < tiles_.first_b()) {
        const std::uint32_t i = block / side_;
        const std::uint32_t k = block % side_;
        return open_lacking(open_by_a_.word(block, w), b_.by_row.word(at(processor, k), w),
                            c_.by_row.word(at(processor, i), w));
    }
    if (block < tiles_.first_c()) {
        block -= tiles_.first_b();
        const std::uint32_t k = block / side_;
        const std::uint32_t j = block % side_;
        return open_lacking(open_by_b_.word(block, w), a_.by_column.word(at(processor, k), w),
                            c_.by_column.word(at(processor, j), w));
    }
    block -= tiles_.first_c();
    const std::uint32_t i = block / side_;
    const std::uint32_t j = block % side_;
    return open_lacking(open_by_c_.word(block, w), a_.by_row.word(at(processor, i), w),
                        b_.by_column.word(at(processor, j), w));
}

bool MatrixLines::has(Node processor, Block block) const {
    const Block in_matrix = block % (side_ * side_); // three square matrices
    return matrix_of(block).by_row.test(at(processor, in_matrix / side_), in_matrix % side_);
}

bool MatrixLines::send(Node processor, Block block) {
    const bool lacked = !has(processor, block);
    Matrix& matrix = block < tiles_.first_b() ? a_ : block < tiles_.first_c() ? b_ : c_;
    const std::uint32_t row = block % (side_ * side_) / side_;
    const std::uint32_t column = block % side_;
    matrix.by_row.set(at(processor, row), column);
    matrix.by_column.set(at(processor, column), row);
    return lacked;
}

void MatrixLines::close(TaskNumber task) {
    const Indices t = indices(task);
    open_by_a_.reset(std::size_t{t.i} * side_ + t.k, t.j);
    open_by_b_.reset(std::size_t{t.k} * side_ + t.j, t.i);
    open_by_c_.reset(std::size_t{t.i} * side_ + t.j, t.k);
}

} // namespace tangram::sched
