#pragma once

/// The moves of the search over memberships: what one step may change.

#include "base/dice.hpp"
#include "partition/refine/memberships.hpp"

#include <array>
#include <cstddef>
#include <span>

namespace tangram::partition {

/// All are equally likely.
enum class MoveKind {
    toggle,        ///< a processor joins a line, or leaves it
    replace,       ///< a processor joins a line for another that leaves it
    move_parallel, ///< a processor leaves a line for a parallel one
    move_across,   ///< a processor leaves a row for a column, or a column for a row
    copy,          ///< a line gets the processors of a parallel one
    exchange,      ///< two processors of parallel lines take each other's place
};
inline constexpr std::size_t move_kinds = 6;

/// The changes of a move, to different lines: none if the lines drawn do not admit it.
class ProposedMove {
  public:
    ProposedMove() = default;
    explicit ProposedMove(const MembershipChange& change) : changes_{change}, count_(1) {}
    ProposedMove(const MembershipChange& first, const MembershipChange& second) : changes_{first, second}, count_(2) {}

    [[nodiscard]] std::span<MembershipChange> changes() { return std::span(changes_).first(count_); }

  private:
    std::array<MembershipChange, 2> changes_{};
    std::size_t count_ = 0;
};

/// Draws a kind of move, lines and processors. Only the processors in `costly`
/// are moved on their own: the others may have tiles anywhere.
[[nodiscard]] ProposedMove propose_move(const Memberships& lines, Mask costly, Dice& dice);

} // namespace tangram::partition
