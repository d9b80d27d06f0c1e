#include "sched/affinity/matrix_growth.hpp"

namespace tangram::sched {

MatrixGrowth::MatrixGrowth(const AffinityProblem& problem)
    : side_(problem.blocks), left_(problem.tasks()), blocks_({side_, side_, side_}),
      open_by_ij_(std::size_t{side_} * side_, side_, true),
      open_by_ik_(open_by_ij_), i_{BitMatrix(problem.processors, side_),
                                   std::vector<Bag>(problem.processors, Bag::of(side_))},
      j_(i_), k_(i_) {}

std::vector<TaskNumber> MatrixGrowth::tasks_left() const {
    std::vector<TaskNumber> tasks;
    tasks.reserve(left_);
    for (std::uint32_t ij = 0; ij < side_ * side_; ++ij) {
        open_by_ij_.for_each(ij, [&](std::uint32_t k) { tasks.push_back(ij * side_ + k); });
    }
    return tasks;
}

std::uint64_t MatrixGrowth::grow_at_random(Node processor, Dice& dice, std::vector<TaskNumber>& tasks) {
    const std::uint64_t known = side_ - i_.unknown[processor].size();
    const std::uint32_t i = i_.unknown[processor].draw(dice);
    const std::uint32_t j = j_.unknown[processor].draw(dice);
    const std::uint32_t k = k_.unknown[processor].draw(dice);
    const auto give_known_k = [&](std::uint32_t row, std::uint32_t column) {
        for (std::size_t w = 0; w < k_.known.words(); ++w) {
            BitMatrix::for_each_bit(open_by_ij_.word(std::size_t{row} * side_ + column, w) &
                                        k_.known.word(processor, w),
                                    w, [&](std::uint32_t product) { give(row, column, product, tasks); });
        }
    };
    j_.known.for_each(processor, [&](std::uint32_t column) { give_known_k(i, column); });
    i_.known.set(processor, i);
    i_.known.for_each(processor, [&](std::uint32_t row) { give_known_k(row, j); });
    j_.known.set(processor, j);
    i_.known.for_each(processor, [&](std::uint32_t row) {
        for (std::size_t w = 0; w < j_.known.words(); ++w) {
            BitMatrix::for_each_bit(open_by_ik_.word(std::size_t{row} * side_ + k, w) & j_.known.word(processor, w), w,
                                    [&](std::uint32_t column) { give(row, column, k, tasks); });
        }
    });
    k_.known.set(processor, k);
    return 3 * (2 * known + 1);
}

std::uint64_t MatrixGrowth::send(Node processor, TaskNumber task) {
    if (sent_alone_.empty()) {
        sent_alone_ = BitMatrix(i_.unknown.size(), blocks_.count());
    }
    const std::uint32_t i = task / side_ / side_;
    const std::uint32_t j = task / side_ % side_;
    const std::uint32_t k = task % side_;
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
    --left_;
    return sent;
}

void MatrixGrowth::give(std::uint32_t i, std::uint32_t j, std::uint32_t k, std::vector<TaskNumber>& tasks) {
    open_by_ij_.reset(std::size_t{i} * side_ + j, k);
    open_by_ik_.reset(std::size_t{i} * side_ + k, j);
    --left_;
    tasks.push_back((i * side_ + j) * side_ + k);
}

} // namespace tangram::sched
