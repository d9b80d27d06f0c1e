#pragma once

/// Tiles placed within memberships - the rows and columns in which each
/// processor may have tiles - and moved along augmenting paths: what the
/// search for many processors works on (docs/algorithms.md, Refined: augmenting
/// paths).

#include "base/bit_matrix.hpp"
#include "partition/base/allocation.hpp"
#include "partition/base/problem.hpp"
#include "partition/refine/breadth_first_search.hpp"
#include "partition/refine/window.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace tangram::partition {

/// A tile by the numbers of its lines: rows come first, then columns.
struct Tile {
    std::size_t row;
    std::size_t column; ///< not below the number of rows
};

/// Every operation can be undone: history() is its length, rewind() goes back
/// to such a length.
///
/// Memory: 4 bytes per line and processor, 1 bit per pair of processors, and
/// 32 bytes per tile.
class Placement {
  public:
    /// Admits processors to the lines in which they have tiles, and those
    /// without weight, which costs nothing, to all lines. `start` has one layer.
    Placement(Allocation start, const Problem& problem);

    [[nodiscard]] const Allocation& allocation() const { return allocation_; }
    [[nodiscard]] std::size_t processors() const { return allocation_.processors; }
    [[nodiscard]] std::size_t lines() const { return allocation_.rows + allocation_.columns; }
    [[nodiscard]] bool is_row(std::size_t line) const { return line < allocation_.rows; }

    /// Tiles that p has in a line.
    [[nodiscard]] std::size_t count_in(std::size_t p, std::size_t line) const {
        return counts_[line * processors() + p];
    }
    /// Number of rows, or else columns, to which p is admitted.
    [[nodiscard]] std::size_t admissions(std::size_t p, bool to_rows) const { return admissions_[2 * p + to_rows]; }

    [[nodiscard]] bool is_admitted(std::size_t p, std::size_t line) const { return admitted_.test(line, p); }
    /// Calls visit(p) for the processors admitted to a line.
    template <class Visit> void for_each_admitted(std::size_t line, const Visit& visit) const {
        admitted_.for_each(line, visit);
    }

    /// Steps taken so far, of a few nanoseconds each: what budgets are in.
    [[nodiscard]] std::size_t work() const { return work_; }

    /// Lets p have tiles in a line to which it is not admitted.
    void admit(std::size_t p, std::size_t line);

    /// Forbids p a line and moves its tiles there along augmenting paths, on
    /// which each processor passes on a tile to the next, and which end at p
    /// elsewhere or, if the window allows, at another processor. False if some
    /// tile cannot be moved; the caller rewinds then.
    bool expel(std::size_t p, std::size_t line, const Window& window);

    [[nodiscard]] std::size_t history() const { return history_.size(); }
    void rewind(std::size_t length);
    /// What was done so far cannot be undone any more.
    void forget() { history_.clear(); }

  private:
    /// A tile that got another owner, or an admission that was given or taken.
    struct Event {
        std::size_t processor; ///< whose it was
        Tile place;            ///< an admission's line stands for both row and column
    };

    /// A tile that gets another owner.
    struct Move {
        Tile tile;
        std::size_t to;
    };

    [[nodiscard]] std::size_t index(const Tile& tile) const {
        return tile.row * allocation_.columns + tile.column - allocation_.rows;
    }
    [[nodiscard]] bool may_own(std::size_t p, const Tile& tile) const {
        return is_admitted(p, tile.row) && is_admitted(p, tile.column);
    }
    /// 64 of those that may own a tile, the w-th word of them.
    [[nodiscard]] BitMatrix::Word owners_word(const Tile& tile, std::size_t w) const {
        return admitted_.word(tile.row, w) & admitted_.word(tile.column, w);
    }
    [[nodiscard]] bool passes(std::size_t from, std::size_t to) const { return passes_to_.test(from, to); }

    template <class Visit> void for_each_tile(std::size_t line, Visit visit) const;
    void note_passes(const Tile& tile);
    void toggle(std::size_t p, std::size_t line);
    void set_owner(const Tile& tile, std::size_t to);
    bool move_elsewhere(const Tile& tile, const Window& window);
    [[nodiscard]] std::optional<std::size_t> find_path(const Tile& tile, const Window& window);
    bool collect_moves(const Tile& tile, std::size_t end);
    bool collect_move(std::size_t from, std::size_t to);

    Allocation allocation_;
    BitMatrix admitted_;                      ///< processors, by line
    std::vector<std::uint32_t> counts_;       ///< tiles by line and processor
    std::vector<std::size_t> admissions_;     ///< by processor: to columns, to rows
    std::vector<std::vector<Tile>> tiles_of_; ///< by processor
    std::vector<std::size_t> position_;       ///< of each tile in its owner's list

    /// By processor: who may own one of its tiles as well. Some may be out of
    /// date, which shows when a path uses them; so most searches need no tiles.
    BitMatrix passes_to_;

    std::vector<Event> history_;
    std::size_t work_ = 0;

    BreadthFirstSearch search_; ///< the latest
    std::vector<Move> moves_;   ///< along the path found
};

} // namespace tangram::partition
