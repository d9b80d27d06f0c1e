#pragma once

/// Refined: from zones to tiles by searching for the cheapest allocation with
/// exact or nearly exact numbers of tiles.

#include "partition/base/allocation.hpp"
#include "partition/base/problem.hpp"
#include "partition/base/work_budget.hpp"
#include "partition/base/zones.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace tangram::partition {

struct TileOptions {
    bool apportioned = false;  ///< targets by apportionment instead of rounded partial sums
    std::size_t tolerance = 0; ///< tiles by which a processor's count may miss its target; refined alone
    /// Makespan above the perfect one, 0.05 for 5%, instead of targets; refined alone.
    std::optional<double> slack = {};
    std::uint64_t seed = 1; ///< of refined's search
    double effort = 1;      ///< of refined's search: multiplies its steps, which take up to a second or two
    /// Limits refined's search, whatever the effort, and counts its work; null: no limit. Where it does not pay for
    /// the shortest search, there is none: refined() is as precise() then.
    WorkBudget* budget = nullptr;
};

/// The cheapest allocation that searches find from what rounded() and precise()
/// make of the zones, and with more than 8 processors of those of nrrp_plus(),
/// for all and for all but the largest (docs/algorithms.md, Refined). Slack
/// comes before tolerance; with neither, every processor gets exactly its
/// target - but where rounded() is both cheaper and no worse balanced than what
/// was found, it is the result.
///
/// So it never costs more than precise() with the same targets, nor than
/// rounded() unless its balance is better. Same input, same result.
///
/// The searches take a second or two, times the effort, and 256 MiB at most;
/// where a grid is too large for them, the cheapest start moved into the window
/// is the result. All else is O(tiles log k) for k processors, and memory
/// O(tiles + k): 0.5 to 1 GB for 4096 x 4096 tiles, in some 5 s
/// for 1000 processors, 20 s for a million.
///
/// Throws InvalidInput as require_valid() and precise() do, and for a slack
/// that is negative or not finite, or an effort that is not positive or above
/// 10000.
[[nodiscard]] Allocation refined(const Partition& partition, const Problem& problem, const Grid& grid,
                                 const TileOptions& options = {});

/// WorkBudget: of refined() with the shortest searches.
[[nodiscard]] double least_refined_work(const Problem& problem, const Grid& grid);

} // namespace tangram::partition
