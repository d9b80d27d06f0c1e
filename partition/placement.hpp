#pragma once

/// Tiles placed within memberships - the rows and columns in which each
/// processor may have tiles - and moved along augmenting paths: what the
/// searches for many processors work on (specs/partition.md, section 5.4).

#include "partition/allocation.hpp"
#include "partition/problem.hpp"
#include "partition/window.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tangram::partition {

/// A set of processors, 64 to a word.
using Word = std::uint64_t;

/// A tile by the numbers of its lines: rows come first, then columns.
struct Tile {
    std::size_t row;
    std::size_t column; ///< not below the number of rows
};

/// Every operation can be undone: history() is its length, rewind() goes back
/// to such a length. Lines are numbered rows first, then columns.
///
/// Memory: 4 bytes per line and processor, and the tiles a few times.
class Placement {
  public:
    /// Admits processors to the lines in which they have tiles, and those
    /// without weight, which costs nothing, to all lines.
    Placement(Allocation start, const Problem& problem);

    [[nodiscard]] std::size_t lines() const { return allocation_.rows + allocation_.columns; }
    [[nodiscard]] std::size_t processors() const { return allocation_.processors; }
    [[nodiscard]] const Allocation& allocation() const { return allocation_; }
    [[nodiscard]] std::size_t count(std::size_t p) const { return tiles_of_[p].size(); }
    [[nodiscard]] std::size_t count_in(std::size_t p, std::size_t line) const {
        return counts_[line * processors() + p];
    }
    /// Number of lines across - columns for a row - to which p is admitted.
    [[nodiscard]] std::size_t admissions(std::size_t p, bool to_rows) const { return admissions_[2 * p + to_rows]; }
    [[nodiscard]] bool is_row(std::size_t line) const { return line < allocation_.rows; }
    [[nodiscard]] bool is_admitted(std::size_t p, std::size_t line) const {
        return ((admitted_[line * words_ + p / 64] >> p % 64) & 1) != 0;
    }
    /// The processors admitted to a line.
    [[nodiscard]] std::span<const Word> admitted(std::size_t line) const { return {&admitted_[line * words_], words_}; }

    /// Steps taken so far, of a few nanoseconds each: what budgets are in.
    [[nodiscard]] std::size_t work() const { return work_; }

    void admit(std::size_t p, std::size_t line);

    /// Forbids p the line and moves its tiles there along augmenting paths that
    /// end at p elsewhere or, if the window allows, at another processor. False
    /// if some tile cannot be moved; the caller rewinds then.
    bool expel(std::size_t p, std::size_t line, const Window& window);

    /// Moves one tile along the shortest augmenting path from a processor above
    /// its level to one below. False if there is none.
    bool level(std::span<const std::size_t> levels);

    void move(const Tile& tile, std::size_t to);

    /// Processors to which tiles can be moved from those above their levels,
    /// and processors from which tiles can be moved to those below.
    [[nodiscard]] std::vector<char> reached_from_above(std::span<const std::size_t> levels);
    [[nodiscard]] std::vector<char> reaching_below(std::span<const std::size_t> levels);

    [[nodiscard]] std::size_t history() const { return history_.size(); }
    void rewind(std::size_t length);
    /// The present state is kept for good.
    void forget() { history_.clear(); }

  private:
    /// A tile that got another owner, or an admission that was given or taken.
    struct Event {
        std::size_t processor; ///< whose it was
        Tile place;            ///< an admission's line stands for both row and column
    };

    [[nodiscard]] std::size_t index(const Tile& tile) const {
        return tile.row * allocation_.columns + tile.column - allocation_.rows;
    }
    [[nodiscard]] bool may_own(std::size_t p, const Tile& tile) const {
        return is_admitted(p, tile.row) && is_admitted(p, tile.column);
    }
    void set_owner(const Tile& tile, std::size_t to);
    void toggle(std::size_t p, std::size_t line);
    const Word* passes_to(std::size_t p);
    void start_search();
    void reach(const Word* candidates, std::size_t from);
    void pass_on(std::size_t last, std::size_t root);
    [[nodiscard]] Tile tile_to_pass(std::size_t from, std::size_t to) const;
    bool move_elsewhere(const Tile& tile, const Window& window);

    Allocation allocation_;
    std::size_t words_;
    std::vector<Word> admitted_;              ///< by line
    std::vector<std::uint32_t> counts_;       ///< tiles by line and processor
    std::vector<std::size_t> admissions_;     ///< by processor: to columns, to rows
    std::vector<std::vector<Tile>> tiles_of_; ///< by processor
    std::vector<std::size_t> position_;       ///< of each tile in its owner's list
    std::vector<Word> passes_to_;             ///< by processor: who may own one of its tiles as well
    std::vector<char> is_stale_;              ///< passes_to_ is to be computed anew
    std::vector<Event> history_;
    std::size_t work_ = 0;

    // The latest breadth-first search over processors.
    std::vector<Word> unreached_;
    std::vector<std::size_t> reached_;
    std::vector<std::size_t> from_;
};

} // namespace tangram::partition
