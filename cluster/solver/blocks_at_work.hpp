#pragma once

/// The blocks of fronts that one process has allocated and not yet done: which rows and panels they wait for, and what
/// can be computed next. For SolverProcess.

#include "cluster/solver/block.hpp"
#include "cluster/solver/message.hpp"

#include <cstddef>
#include <deque>
#include <map>
#include <set>
#include <vector>

namespace tangram::solver {

/// One computation: a panel updates a block, or, where they are the same, the block's pivots are eliminated.
struct Step {
    FrontId front = 0;
    std::size_t block = 0;
    std::size_t panel = 0;

    [[nodiscard]] bool is_elimination() const { return block == panel; }

    bool operator==(const Step&) const = default;
};

/// Steps are returned in the order in which they become possible, but eliminations first: others wait for their panels.
/// Those of one block come one after the other.
class BlocksAtWork {
  public:
    /// A front has been dealt out. awaited: by block, rows of contribution blocks that are to be added, counted once
    /// for each child; of other processes' blocks not used. O(blocks log).
    void deal(const Front& front, const Deal& deal, int me, const std::vector<Index>& awaited);

    [[nodiscard]] bool is_dealt(FrontId front) const;
    /// Of a front that is dealt.
    [[nodiscard]] const std::vector<Block>& blocks(FrontId front) const { return fronts_.at(front).blocks; }

    /// Of a front that is dealt. O(log).
    void rows_arrive(FrontId front, std::size_t block, Index rows);

    /// Of any front, from here or elsewhere. O(blocks here).
    void panel_arrives(FrontId front, std::size_t panel);

    [[nodiscard]] bool has_step() const { return !steps_.empty(); }
    /// A block's next step comes only after finish() of this one.
    [[nodiscard]] Step next_step();

    /// Returns whether that was the block's last step. O(log).
    bool finish(const Step& step);

    /// The block is done; the last one of a front here forgets the front.
    void erase(FrontId front, std::size_t block);

    [[nodiscard]] bool empty() const { return fronts_.empty(); }

  private:
    struct BlockHere {
        Index awaited = 0;       ///< rows
        std::size_t next = 0;    ///< panel
        std::size_t steps = 0;   ///< of all: panels that update it, and its own elimination
        bool is_started = false; ///< its next step is returned, or waits to be
    };
    struct FrontHere {
        std::vector<Block> blocks;             ///< empty until it is dealt
        std::set<std::size_t> panels;          ///< that have arrived
        std::map<std::size_t, BlockHere> here; ///< by number of the block
    };

    void start_if_possible(FrontId front, std::size_t block);

    std::map<FrontId, FrontHere> fronts_;
    std::deque<Step> steps_;
};

} // namespace tangram::solver
