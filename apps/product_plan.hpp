#pragma once

/// What is decided before a product runs: which node computes what, in which order, and
/// where sums are accumulated.
///
///     speeds, links, grid --allocation--> owners --reduction or late C--> copies of C
///                                            \--order of zones--> tasks() as submitted
///                                             \-- for_policy() --> what the policy follows
///
/// A strategy that follows no plan gets the tasks row by row.

#include "apps/auto_plan.hpp"
#include "apps/gemm.hpp"
#include "apps/runtime.hpp"
#include "apps/tile_grid.hpp"
#include "partition/allocation.hpp"
#include "sched/late_c.hpp"
#include "sched/reduction.hpp"
#include "sched/starpu/adapter.hpp"
#include "sched/task.hpp"
#include "sched/zone_order.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tangram::apps {

/// The caller's allocation as seen from the product's C, which may be the transpose of the
/// caller's (swapped). Throws InvalidInput unless it is one of the grid's tiles (of `tile`
/// elements) to the runtime's nodes, and the runtime's strategy follows one.
partition::Allocation allocation_for(const partition::Allocation& given, const Runtime& runtime, TileGrid grid,
                                     std::int64_t tile, bool swapped);

class ProductPlan {
  public:
    /// task_flops: of a full tile's task. given: instead of the strategy's allocation. runtime
    /// must outlive the plan. Throws InvalidInput as the partitioners do. O(tiles log tiles)
    /// and what the allocation takes.
    ProductPlan(Runtime& runtime, PlannedProduct product, double task_flops,
                std::optional<partition::Allocation> given);

    /// Nothing if the strategy follows none.
    [[nodiscard]] const std::optional<partition::Allocation>& allocation() const { return allocation_; }

    /// How the allocation came about; nothing if it was given or there is none.
    [[nodiscard]] const std::optional<PlanningReport>& planning() const { return planning_; }

    /// Names of nodes that the strategy gives tiles of C, though a worker of theirs takes longer over one than the
    /// other nodes over all (nodes_that_keep_up). None in three dimensions, where nodes share tiles, nor if the zones
    /// are given, nor of `auto`, which leaves such nodes out.
    [[nodiscard]] std::vector<std::string> nodes_behind() const;

    /// If nodes that share a tile of C accumulate apart.
    [[nodiscard]] const std::optional<sched::Reduction>& reduction() const { return reduction_; }

    /// Whether each worker accumulates in a copy of C of its own.
    [[nodiscard]] bool shares_c() const;

    /// Whether the tiles of a zone may be fetched before its tasks are ready: nodes execute
    /// them as their zones grow, and each tile of C is one node's alone. (Of tiles that others
    /// write first there would be copies too early, for which the writers wait.) Nor where StarPU may look for room
    /// forever (are_divided_apart).
    [[nodiscard]] bool prefetches() const;

    /// By node, what early copies may fill of its memory. They leave room for the tiles that may be there at
    /// a time though nobody fetched them: auxiliary ones, and those of C if it is only written.
    [[nodiscard]] std::vector<double> bytes_to_prefetch() const;

    [[nodiscard]] sched::ProductShape shape() const;

    /// The products in the order of submission, each with the copy of its tile of C that it
    /// accumulates in. O(tasks).
    [[nodiscard]] std::vector<sched::Task> tasks() const;

    /// What the adapter hands to the strategy's policy; there must be a strategy.
    [[nodiscard]] sched::starpu::Plan for_policy() const;

  private:
    void adopt_plan(const sched::Strategy& strategy);
    [[nodiscard]] bool follows_zones() const;
    [[nodiscard]] bool c_comes_late() const;
    [[nodiscard]] bool zones_fit() const;
    [[nodiscard]] std::vector<std::size_t> tiles_at_a_time() const;
    [[nodiscard]] bool memory_may_run_short() const;
    [[nodiscard]] bool may_fetch_ahead() const;
    [[nodiscard]] std::function<bool(const sched::Task&, std::size_t, sched::Node)> still_there() const;
    [[nodiscard]] std::vector<sched::NodeSpeed> product_speeds() const;
    [[nodiscard]] double seconds_home(const MemoryNode& node) const;
    [[nodiscard]] double beta() const;
    void check_affinity() const;
    [[nodiscard]] sched::ZoneOrder zone_order() const;
    [[nodiscard]] std::vector<sched::Task> tasks_in_order() const;

    Runtime& runtime_;
    PlannedProduct product_;
    double task_flops_;
    std::optional<partition::Allocation> allocation_;
    std::optional<PlanningReport> planning_;
    sched::ZonePlan zones_;
    std::optional<sched::Reduction> reduction_;
    std::optional<sched::LateC> late_c_; ///< if products accumulate apart until their tile of C comes
};

} // namespace tangram::apps
