#include "apps/gemm/product/prepared_product.hpp"

#include "apps/gemm/product/product_checks.hpp"
#include "apps/gemm/runtime/device_memory.hpp"
#include "apps/gemm/runtime/measured_speeds.hpp"
#include "sched/plan/plan_cache.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

#include <starpu.h>

namespace tangram::apps {

namespace {

TileChoice tile_choice(Runtime& runtime, const ProductOutline& product, const GemmOptions& options) {
    if (options.tile != 0) {
        return {.tile = options.tile, .reason = {}};
    }
    if (options.measures_tile) {
        return choose_measured_tile(runtime, product.size, product.precision, product.reads_c, options.notify);
    }
    const auto& [m, n, k] = product.size;
    return {.tile = choose_tile(m, n, k, starpu_worker_get_count()), .reason = {}};
}

/// The caller's allocation as seen from the product's C. Checked before speeds are measured.
std::optional<partition::Allocation> given_allocation(const Runtime& runtime, const ProductOutline& product,
                                                      const GemmOptions& options, TileGrid grid, std::int64_t tile) {
    if (!options.allocation) {
        return std::nullopt;
    }
    if (product.swapped) {
        std::swap(grid.rows, grid.columns);
    }
    check_allocation(*options.allocation, runtime, grid, tile);
    return product.swapped ? partition::transposed(*options.allocation) : *options.allocation;
}

/// The home node has the matrices already: what its zone spans costs nothing.
partition::Problem partition_problem(const Runtime& runtime, const TileShape& size, const Speeds& speeds) {
    partition::Problem problem{.speeds = speeds.flops_per_second,
                               .height = static_cast<double>(size.m),
                               .width = static_cast<double>(size.n),
                               .depth = static_cast<double>(size.k),
                               .weights = {},
                               .c_factor = runtime.settings().c_factor};
    for (const MemoryNode& node : runtime.nodes()) {
        problem.weights.push_back(node.is_home ? 0 : 1);
    }
    return problem;
}

/// The last tile, in the last row and column, of the last products: what is left.
TileShape last_tile(const TileShape& size, const TileGrid& grid, std::int64_t tile) {
    return {size.m - (grid.rows - 1) * tile, size.n - (grid.columns - 1) * tile, size.k - (grid.depth - 1) * tile};
}

sched::PlannedProduct planned_product(Runtime& runtime, const ProductOutline& product,
                                      const PreparedProduct& prepared) {
    const auto& [rows, columns, depth] = prepared.grid;
    const sched::TileBytes full = tile_bytes(prepared.full, product.precision);
    const TileShape last = last_tile(product.size, prepared.grid, prepared.choice.tile);
    const auto part = [](std::int64_t side, std::int64_t of_full) {
        return static_cast<double>(side) / static_cast<double>(of_full);
    };
    sched::PlannedProduct planned{
        .problem = partition_problem(runtime, product.size, prepared.speeds),
        .rows = static_cast<std::size_t>(rows),
        .columns = static_cast<std::size_t>(columns),
        .depth = static_cast<std::size_t>(depth),
        .last = {part(last.m, prepared.full.m), part(last.n, prepared.full.n), part(last.k, prepared.full.k)},
        .tile_bytes = full,
        .task_flops = prepared.full.flops(),
        .reads_c = product.reads_c,
        .seconds_bound = prepared.bounds.seconds,
        .nodes = runtime.nodes(),
        .memory = {},
        .links = runtime.links()};
    if (runtime.strategy() && runtime.strategy()->follows_plan()) {
        planned.may_hand_on = runtime.strategy()->hands_on(runtime.settings().order);
        planned.ram_bandwidth = runtime.bandwidth_from_ram();
    }
    for (const MemoryNode& node : planned.nodes) {
        planned.memory.push_back(memory_for_tiles(node, full));
        const std::size_t held = runtime.settings().window * node.workers.size();
        planned.late_tile_limit =
            std::max(planned.late_tile_limit,
                     late_tile_limit(node, planned.memory.back(), held, full, tile_bytes(last, product.precision)));
    }
    return planned;
}

using Clock = std::chrono::steady_clock; // StarPU's stands still in simulation

/// The zones that the strategy gives the product, or an earlier one that was the same.
sched::BlockedZones chosen_zones(Runtime& runtime, const sched::PlannedProduct& product,
                                 std::optional<PlanningReport>& planning) {
    const auto make = [&](const sched::PlannedProduct& wanted) {
        return choose_zones(*runtime.strategy(), wanted, runtime.settings().order);
    };
    const auto& [plan, reused] = runtime.plans().find_or_make(product, make);
    planning = PlanningReport{.reused = reused, .reason = plan.reason};
    return plan.zones;
}

} // namespace

PreparedProduct prepare(Runtime& runtime, const ProductOutline& product, const GemmOptions& options) {
    check_tile_options(options);
    check_planning_effort(options.planning_effort);
    PreparedProduct prepared;
    prepared.choice = tile_choice(runtime, product, options);
    const std::int64_t tile = prepared.choice.tile;
    const auto& [m, n, k] = product.size;
    prepared.grid = tile_grid(m, n, k, tile);
    prepared.full = {std::min(tile, m), std::min(tile, n), std::min(tile, k)};
    const std::optional<partition::Allocation> given = given_allocation(runtime, product, options, prepared.grid, tile);
    prepared.speeds =
        runtime.measured_speeds().corrected(product.precision, prepared.full, runtime.nodes(),
                                            node_speeds(runtime, product.precision, prepared.full, options.notify));
    prepared.bounds =
        product_bounds(runtime.nodes(), prepared.speeds, product.size, product.precision, product.reads_c);
    prepared.planned = planned_product(runtime, product, prepared);
    prepared.planned.planning_effort = options.planning_effort;
    check_affinity(runtime, prepared.planned);

    const Clock::time_point start = Clock::now();
    std::optional<sched::BlockedZones> zones;
    if (given) {
        zones = zones_of(*given, prepared.planned, runtime.settings().order);
    } else if (runtime.strategy() && runtime.strategy()->follows_plan()) {
        zones = chosen_zones(runtime, prepared.planned, prepared.planning);
    }
    prepared.plan = plan_product(prepared.planned, runtime.strategy(), runtime.settings(), zones);
    if (prepared.planning) {
        prepared.planning->seconds = std::chrono::duration<double>(Clock::now() - start).count();
    }
    return prepared;
}

} // namespace tangram::apps
