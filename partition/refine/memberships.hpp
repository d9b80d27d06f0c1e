#pragma once

/// Memberships - which processors may have tiles in a row or column - and
/// whether tiles can be placed within them.

#include "partition/refine/searches.hpp"
#include "partition/refine/window.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tangram::partition {

/// A set of at most few_processors processors, one bit each.
using Mask = std::uint32_t;

/// A number for each set.
using PerMask = std::array<std::int64_t, std::size_t{1} << few_processors>;

constexpr Mask bit(std::size_t processor) {
    return Mask{1} << processor;
}

/// Rows (axis 0) and columns (axis 1): the processors that may have tiles in each.
using Memberships = std::array<std::vector<Mask>, 2>;

/// One line of tiles is to get another set of processors.
struct MembershipChange {
    std::size_t axis;
    std::size_t line;
    Mask mask;
};

/// For each set of processors the least and the most tiles they may have in all.
struct Limits {
    PerMask least{};
    PerMask most{};
    Mask all = 0;

    explicit Limits(const Window& window);
};

/// Memberships, and what decides whether tiles can be placed within them: the
/// number of tiles confined to each set of processors, because only these may
/// own them. Counts in a window are possible exactly if no set has more tiles
/// confined to it than it may own, and none has, with the tiles not confined to
/// the others, fewer than it must own (docs/algorithms.md, Refined:
/// memberships).
class MembershipState {
  public:
    /// Refers to the limits.
    MembershipState(Memberships lines, const Limits& limits);

    [[nodiscard]] const Memberships& lines() const { return lines_; }

    /// Returns the change that undoes this one. O(2^processors).
    MembershipChange apply(const MembershipChange& change);

    /// Tiles that the worst set owns too many, and that another lacks. 0 if
    /// counts in the window are possible. O(2^processors).
    [[nodiscard]] std::int64_t violation() const;

  private:
    /// Tiles confined to `set` of a line with this mask: those in lines across
    /// that have none of the mask's other processors.
    [[nodiscard]] std::int64_t crossing(std::size_t axis_across, Mask mask, Mask set) const {
        return within_[axis_across][(limits_.all & ~mask) | set];
    }

    Memberships lines_;
    const Limits& limits_;
    std::array<PerMask, 2> within_{}; ///< number of lines whose processors are all in a set
    PerMask confined_{};
};

} // namespace tangram::partition
