#pragma once

/// The tasks of an outer product by how many of their blocks a processor lacks, along the
/// lines of blocks that it has: the line of a(i) is all T(i,.), that of b(j) all T(.,j).

#include "base/bit_matrix.hpp"
#include "sched/affinity/affinity_strategy.hpp"

#include <array>
#include <cstdint>

namespace tangram::sched {

class OuterLines {
  public:
    /// A block: a(i) is i, b(j) is rows + j.
    using Block = std::uint32_t;
    using Blocks = std::array<Block, 2>;

    explicit OuterLines(const AffinityProblem& problem)
        : rows_(problem.rows), columns_(problem.columns), open_by_a_(rows_, columns_, true),
          open_by_b_(columns_, rows_, true), a_(problem.processors, rows_), b_(problem.processors, columns_) {}

    /// Tasks on the line of a block.
    [[nodiscard]] std::uint32_t length(Block block) const { return block < rows_ ? columns_ : rows_; }
    [[nodiscard]] Blocks blocks(TaskNumber task) const { return {task / columns_, rows_ + task % columns_}; }
    [[nodiscard]] bool is_open(TaskNumber task) const { return open_by_a_.test(task / columns_, task % columns_); }

    /// The task at a position of a block's line.
    [[nodiscard]] TaskNumber task(Block block, std::uint32_t position) const {
        return block < rows_ ? block * columns_ + position : position * columns_ + block - rows_;
    }

    /// Of the w-th word of the line of a block that the processor has: tasks that nobody was
    /// given and for which it lacks so many blocks.
    [[nodiscard]] BitMatrix::Word lacking(Node processor, Block block, std::size_t missing, std::size_t w) const {
        const bool is_a = block < rows_;
        const BitMatrix::Word open = is_a ? open_by_a_.word(block, w) : open_by_b_.word(block - rows_, w);
        const BitMatrix::Word has = (is_a ? b_ : a_).word(processor, w);
        return open & (missing == 0 ? has : ~has);
    }

    [[nodiscard]] bool has(Node processor, Block block) const {
        return block < rows_ ? a_.test(processor, block) : b_.test(processor, block - rows_);
    }

    /// Whether the processor lacked the block, which it has now.
    bool send(Node processor, Block block) {
        BitMatrix& has = block < rows_ ? a_ : b_;
        const std::uint32_t position = block < rows_ ? block : block - rows_;
        const bool lacked = !has.test(processor, position);
        has.set(processor, position);
        return lacked;
    }

    /// To the cache what close(task) will write.
    void fetch(TaskNumber task) const {
        open_by_a_.fetch(task / columns_, task % columns_);
        open_by_b_.fetch(task % columns_, task / columns_);
    }

    void close(TaskNumber task) {
        open_by_a_.reset(task / columns_, task % columns_);
        open_by_b_.reset(task % columns_, task / columns_);
    }

  private:
    std::uint32_t rows_;
    std::uint32_t columns_;
    BitMatrix open_by_a_; ///< j of the tasks that nobody was given, by i
    BitMatrix open_by_b_; ///< i, by j
    BitMatrix a_;         ///< i that a processor has
    BitMatrix b_;         ///< j
};

} // namespace tangram::sched
