#pragma once

/// The tasks of an outer product by how many of their blocks a processor lacks, along the
/// lines of blocks that it has: the line of a(i) is all T(i,.), that of b(j) all T(.,j).

#include "sched/affinity/affinity_strategy.hpp"
#include "sched/affinity/bit_matrix.hpp"

#include <array>
#include <cstdint>

namespace tangram::sched {

class OuterLines {
  public:
    /// A block: a(i) is i, b(j) is N + j.
    using Block = std::uint32_t;
    using Blocks = std::array<Block, 2>;

    explicit OuterLines(const AffinityProblem& problem)
        : side_(problem.blocks), open_by_a_(side_, side_, true), open_by_b_(side_, side_, true),
          a_(problem.processors, side_), b_(problem.processors, side_) {}

    [[nodiscard]] std::uint32_t side() const { return side_; }
    [[nodiscard]] Blocks blocks(TaskNumber task) const { return {task / side_, side_ + task % side_}; }
    [[nodiscard]] bool is_open(TaskNumber task) const { return open_by_a_.test(task / side_, task % side_); }

    /// The task at a position of a block's line.
    [[nodiscard]] TaskNumber task(Block block, std::uint32_t position) const {
        return block < side_ ? block * side_ + position : position * side_ + block - side_;
    }

    /// Of the w-th word of the line of a block that the processor has: tasks that nobody was
    /// given and for which it lacks so many blocks.
    [[nodiscard]] BitMatrix::Word lacking(Node processor, Block block, std::size_t missing, std::size_t w) const {
        const bool is_a = block < side_;
        const BitMatrix::Word open = is_a ? open_by_a_.word(block, w) : open_by_b_.word(block - side_, w);
        const BitMatrix::Word has = (is_a ? b_ : a_).word(processor, w);
        return open & (missing == 0 ? has : ~has);
    }

    [[nodiscard]] bool has(Node processor, Block block) const {
        return block < side_ ? a_.test(processor, block) : b_.test(processor, block - side_);
    }

    /// Whether the processor lacked the block, which it has now.
    bool send(Node processor, Block block) {
        BitMatrix& has = block < side_ ? a_ : b_;
        const std::uint32_t position = block < side_ ? block : block - side_;
        const bool lacked = !has.test(processor, position);
        has.set(processor, position);
        return lacked;
    }

    void close(TaskNumber task) {
        open_by_a_.reset(task / side_, task % side_);
        open_by_b_.reset(task % side_, task / side_);
    }

  private:
    std::uint32_t side_;
    BitMatrix open_by_a_; ///< j of the tasks that nobody was given, by i
    BitMatrix open_by_b_; ///< i, by j
    BitMatrix a_;         ///< i that a processor has
    BitMatrix b_;         ///< j
};

} // namespace tangram::sched
