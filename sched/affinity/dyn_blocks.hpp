#pragma once

/// DynBlocks* (seed 002, sections 2.4 and 3.3): one task for each request, of those for which
/// the processor lacks fewest blocks. The rule of EffectiveDyn (seed 003), which sees only
/// tasks that are ready.
///
/// No task's cost is stored. A task comes to lack one block less when a block is sent, and then it
/// is on the line of that block; otherwise tasks only leave a class of equal cost. So
/// each block that is sent is looked through once for each cost: until its line has no such
/// task. A request takes O(1) looks of O(side / 64), amortised over blocks sent.

#include "sched/affinity/affinity_strategy.hpp"
#include "sched/affinity/bag.hpp"
#include "sched/affinity/bit_matrix.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

namespace tangram::sched {

/// Lines: OuterLines or MatrixLines.
template <class Lines> class DynBlocks final : public AffinityStrategy {
  public:
    explicit DynBlocks(const AffinityProblem& problem)
        : lines_(problem), dice_(problem.seed), tasks_(problem.tasks()), left_(tasks_),
          to_look_through_(problem.processors) {}

    std::uint64_t next(Node processor, std::vector<TaskNumber>& tasks) override {
        if (left_ == 0) {
            return 0;
        }
        tasks.push_back(cheapest(processor));
        lines_.close(tasks.back());
        --left_;
        std::uint64_t sent = 0;
        for (const Block block : lines_.blocks(tasks.back())) {
            if (lines_.send(processor, block)) {
                ++sent;
                for (std::vector<Block>& blocks : to_look_through_[processor]) {
                    blocks.push_back(block);
                }
            }
        }
        return sent;
    }

  private:
    using Block = typename Lines::Block;
    static constexpr std::size_t all = std::tuple_size_v<typename Lines::Blocks>; ///< blocks of a task

    TaskNumber cheapest(Node processor) {
        for (std::size_t missing = 0; missing < all; ++missing) {
            std::vector<Block>& blocks = to_look_through_[processor][missing];
            for (; !blocks.empty(); blocks.pop_back()) {
                if (const auto task = on_line(processor, blocks.back(), missing)) {
                    return *task;
                }
            }
        }
        return any();
    }

    /// A task of the block's line that lacks so many: the first from a random place on.
    std::optional<TaskNumber> on_line(Node processor, Block block, std::size_t missing) {
        const std::size_t words = (lines_.side() + BitMatrix::bits - 1) / BitMatrix::bits;
        const std::uint64_t start = dice_.below(words * BitMatrix::bits);
        BitMatrix::Word mask = ~BitMatrix::Word{0} << start % BitMatrix::bits;
        for (std::size_t step = 0; step <= words; ++step) {
            const std::size_t w = (start / BitMatrix::bits + step) % words;
            if (const BitMatrix::Word found = lines_.lacking(processor, block, missing, w) & mask; found != 0) {
                const auto bit = static_cast<std::size_t>(std::countr_zero(found));
                return lines_.task(block, static_cast<std::uint32_t>(w * BitMatrix::bits + bit));
            }
            mask = ~BitMatrix::Word{0};
        }
        return std::nullopt;
    }

    /// The first task that is left, from a random one on.
    TaskNumber any() {
        auto task = static_cast<TaskNumber>(dice_.below(tasks_));
        while (!lines_.is_open(task)) {
            task = static_cast<TaskNumber>((std::uint64_t{task} + 1) % tasks_);
        }
        return task;
    }

    Lines lines_;
    Dice dice_;
    std::uint64_t tasks_;
    std::uint64_t left_;
    std::vector<std::array<std::vector<Block>, all>> to_look_through_; ///< by processor and cost
};

} // namespace tangram::sched
