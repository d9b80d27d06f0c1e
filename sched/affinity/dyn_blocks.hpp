#pragma once

/// DynBlocks* (seed 002, sections 2.4 and 3.3): one task for each request, of those for which
/// the processor lacks fewest blocks. The rule of EffectiveDyn (seed 003), which sees only
/// tasks that are ready.
///
/// No task's cost is stored. A task comes to lack one block less when a block is sent, and then it
/// is on the line of that block; otherwise tasks only leave a class of equal cost. So
/// each block that is sent is looked through once for each cost: until its line has no such
/// task. A request takes O(1) looks of O(side / 64) for each choice, amortised over blocks sent.
///
/// Of equal tasks the paper takes any. With several choices it is the one of them whose
/// blocks allow the processor most other tasks (beyond the paper: 1.3 times the bound instead
/// of 1.9 for the outer product on 20 processors; nothing is gained for the matrix product).

#include "partition/ceil_divided.hpp"
#include "sched/affinity/affinity_strategy.hpp"
#include "sched/affinity/bit_matrix.hpp"
#include "sched/affinity/dice.hpp"
#include "sched/affinity/task_draw.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

namespace tangram::sched {

/// Lines: OuterLines or MatrixLines.
template <class Lines> class DynBlocks final : public AffinityStrategy {
  public:
    /// choices: tasks of least cost to choose from.
    explicit DynBlocks(const AffinityProblem& problem, int choices = 1)
        : lines_(problem), dice_(problem.seed), choices_(choices), draw_(problem.tasks()), left_(problem.tasks()),
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
            if (const auto task = with_missing(processor, missing)) {
                return *task;
            }
        }
        return draw_.any(left_, [&](TaskNumber task) { return lines_.is_open(task); }, dice_);
    }

    /// The best of some that lack so many blocks.
    std::optional<TaskNumber> with_missing(Node processor, std::size_t missing) {
        std::optional<TaskNumber> best = on_any_line(processor, missing);
        std::size_t most = 0;
        for (int choice = 1; best && missing > 0 && choice < choices_; ++choice) {
            most = choice == 1 ? allowed_by(processor, *best) : most;
            const TaskNumber other = on_any_line(processor, missing).value();
            if (const std::size_t allowed = allowed_by(processor, other); allowed > most) {
                most = allowed;
                best = other;
            }
        }
        return best;
    }

    /// On the line of a random block that has such tasks.
    std::optional<TaskNumber> on_any_line(Node processor, std::size_t missing) {
        std::vector<Block>& blocks = to_look_through_[processor][missing];
        while (!blocks.empty()) {
            const std::size_t place = dice_.below(blocks.size());
            if (const auto task = on_line(processor, blocks[place], missing)) {
                return task;
            }
            blocks[place] = blocks.back();
            blocks.pop_back();
        }
        return std::nullopt;
    }

    /// Tasks that lack nothing but a block that this one lacks.
    [[nodiscard]] std::size_t allowed_by(Node processor, TaskNumber task) const {
        std::size_t count = 0;
        for (const Block block : lines_.blocks(task)) {
            for (std::size_t w = 0; !lines_.has(processor, block) && w < words(block); ++w) {
                count += static_cast<std::size_t>(std::popcount(lines_.lacking(processor, block, 0, w)));
            }
        }
        return count;
    }

    /// A task of the block's line that lacks so many: any of the first word that has some, from
    /// that of a random task on. (The first from a random task on would be one behind a
    /// gap: 5% more for the matrix product.)
    std::optional<TaskNumber> on_line(Node processor, Block block, std::size_t missing) {
        const std::size_t count = words(block);
        const std::size_t start = dice_.below(lines_.length(block)) / BitMatrix::bits;
        for (std::size_t step = 0; step < count; ++step) {
            const std::size_t w = start + step < count ? start + step : start + step - count;
            if (const BitMatrix::Word found = lines_.lacking(processor, block, missing, w); found != 0) {
                return lines_.task(block, static_cast<std::uint32_t>(w * BitMatrix::bits + any_bit(found)));
            }
        }
        return std::nullopt;
    }

    /// Of a block's line.
    [[nodiscard]] std::size_t words(Block block) const {
        return ceil_divided<std::size_t>(lines_.length(block), BitMatrix::bits);
    }

    /// The number of a bit that is set, any of them.
    std::size_t any_bit(BitMatrix::Word word) {
        for (auto before = dice_.below(static_cast<std::uint64_t>(std::popcount(word))); before > 0; --before) {
            word &= word - 1;
        }
        return static_cast<std::size_t>(std::countr_zero(word));
    }

    Lines lines_;
    Dice dice_;
    int choices_;
    TaskDraw draw_;
    std::uint64_t left_;
    std::vector<std::array<std::vector<Block>, all>> to_look_through_; ///< by processor and cost
};

} // namespace tangram::sched
