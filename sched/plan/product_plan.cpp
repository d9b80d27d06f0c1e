#include "sched/plan/product_plan.hpp"

#include "sched/plan/balanced_tiles.hpp"
#include "sched/plan/planning_limit.hpp"
#include "sched/plan/product_speeds.hpp"
#include "sched/zones/spare_tiles.hpp"
#include "sched/zones/tile_bytes.hpp"
#include "sched/zones/zone_blocks.hpp"
#include "sched/zones/zone_ends.hpp"
#include "sched/zones/zone_order.hpp"
#include "sched/zones/zone_starts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>

namespace tangram::sched {

namespace {

/// Returns, by node, the memory that zones or their blocks must fit: infinite if tasks do not follow their order.
std::vector<double> memory_for_zones(const PlannedProduct& product, Order order) {
    return order == Order::zone ? product.memory
                                : std::vector<double>(product.memory.size(), std::numeric_limits<double>::infinity());
}

bool follows_zones(const Workload& work) {
    return work.allocation && work.order == Order::zone;
}

ZoneOrder zone_order(const Workload& work) {
    return {*work.allocation, work.shape.depth, work.zones};
}

/// Whether each device has memory for the tiles of its zone. There may be two of a tile of
/// C, the auxiliary one until C(i,j) has come; but so early not all of A and B is there:
/// what is fetched early leaves room.
bool zones_fit(const partition::Allocation& allocation, const PlannedProduct& product) {
    const std::vector<partition::Footprint> footprints = allocation.footprints();
    for (std::size_t node = 0; node < footprints.size(); ++node) {
        if (bytes_at_a_time(footprints[node], product.depth, product.tile_bytes) >
            usable_share * product.memory[node]) {
            return false;
        }
    }
    return true;
}

/// What there is to know of zones besides the allocation; they are worked off in their order.
void plan_zones(Workload& work, const PlannedProduct& product, const Strategy& strategy, std::size_t window) {
    work.speeds = product_speeds(product, window, work.zones.blocks);
    const bool spares = strategy.balancer()->spares;
    if (spares && !shares_that_links_limit(product)) {
        work.zones.spare = spare_tiles(*work.allocation, work.speeds);
    }
    work.zones.ends = zone_ends(*work.allocation, work.shape.depth, work.speeds, spares ? product.home() : std::nullopt,
                                product.reads_c);
    if (!work.allocation->is_3d() && work.zones.blocks.empty()) {
        work.zones.starts = zone_starts(work.shape.depth, work.speeds);
    }
}

/// By node, whether its link brings the tiles of C, and those of A and B for the first slice, while it computes that
/// slice.
std::vector<bool> nodes_with_c_in_time(const partition::Allocation& allocation, const PlannedProduct& product) {
    const std::vector<partition::Footprint> footprints = allocation.footprints();
    std::vector<bool> in_time;
    for (std::size_t node = 0; node < footprints.size(); ++node) {
        const double bandwidth = bandwidth_if_all_fetch(product, node);
        const auto products = static_cast<double>(footprints[node].c);
        const double work = products * product.task_flops / product.problem.speeds[node];
        in_time.push_back(bytes_at_a_time(footprints[node], 1, product.tile_bytes) / bandwidth <= work);
    }
    return in_time;
}

/// Plans where sums are accumulated. Nodes accumulate apart until a tile of C comes (LateC) only if tasks follow the
/// order of zones, and if devices keep what they have.
void plan_copies(ProductPlan& plan, const PlannedProduct& product, const Strategy& strategy, AuxiliaryTiles auxiliary) {
    Workload& work = plan.workload;
    const partition::Allocation& allocation = *work.allocation;
    if (strategy.reduces()) {
        plan.reduction.emplace(allocation, product.home(), auxiliary);
        work.reduces = true;
        work.shape.copies = plan.reduction->copies();
    } else if (follows_zones(work) && !allocation.is_3d() && product.reads_c && zones_fit(allocation, product)) {
        const std::vector<bool> in_time = nodes_with_c_in_time(allocation, product);
        if (std::find(in_time.begin(), in_time.end(), false) != in_time.end()) {
            plan.late_c.emplace(allocation, product.depth, zone_order(work), in_time);
            work.shape.copies = LateC::copies;
        }
    }
}

bool memory_may_run_short(const PlannedProduct& product, std::uint32_t copies) {
    const auto& [a, b, c] = product.tile_bytes;
    const double bytes = static_cast<double>(product.rows * product.depth) * a +
                         static_cast<double>(product.depth * product.columns) * b +
                         static_cast<double>(product.rows * product.columns * copies) * c;
    return std::any_of(product.memory.begin(), product.memory.end(), [&](double memory) { return bytes > memory; });
}

/// By node, tiles of C that it works on before any of them goes: those of its zone, or of the largest of its blocks.
std::vector<std::size_t> tiles_at_a_time(const Workload& work, std::size_t nodes) {
    std::vector<std::size_t> most(nodes);
    for (const BlockFootprint& block : block_footprints({*work.allocation, work.zones.blocks})) {
        most[block.node] = std::max(most[block.node], block.tiles.c);
    }
    return most;
}

std::vector<double> bytes_to_prefetch(const ProductPlan& plan, const PlannedProduct& product) {
    const Workload& work = plan.workload;
    const auto& [a, b, c] = product.tile_bytes;
    const bool prefetches = follows_zones(work) && (!work.allocation->is_3d() || plan.reduction) &&
                            static_cast<double>(plan.late_tile_limit) < std::max({a, b, c});
    if (!prefetches) {
        return {};
    }
    const bool fetches_c = !plan.late_c && !plan.reduction && product.reads_c;
    const std::vector<std::size_t> tiles = tiles_at_a_time(work, product.nodes.size());
    std::vector<double> bytes;
    for (std::size_t node = 0; node < tiles.size(); ++node) {
        const double unfetched = fetches_c ? 0 : static_cast<double>(tiles[node]) * c;
        bytes.push_back(std::max(0.0, usable_share * product.memory[node] - unfetched));
    }
    return bytes;
}

/// Half a slice of the zone, or of its largest block: the next tiles are due when the first half of its products is
/// done. In three dimensions without a limit.
std::vector<double> products_ahead(const Workload& work) {
    constexpr double of_slice = 0.5;
    std::vector<double> products;
    const std::vector<std::size_t> tiles = tiles_at_a_time(work, work.speeds.size());
    for (Node node = 0; node < work.speeds.size(); ++node) {
        const bool memory_is_slower =
            !work.allocation->is_3d() && work.speeds[node].tile_seconds < work.speeds[node].allocation_seconds;
        products.push_back(memory_is_slower ? of_slice * static_cast<double>(tiles[node])
                                            : std::numeric_limits<double>::infinity());
    }
    return products;
}

std::vector<Task> row_by_row(const ProductShape& shape) {
    std::vector<Task> tasks;
    for (std::uint32_t i = 0; i < shape.rows; ++i) {
        for (std::uint32_t j = 0; j < shape.columns; ++j) {
            for (std::uint32_t k = 0; k < shape.depth; ++k) {
                tasks.push_back({i, j, k});
            }
        }
    }
    return tasks;
}

} // namespace

std::vector<Task> ProductPlan::tasks() const {
    std::vector<Task> tasks = follows_zones(workload) ? zone_order(workload).all_tasks() : row_by_row(workload.shape);
    for (Task& task : tasks) {
        if (reduction) {
            task.copy = reduction->copy(task.i, task.j, allocation()->owner_of_product(task.i, task.j, task.k));
        } else if (late_c) {
            task.copy = late_c->copy(task);
        }
    }
    return tasks;
}

ChosenZones choose_zones(const Strategy& strategy, const PlannedProduct& product, Order order) {
    PlannedProduct zoned = product;
    zoned.memory = memory_for_zones(product, order);
    const auto* const planned = strategy.as<Strategy::Planned>();
    if (planned == nullptr) {
        return auto_plan(zoned);
    }
    partition::WorkBudget budget(planning_limit(zoned));
    BlockedZones zones = zones_of(*planned->allocation, zoned, budget);
    return {std::move(zones), "", budget.spent()};
}

/// Growing slices: the others were not measured for users' own zones.
BlockedZones zones_of(const partition::Allocation& given, const PlannedProduct& product, Order order) {
    return {given, zone_blocks(given, product.depth, product.tile_bytes, memory_for_zones(product, order),
                               SliceRoom::growing)};
}

ProductPlan plan_product(const PlannedProduct& product, const std::optional<Strategy>& strategy,
                         const Settings& settings, const std::optional<BlockedZones>& zones) {
    ProductPlan plan;
    Workload& work = plan.workload;
    work.shape = {static_cast<std::uint32_t>(product.rows), static_cast<std::uint32_t>(product.columns),
                  static_cast<std::uint32_t>(product.depth)};
    work.shape.last = product.last;
    work.start = {.nodes = product.nodes.size(), .home = product.home(), .reads_c = product.reads_c};
    work.order = settings.order;
    work.seed = settings.seed;
    if (zones) {
        work.allocation = zones->allocation;
        work.zones.blocks = zones->blocks;
        work.zones.slice_orders = zones->slice_orders;
        if (follows_zones(work)) {
            plan_zones(work, product, *strategy, settings.window);
        }
        plan_copies(plan, product, *strategy, settings.auxiliary_tiles());
    }
    plan.shares_c = strategy && strategy->wants_independent();
    plan.memory_may_run_short = memory_may_run_short(product, work.shape.copies);
    plan.late_tile_limit = plan.memory_may_run_short ? product.late_tile_limit : 0;
    plan.bytes_to_prefetch = bytes_to_prefetch(plan, product);
    if (!plan.bytes_to_prefetch.empty()) {
        plan.products_ahead = products_ahead(work);
    }
    return plan;
}

} // namespace tangram::sched
