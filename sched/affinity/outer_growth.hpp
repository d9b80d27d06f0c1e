#pragma once

/// Processors that grow what they know of an outer product: rows I and columns J, of which all
/// tasks of I x J have been given away (Beaumont and Marchal 2014, algorithm 1). With a new row or column a
/// processor gets all tasks of it that it can do now and nobody has been given yet.

#include "base/bit_matrix.hpp"
#include "sched/affinity/affinity_strategy.hpp"
#include "sched/affinity/bag.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::sched {

class OuterGrowth {
  public:
    explicit OuterGrowth(const AffinityProblem& problem);

    /// Tasks that nobody has been given.
    [[nodiscard]] std::uint64_t remaining() const { return remaining_; }

    /// Calls visit(task) for each of them, by rising number.
    template <class Visit> void for_each_open(const Visit& visit) const {
        for (std::uint32_t i = 0; i < rows_count_; ++i) {
            open_by_row_.for_each(i, [&](std::uint32_t j) { visit(task(i, j)); });
        }
    }

    [[nodiscard]] bool is_open(TaskNumber task) const { return open_by_row_.test(row(task), column(task)); }

    /// Those of rows and columns that the processor does not know. O(unknown rows * columns / 64).
    [[nodiscard]] std::vector<TaskNumber> open_tasks_beyond(Node processor) const;

    [[nodiscard]] std::uint32_t row(TaskNumber task) const { return task / columns_count_; }
    [[nodiscard]] std::uint32_t column(TaskNumber task) const { return task % columns_count_; }
    [[nodiscard]] TaskNumber task(std::uint32_t i, std::uint32_t j) const { return i * columns_count_ + j; }
    [[nodiscard]] bool knows_row(Node processor, std::uint32_t i) const { return rows_.test(processor, i); }
    [[nodiscard]] bool knows_column(Node processor, std::uint32_t j) const { return columns_.test(processor, j); }

    [[nodiscard]] bool knows_nothing(Node processor) const { return !rows_.any(processor) && !columns_.any(processor); }
    [[nodiscard]] std::vector<std::uint32_t> unknown_rows(Node processor) const {
        return missing(rows_, rows_count_, processor);
    }
    [[nodiscard]] std::vector<std::uint32_t> unknown_columns(Node processor) const {
        return missing(columns_, columns_count_, processor);
    }

    /// A row (column) that the processor does not know; nothing if there is none. Amortised O(1).
    std::optional<std::uint32_t> unknown_row(Node processor, Dice& dice) {
        return unknown(rows_, unknown_rows_[processor], processor, dice);
    }
    std::optional<std::uint32_t> unknown_column(Node processor, Dice& dice) {
        return unknown(columns_, unknown_columns_[processor], processor, dice);
    }

    /// Whether the row (column) would bring the processor a task. O(its tasks / 64).
    [[nodiscard]] bool row_is_useful(Node processor, std::uint32_t i) const {
        return meet(open_by_row_, i, columns_, processor);
    }
    [[nodiscard]] bool column_is_useful(Node processor, std::uint32_t j) const {
        return meet(open_by_column_, j, rows_, processor);
    }

    /// Sends row i and column j, unless known, and gives the processor their tasks. Returns
    /// how many blocks were sent. O((rows + columns) / 64 + tasks given).
    std::uint64_t grow(Node processor, std::uint32_t i, std::uint32_t j, std::vector<TaskNumber>& tasks);

    /// Grows by a row and a column drawn at random; by one of them if the others are all known.
    std::uint64_t grow_at_random(Node processor, Dice& dice, std::vector<TaskNumber>& tasks) {
        const std::uint32_t i = unknown_row(processor, dice).value_or(0);
        return grow(processor, i, unknown_column(processor, dice).value_or(0), tasks);
    }

    /// Sends the blocks of one task that the processor lacks. It gets no other tasks; those that
    /// are left must be known from elsewhere from now on. Returns how many were sent. O(1).
    std::uint64_t send(Node processor, TaskNumber task);

  private:
    static std::optional<std::uint32_t> unknown(const BitMatrix& known, Bag& candidates, Node processor, Dice& dice);
    static std::vector<std::uint32_t> missing(const BitMatrix& known, std::uint32_t count, Node processor);
    static bool meet(const BitMatrix& open, std::size_t line, const BitMatrix& known, Node processor);
    void give(std::uint32_t i, std::uint32_t j, std::vector<TaskNumber>& tasks);

    std::uint32_t rows_count_;
    std::uint32_t columns_count_;
    std::uint64_t remaining_;
    BitMatrix open_by_row_;         ///< columns of the tasks that remain, by row
    BitMatrix open_by_column_;      ///< rows, by column
    BitMatrix rows_;                ///< I by processor
    BitMatrix columns_;             ///< J by processor
    std::vector<Bag> unknown_rows_; ///< by processor; may still have some that became known
    std::vector<Bag> unknown_columns_;
};

} // namespace tangram::sched
