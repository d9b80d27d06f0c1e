#pragma once

/// The messages of the factorisation, beside those of the exchange of loads. They travel in channels of their own that
/// lose nothing and keep the order from one process to another.
///
///     1  Finished          from who has a part of a front's contribution block, to the master of the parent
///     2  Deal              from the master of a front, when its children's contribution blocks are finished and it has
///                          selected the slaves; to the slaves (of type 3: to all) and to who has parts of those blocks
///     3  ContributedRows   from who has them, to who has their block of the parent now: one message for each block
///     4  Panel             when a block's pivots are eliminated, to all who have a later block of the front, each once
///
/// A block starts when all its rows have come, and takes the panels in their order. Who sends to itself sends nothing.
/// Rows, and panels of fronts of type 3, may come before the Deal that tells what they are for.
///
/// Nobody waits for one message while it refuses others, but for a frozen process, which takes those of the exchange
/// only, and thaws by them: with bounded buffers it cannot deadlock.
///
/// Messages have no numbers of the matrix: an engine that computes sends them along, and each message says which.

#include "cluster/fronts/assembly_tree.hpp"
#include "cluster/solver/block.hpp"
#include "cluster/solver/problem.hpp"

#include <cstddef>
#include <variant>
#include <vector>

namespace tangram::solver {

/// These rows of a front's contribution block lie with the sender.
struct Finished {
    FrontId front = 0;
    Rows rows; ///< 0: the first row after the pivots

    bool operator==(const Finished&) const = default;
};

/// Who has which rows of a front.
struct Deal {
    FrontId front = 0;
    std::vector<Block> blocks; ///< all rows, in their order

    bool operator==(const Deal&) const = default;
};

/// Rows of a child's contribution block, to be added to a block of its parent. All columns of the contribution block.
struct ContributedRows {
    FrontId child = 0;
    std::size_t block = 0; ///< of the parent
    Rows rows;             ///< of the child, as in Finished

    bool operator==(const ContributedRows&) const = default;
};

/// The pivots' rows of a front's block, eliminated. All columns from the first of these pivots on.
struct Panel {
    FrontId front = 0;
    std::size_t block = 0;
    Rows rows; ///< of the front

    bool operator==(const Panel&) const = default;
};

using Message = std::variant<Finished, Deal, ContributedRows, Panel>;

struct Envelope {
    int to = 0;
    Message message;

    bool operator==(const Envelope&) const = default;
};

/// Matrix entries that go with a message.
[[nodiscard]] std::int64_t entries_with(const Message& message, const fronts::AssemblyTree& tree);

/// Bytes of what a message says and of the entries with it: 8 for each number.
[[nodiscard]] std::size_t payload_bytes(const Message& message, const fronts::AssemblyTree& tree);

} // namespace tangram::solver
