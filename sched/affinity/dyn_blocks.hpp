#pragma once

/// DynBlocks* (Beaumont and Marchal 2013, sections 2.4 and 3.3): one task for each request, of those for
/// which the processor lacks fewest blocks. The rule of EffectiveDyn (Eyraud-Dubois and Lambert 2018, section
/// 4.2.2), which sees only tasks that are ready.
///
/// No task's cost is stored. A task comes to lack one block less when a block is sent, and then it
/// is on the line of that block; otherwise tasks only leave a class of equal cost. So
/// each block that is sent is looked through once for each cost: until its line has no such
/// task. A request takes O(1) looks of O(side / 64) for each choice, amortised over blocks sent.
///
/// Which of equal tasks is taken the paper does not say. With several choices it is the one of as many draws
/// whose blocks allow the processor most other tasks. For the outer product two of them (DynBlocksOuter)
/// agree with what the paper measured, "almost always smaller than twice the lower bound": with N = 1000 on
/// 150 processors it is 1.97 times the bound, but 2.1 for any task (DynAnyOuter). Beyond the paper it is 1.54
/// for the best of 32 (DynChoiceOuter). Nothing is gained for the matrix product.

#include "base/bit_matrix.hpp"
#include "base/ceil_divided.hpp"
#include "base/dice.hpp"
#include "sched/affinity/affinity_strategy.hpp"
#include "sched/affinity/task_draw.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>
#include <vector>

namespace tangram::sched {

/// Lines: OuterLines or MatrixLines.
template <class Lines> class DynBlocks final : public AffinityStrategy {
  public:
    /// choices: tasks of least cost to choose from, 1 for any.
    DynBlocks(const AffinityProblem& problem, int choices)
        : lines_(problem), dice_(problem.seed), choices_(choices), draw_(problem.tasks()), remaining_(problem.tasks()),
          passes_(problem.processors), to_look_through_(problem.processors) {}

    std::uint64_t next(Node processor, std::vector<TaskNumber>& tasks) override {
        if (remaining_ == 0) {
            return 0;
        }
        const auto free = free_task(processor);
        tasks.push_back(free ? *free : cheapest(processor));
        lines_.close(tasks.back());
        --remaining_;
        return free ? 0 : send_blocks(processor, tasks.back());
    }

  private:
    using Block = typename Lines::Block;
    static constexpr std::size_t all = std::tuple_size_v<typename Lines::Blocks>; ///< blocks of a task

    /// Through a block's line, at first none.
    struct Pass {
        static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

        Block block = 0;
        std::size_t start = 0;      ///< the word it began with
        std::size_t step = none;    ///< words gone through
        std::size_t word = 0;       ///< where it is
        std::size_t fetched = none; ///< the last step whose tasks were fetched
    };

    /// A task's, those that the processor lacks: how many.
    std::uint64_t send_blocks(Node processor, TaskNumber task) {
        std::uint64_t sent = 0;
        for (const Block block : lines_.blocks(task)) {
            if (lines_.send(processor, block)) {
                ++sent;
                for (std::vector<Block>& blocks : to_look_through_[processor]) {
                    blocks.push_back(block);
                }
            }
        }
        return sent;
    }

    /// Where none is free.
    TaskNumber cheapest(Node processor) {
        for (std::size_t missing = 1; missing < all; ++missing) {
            if (const auto task = with_missing(processor, missing)) {
                return *task;
            }
        }
        return draw_.any(
            remaining_, [&](TaskNumber task) { return lines_.is_open(task); }, dice_);
    }

    /// One that lacks nothing. It is on the line of a block that was sent since the last look: each such
    /// line is gone through once, from request to request. The next ones are looked for already, so that
    /// they have come to the cache by the next request.
    std::optional<TaskNumber> free_task(Node processor) {
        Pass& pass = passes_[processor];
        std::vector<Block>& blocks = to_look_through_[processor][0];
        BitMatrix::Word found = free_ahead(processor, pass);
        while (found == 0) {
            if (blocks.empty()) {
                return std::nullopt;
            }
            const std::size_t place = dice_.below(blocks.size());
            pass = {.block = blocks[place], .start = any_word(blocks[place]), .step = 0};
            blocks[place] = blocks.back();
            blocks.pop_back();
            found = free_ahead(processor, pass);
        }
        const TaskNumber task = task_of(pass.block, pass.word, found);
        if (std::has_single_bit(found)) {
            ++pass.step;
            free_ahead(processor, pass);
        }
        return task;
    }

    /// Goes on to a word with tasks that lack nothing: these, or none at the end of the line. Where these are
    /// on other lines is fetched, once: of a large problem it is in memory, and to wait for it
    /// would take up to half of the time.
    BitMatrix::Word free_ahead(Node processor, Pass& pass) {
        for (const std::size_t count = words(pass.block); pass.step < count; ++pass.step) {
            pass.word = around(pass.start + pass.step, count);
            const BitMatrix::Word found = lines_.lacking(processor, pass.block, 0, pass.word);
            if (found == 0) {
                continue;
            }
            if (pass.fetched != pass.step) {
                pass.fetched = pass.step;
                BitMatrix::for_each_bit(
                    found, pass.word, [&](std::uint32_t position) { lines_.fetch(lines_.task(pass.block, position)); });
            }
            return found;
        }
        return 0;
    }

    /// The best of some that lack so many blocks.
    std::optional<TaskNumber> with_missing(Node processor, std::size_t missing) {
        std::optional<TaskNumber> best = on_any_line(processor, missing);
        std::size_t most = 0;
        for (int choice = 1; best && choice < choices_; ++choice) {
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
        const std::size_t start = any_word(block);
        for (std::size_t step = 0; step < count; ++step) {
            const std::size_t w = around(start + step, count);
            if (const BitMatrix::Word found = lines_.lacking(processor, block, missing, w); found != 0) {
                return task_of(block, w, found);
            }
        }
        return std::nullopt;
    }

    /// Of a block's line.
    [[nodiscard]] std::size_t words(Block block) const {
        return ceil_divided<std::size_t>(lines_.length(block), BitMatrix::bits);
    }
    std::size_t any_word(Block block) { return dice_.below(lines_.length(block)) / BitMatrix::bits; }
    static std::size_t around(std::size_t w, std::size_t count) { return w < count ? w : w - count; }

    /// Any of the tasks that were found in the w-th word of a block's line.
    TaskNumber task_of(Block block, std::size_t w, BitMatrix::Word found) {
        return lines_.task(block, static_cast<std::uint32_t>(w * BitMatrix::bits + any_bit(found)));
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
    std::uint64_t remaining_;
    std::vector<Pass> passes_;                                         ///< by processor
    std::vector<std::array<std::vector<Block>, all>> to_look_through_; ///< by processor and cost
};

} // namespace tangram::sched
