#pragma once

/// The messages of the distributed substitutions: a few numbers each, of vectors that live on the rows of fronts.
///
/// Forward, L y = b, from the leaves up:
///
///     eliminated     y, of a block's pivots, when all before them are known: to who has a later block of the front
///     contributed    what a front adds to its parent's right-hand side: from who has these rows to who has their
///                    block of the parent, one message for each block
///
/// Backward, U x = y, from the roots down:
///
///     solved         x, of a block's pivots: to who has an earlier block of pivots, which needs all that comes later.
///                    Who has the first block knows all x of the front, so it sends them, of the rows that a child
///                    contributed, to the child's master, and that to who else has pivots of the child.
///
/// Each message is needed by who gets it, comes once, and is sent as soon as it can be computed; it waits for no other,
/// and their order does not matter. A backward substitution begins when its tree's forward one has ended, as its root
/// needs all. So an engine only delivers messages until Substitution::is_done(), and cannot deadlock if it receives
/// while it sends.

#include "cluster/solver/problem.hpp"

#include <vector>

namespace tangram::numerics {

using fronts::FrontId;

struct Segment {
    enum class Kind { eliminated, contributed, solved };

    Kind kind = Kind::eliminated;
    FrontId front = 0;          ///< of contributed ones the child
    solver::Rows rows;          ///< of the front, whose pivots come first
    std::vector<double> values; ///< by row

    bool operator==(const Segment&) const = default;
};

struct SegmentEnvelope {
    int to = 0;
    Segment segment;

    bool operator==(const SegmentEnvelope&) const = default;
};

} // namespace tangram::numerics
