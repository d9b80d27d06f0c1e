#include "partition/refine/memberships.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace tangram::partition {

namespace {

constexpr bool is_subset(Mask inner, Mask outer) {
    return (inner & ~outer) == 0;
}

} // namespace

Limits::Limits(const Window& window) : all(bit(window.most.size()) - 1) {
    for (Mask set = 1; set <= all; ++set) {
        const Mask rest = set & (set - 1);
        const auto p = static_cast<std::size_t>(std::countr_zero(set));
        least[set] = least[rest] + static_cast<std::int64_t>(window.least[p]);
        most[set] = most[rest] + static_cast<std::int64_t>(window.most[p]);
    }
}

MembershipState::MembershipState(Memberships lines, const Limits& limits) : lines_(std::move(lines)), limits_(limits) {
    for (std::size_t axis : {0u, 1u}) {
        for (Mask mask : lines_[axis]) {
            for (Mask set = mask;; set = (set + 1) | mask) {
                ++within_[axis][set];
                if (set == limits_.all) {
                    break;
                }
            }
        }
    }
    for (Mask mask : lines_[0]) {
        for (Mask set = 0; set <= limits_.all; ++set) {
            confined_[set] += crossing(1, mask, set);
        }
    }
}

MembershipChange MembershipState::apply(const MembershipChange& change) {
    const auto& [axis, line, after] = change;
    const Mask before = std::exchange(lines_[axis][line], after);
    PerMask& within = within_[axis];
    for (Mask set = 0; set <= limits_.all; ++set) {
        confined_[set] += crossing(1 - axis, after, set) - crossing(1 - axis, before, set);
        within[set] += is_subset(after, set) - is_subset(before, set);
    }
    return {axis, line, before};
}

std::int64_t MembershipState::violation() const {
    const std::int64_t tiles = confined_[limits_.all];
    std::int64_t too_many = 0;
    std::int64_t too_few = 0;
    for (Mask set = 0; set <= limits_.all; ++set) {
        too_many = std::max(too_many, confined_[set] - limits_.most[set]);
        too_few = std::max(too_few, confined_[set] + limits_.least[limits_.all - set] - tiles);
    }
    return too_many + too_few;
}

} // namespace tangram::partition
