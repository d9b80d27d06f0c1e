#pragma once

/// What is decided before a product runs: which node computes what, in which order, and where sums are accumulated. It
/// is computed from values alone, so that it can be made and tested without StarPU.
///
///     speeds, links, grid --allocation--> owners --reduction or late C--> copies of C
///                                            \--order of zones--> tasks() as submitted
///                                             \-- workload --> what the policy follows
///
/// A strategy that follows no plan gets the tasks row by row.

#include "partition/base/allocation.hpp"
#include "sched/base/task.hpp"
#include "sched/plan/auto_plan.hpp"
#include "sched/plan/planned_product.hpp"
#include "sched/policies/settings.hpp"
#include "sched/policies/strategies.hpp"
#include "sched/policies/workload.hpp"
#include "sched/zones/block_footprints.hpp"
#include "sched/zones/late_c.hpp"
#include "sched/zones/reduction.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace tangram::sched {

struct ProductPlan {
    /// What the policy is made for. Its maker adds what only StarPU knows: StartingPlaces::still_there, if
    /// memory_may_run_short, and beta, if the strategy has two phases.
    Workload workload;

    std::optional<Reduction> reduction; ///< if nodes that share a tile of C accumulate apart
    std::optional<LateC> late_c;        ///< if products accumulate apart until their tile of C comes
    bool shares_c = false;              ///< each worker accumulates in a copy of C of its own

    /// Whether a device is too small for all matrices, so that StarPU may take tiles from it.
    bool memory_may_run_short = false;

    /// Tiles of at most this many bytes are fetched only when StarPU prepares their task: PlannedProduct's, if memory
    /// may run short, else 0. If a task that is held for a worker has such a tile, its other tiles wait, too.
    std::size_t late_tile_limit = 0;

    /// By node, the bytes of its memory that tiles of its zone may fill before their tasks are ready: most of it, less
    /// room for tiles that are not fetched (auxiliary ones, and those of C if it is only written). Empty where nothing
    /// is fetched so early: that needs tiles that are larger than late_tile_limit, nodes that execute tasks in the
    /// order of their zones, and tiles of C that are one node's alone. (A tile that another node writes first would be
    /// copied too early, and its writer would wait.)
    std::vector<double> bytes_to_prefetch;

    /// By node, how many products before its own a tile is fetched so early at most; infinite where links bring tiles
    /// no faster than devices allocate memory for them.
    std::vector<double> products_ahead;

    /// Nothing if the strategy follows none.
    [[nodiscard]] const std::optional<partition::Allocation>& allocation() const { return workload.allocation; }

    /// The products in the order of submission, each with the copy of its tile of C that it accumulates in. O(tasks).
    [[nodiscard]] std::vector<Task> tasks() const;
};

/// The zones of a strategy that follows a plan: of its allocation, or as `auto` chooses. Zones that nodes do not work
/// off in their order need not fit a memory. Throws InvalidInput as the partitioners do.
ChosenZones choose_zones(const Strategy& strategy, const PlannedProduct& product, Order order);

/// The zones of an allocation that the user gave, in blocks where memory is too small. O(tiles log tiles).
BlockedZones zones_of(const partition::Allocation& given, const PlannedProduct& product, Order order);

/// zones: nothing if the strategy follows none, or a policy of StarPU's is in charge (no strategy).
/// O(tiles log tiles).
ProductPlan plan_product(const PlannedProduct& product, const std::optional<Strategy>& strategy,
                         const Settings& settings, const std::optional<BlockedZones>& zones);

/// What early copies fill of a device's memory, and zones whose C comes late. The rest is for what thieves take, and
/// for what StarPU keeps free.
inline constexpr double usable_share = 0.9;

} // namespace tangram::sched
