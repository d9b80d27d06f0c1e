#pragma once

/// The plan of the strategy `auto`:
///
///     1. nodes that do not keep up are left out (nodes_that_keep_up);
///     2. of nrrp-rounded and nrrp-refined (nrrp-precise if a search would not pay: exact_allocation_kind) it takes the
///        one with which the slowest node is done first (estimated_seconds);
///     3. if rounding gave the home node more tiles than its workers finish in time, it takes a plan with fewer tiles
///        there, if that is estimated to be faster (seconds_if_hidden);
///     4. else, if home's workers are slow and its share is fewer tiles than it has workers, it takes a plan with a
///        tile for each of them to begin (begun_tiles), if that is estimated to be faster (seconds_if_hidden);
///     5. where links limit, it takes a plan whose shares are those that the links can bring in time, nothing for some
///        nodes (balanced_tiles), if that is estimated to be faster (seconds_if_hidden).
///
/// A search for tiles (nrrp-refined) spends no more work than the whole plan may (planning_limit). Nor may it take
/// longer than it could save: the seconds by which the estimate for rounded zones exceeds that for ideal ones
/// (least_estimated_seconds). Searches find most of what they find within 5 milliseconds (docs/algorithms.md, Refined:
/// effort).
///
/// Checked by simulation (tiles of 960; sirocco and mirage with and without CPUs, and 14
/// synthetic nodes of 2 to 8 GPUs, some with a shared bus, copies between GPUs or GPUs of two
/// kinds): from 8 x 8 tiles of C on, the choice takes at most 2% longer than the best of
/// nrrp-rounded, nrrp-precise and nrrp-refined with or without stealing, but for 3 and 6% in
/// two products of 8 x 8 tiles that are too short for a search.
///
/// Nodes that cannot keep up have no zone (nodes_that_keep_up): beside fast GPUs one tile of C, whose products
/// follow one another, may take a core longer than the GPUs take for all of them.
///
/// What it does not know: copies between devices, which it takes for copies from RAM. It tries no three-dimensional
/// allocation: with redux these win by up to 44% where C has 2 x 2 to 4 x 4 tiles (mirage, 2880), but there two
/// dimensions with smaller tiles do as well, or nearly (0.056 s instead of 0.066 s). From 8 x 8 tiles on they gain at
/// most 2%, and take up to 72% longer (eight GPUs of two kinds).

#include "partition/base/work_budget.hpp"
#include "sched/plan/planned_product.hpp"
#include "sched/zones/allocations.hpp"
#include "sched/zones/block_footprints.hpp"

#include <string>

namespace tangram::sched {

/// Who should compute what, and why.
struct ChosenZones {
    BlockedZones zones;
    std::string reason; ///< one line for people; empty if the strategy names the allocation
    double work = 0;    ///< that planning took (partition::WorkBudget)
};

/// The zones of this kind, in blocks where memory is too small. Searches spend at most what the budget has left. Throws
/// InvalidInput as the partitioners do.
BlockedZones zones_of(const AllocationKind& kind, const PlannedProduct& product, partition::WorkBudget& budget);

/// Throws InvalidInput as the partitioners do.
ChosenZones auto_plan(const PlannedProduct& product);

} // namespace tangram::sched
