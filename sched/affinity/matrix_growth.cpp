#include "sched/affinity/matrix_growth.hpp"

namespace tangram::sched {

MatrixGrowth::MatrixGrowth(const AffinityProblem& problem)
    : blocks_({problem.rows, problem.columns, problem.depth}), processors_(problem.processors),
      remaining_(problem.tasks()), open_by_ij_(std::size_t{problem.rows} * problem.columns, problem.depth, true),
      open_by_ik_(std::size_t{problem.rows} * problem.depth, problem.columns, true), i_(problem.rows, processors_),
      j_(problem.columns, processors_), k_(problem.depth, processors_) {}

std::uint64_t MatrixGrowth::grow_at_random(Node processor, Dice& dice, std::vector<TaskNumber>& tasks) {
    const std::uint64_t known_before = blocks_known(processor);
    const auto i = i_.draw(processor, dice);
    const auto j = j_.draw(processor, dice);
    const auto k = k_.draw(processor, dice);
    if (i) {
        j_.known().for_each(processor, [&](std::uint32_t column) { give_known_k(processor, *i, column, tasks); });
        i_.add(processor, *i);
    }
    if (j) {
        i_.known().for_each(processor, [&](std::uint32_t row) { give_known_k(processor, row, *j, tasks); });
        j_.add(processor, *j);
    }
    if (k) {
        i_.known().for_each(processor, [&](std::uint32_t row) { give_known_j(processor, row, *k, tasks); });
        k_.add(processor, *k);
    }
    return blocks_known(processor) - known_before;
}

std::uint64_t MatrixGrowth::send(Node processor, TaskNumber task) {
    if (sent_alone_.empty()) {
        sent_alone_ = BitMatrix(processors_, blocks_.count());
    }
    const ProductShape& shape = blocks_.shape();
    const std::uint32_t i = task / shape.depth / shape.columns;
    const std::uint32_t j = task / shape.depth % shape.columns;
    const std::uint32_t k = task % shape.depth;
    std::uint64_t sent = 0;
    const auto send_block = [&](const Indices& rows, std::uint32_t row, const Indices& columns, std::uint32_t column,
                                Tile block) {
        if (!has(processor, rows, row, columns, column, block)) {
            sent_alone_.set(processor, block);
            ++sent;
        }
    };
    send_block(i_, i, k_, k, blocks_.a(i, k));
    send_block(k_, k, j_, j, blocks_.b(k, j));
    send_block(i_, i, j_, j, blocks_.c(i, j));
    --remaining_;
    return sent;
}

/// While it grows.
std::uint64_t MatrixGrowth::blocks_known(Node processor) const {
    const std::uint64_t i = i_.count(processor);
    const std::uint64_t j = j_.count(processor);
    const std::uint64_t k = k_.count(processor);
    return i * k + k * j + i * j;
}

void MatrixGrowth::give_known_k(Node processor, std::uint32_t i, std::uint32_t j, std::vector<TaskNumber>& tasks) {
    const std::size_t ij = std::size_t{i} * blocks_.shape().columns + j;
    for (std::size_t w = 0; w < open_by_ij_.words(); ++w) {
        BitMatrix::for_each_bit(open_by_ij_.word(ij, w) & k_.known().word(processor, w), w,
                                [&](std::uint32_t k) { give(i, j, k, tasks); });
    }
}

void MatrixGrowth::give_known_j(Node processor, std::uint32_t i, std::uint32_t k, std::vector<TaskNumber>& tasks) {
    const std::size_t ik = std::size_t{i} * blocks_.shape().depth + k;
    for (std::size_t w = 0; w < open_by_ik_.words(); ++w) {
        BitMatrix::for_each_bit(open_by_ik_.word(ik, w) & j_.known().word(processor, w), w,
                                [&](std::uint32_t j) { give(i, j, k, tasks); });
    }
}

void MatrixGrowth::give(std::uint32_t i, std::uint32_t j, std::uint32_t k, std::vector<TaskNumber>& tasks) {
    const ProductShape& shape = blocks_.shape();
    open_by_ij_.reset(std::size_t{i} * shape.columns + j, k);
    open_by_ik_.reset(std::size_t{i} * shape.depth + k, j);
    --remaining_;
    tasks.push_back((i * shape.columns + j) * shape.depth + k);
}

} // namespace tangram::sched
