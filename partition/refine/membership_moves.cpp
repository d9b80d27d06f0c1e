#include "partition/refine/membership_moves.hpp"

#include <bit>

namespace tangram::partition {

namespace {

/// The set of one random processor of a set that is not empty.
Mask random_of(Mask set, Dice& dice) {
    for (std::size_t skipped = dice.below_by_32_bits(static_cast<std::size_t>(std::popcount(set))); skipped > 0;
         --skipped) {
        set &= set - 1;
    }
    return set & -set;
}

/// A line, and the processors that it has.
struct Line {
    std::size_t axis;
    std::size_t number;
    Mask mask;

    [[nodiscard]] MembershipChange to(Mask changed) const { return {axis, number, changed}; }
    /// The members among a set leave, its others join.
    [[nodiscard]] MembershipChange toggled(Mask set) const { return to(mask ^ set); }
};

ProposedMove toggle(const Line& line, Mask costly, Dice& dice) {
    return costly != 0 ? ProposedMove(line.toggled(random_of(costly, dice))) : ProposedMove();
}

ProposedMove replace(const Line& line, Mask costly, Dice& dice) {
    const Mask inside = line.mask & costly;
    const Mask outside = costly & ~line.mask;
    if (inside == 0 || outside == 0) {
        return {};
    }
    const Mask leaving = random_of(inside, dice);
    const Mask joining = random_of(outside, dice);
    return ProposedMove(line.toggled(leaving | joining));
}

ProposedMove move_one(const Line& from, const Line& to, Mask costly, Dice& dice) {
    const Mask movable = from.mask & costly & ~to.mask;
    if (movable == 0) {
        return {};
    }
    const Mask moved = random_of(movable, dice);
    return {from.toggled(moved), to.toggled(moved)};
}

ProposedMove copy(const Line& line, const Line& other) {
    return line.mask != other.mask ? ProposedMove(line.to(other.mask)) : ProposedMove();
}

ProposedMove exchange(const Line& line, const Line& other, Mask costly, Dice& dice) {
    const Mask given = line.mask & costly & ~other.mask;
    const Mask taken = other.mask & costly & ~line.mask;
    if (given == 0 || taken == 0) {
        return {};
    }
    const Mask leaving = random_of(given, dice);
    const Mask joining = random_of(taken, dice);
    return {line.toggled(leaving | joining), other.toggled(leaving | joining)};
}

} // namespace

ProposedMove propose_move(const Memberships& lines, Mask costly, Dice& dice) {
    const auto kind = static_cast<MoveKind>(dice.below_by_32_bits(move_kinds));
    const std::size_t axis = dice.below_by_32_bits(lines[0].size() + lines[1].size()) < lines[0].size() ? 0 : 1;
    const std::size_t other_axis = kind == MoveKind::move_across ? 1 - axis : axis;
    const std::size_t number = dice.below_by_32_bits(lines[axis].size());
    const std::size_t other_number = dice.below_by_32_bits(lines[other_axis].size());
    const Line line{axis, number, lines[axis][number]};
    const Line other{other_axis, other_number, lines[other_axis][other_number]};
    switch (kind) {
    case MoveKind::toggle: return toggle(line, costly, dice);
    case MoveKind::replace: return replace(line, costly, dice);
    case MoveKind::move_parallel:
    case MoveKind::move_across: return move_one(line, other, costly, dice);
    case MoveKind::copy: return copy(line, other);
    case MoveKind::exchange: return exchange(line, other, costly, dice);
    }
    return {};
}

} // namespace tangram::partition
