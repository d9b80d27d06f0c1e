#pragma once

/// What the tiles of a distributed product need of a host's memory, and how many slices it has room for.

#include "cluster/nodes/node_plan.hpp"

#include <cstddef>
#include <cstdint>

namespace tangram::cluster {

/// Of a process, or of all processes of a host.
struct BytesNeeded {
    std::uint64_t tiles = 0; ///< that it owns, and C before the product if that is read
    std::uint64_t slice = 0; ///< for each slice of the window: copies of what it receives
    [[nodiscard]] std::uint64_t of(std::size_t window) const { return tiles + window * slice; }
};

/// Of a process of the plan. A copy counts twice: one that comes before it is asked for lies in memory twice for a
/// moment.
[[nodiscard]] BytesNeeded bytes_needed(const nodes::NodeProblem& problem, const nodes::NodePlan& plan,
                                       std::size_t process, bool reads_c);

/// What a process of one plan takes besides what it has, at most, while its tiles become those of the next one, and for
/// the next product with this window.
[[nodiscard]] std::uint64_t bytes_needed_to_change(const nodes::NodeProblem& problem, const nodes::NodePlan& now,
                                                   const nodes::NodePlan& next, std::size_t process, bool reads_c,
                                                   std::size_t window);

/// No fewer slices are chosen for want of memory: some are on their way while others are computed.
inline constexpr std::size_t least_window = 4;

/// All slices, or as many as half of the available bytes have room for: plans inside the processes are made for all
/// of them, and their nodes take over from each other what remains of a tile in all slices of the window.
[[nodiscard]] std::size_t fitting_window(const BytesNeeded& host, std::uint64_t available, std::size_t depth);

} // namespace tangram::cluster
