#pragma once

/// Fronts in blocks of rows, each on one process, and what a block costs. The types of fronts (fronts::FrontType)
/// differ in how their rows are dealt out, and in nothing else:
///
///     sequential   one block of all rows
///     parallel     the pivots' rows with the master, in blocks of a few, then a block for each slave
///     on all       many small blocks, dealt out cyclically
///
/// A block with pivots eliminates them when the panels of all blocks before it have updated its rows; its pivots' rows
/// are the next panel. A block without pivots is done when all panels have updated it.

#include "cluster/fronts/assembly_tree.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tangram::solver {

using fronts::Front;
using fronts::FrontId;
using fronts::Index;

/// Rows [begin, end) of a front, and who has them.
struct Block {
    int process = 0;
    Index begin = 0;
    Index end = 0;

    [[nodiscard]] Index rows() const { return end - begin; }

    bool operator==(const Block&) const = default;
};

/// How many rows a slave gets.
struct Share {
    int process = 0;
    Index rows = 0;

    bool operator==(const Share&) const = default;
};

/// The master's blocks, of at most so many pivots, then the slaves', in their order. The shares must add up to the
/// front's contribution. With several panels, slaves begin while the master eliminates the next one.
[[nodiscard]] std::vector<Block> dealt_to_slaves(const Front& front, int master, Index panel_rows,
                                                 const std::vector<Share>& slaves);

/// Cyclic: the more blocks a process has, the less it idles when its first ones are done, and the more messages there
/// are. Some four for each process, of so many rows at least.
[[nodiscard]] std::vector<Block> dealt_to_all(const Front& front, int processes, Index least_rows);

/// Rows of the block that are pivots of the front.
[[nodiscard]] Index pivots_in(const Front& front, const Block& block);

/// Rows of the block that are rows of the contribution block.
[[nodiscard]] Index contributed_in(const Front& front, const Block& block);

/// How many panels there are: the first blocks have all pivots. O(blocks).
[[nodiscard]] std::size_t panels(const Front& front, const std::vector<Block>& blocks);

/// Entries of the block.
[[nodiscard]] std::int64_t entries(const Front& front, const Block& block);

/// Of them, those that the parent will take. All others are factors in the end.
[[nodiscard]] std::int64_t contributed_entries(const Front& front, const Block& block);

/// To update a block by a panel before it.
[[nodiscard]] std::int64_t update_flops(const Front& front, const Block& block, const Block& panel);

/// To eliminate the block's pivots, and to update its other rows by them.
[[nodiscard]] std::int64_t elimination_flops(const Front& front, const Block& block);

/// All that the k-th block takes. For all blocks of a front this adds up to fronts::front_flops, exactly. O(panels).
[[nodiscard]] std::int64_t block_flops(const Front& front, const std::vector<Block>& blocks, std::size_t k);

} // namespace tangram::solver
