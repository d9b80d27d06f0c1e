#include "apps/product_plan.hpp"

#include "apps/device_memory.hpp"
#include "apps/format_bytes.hpp"
#include "apps/plan_cache.hpp"
#include "apps/plan_estimates.hpp"
#include "model/analysis.hpp"
#include "partition/error.hpp"
#include "sched/settings.hpp"
#include "sched/spare_tiles.hpp"
#include "sched/strategies.hpp"
#include "sched/zone_ends.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

#include <starpu.h>

namespace tangram::apps {

namespace {

/// "processor 0 is CPU, 1 is OpenCL 0".
std::string processors_text(const std::vector<MemoryNode>& nodes) {
    std::string text;
    for (std::size_t processor = 0; processor < nodes.size(); ++processor) {
        text += fmt::format("{}{} is {}", processor == 0 ? "processor " : ", ", processor, nodes[processor].name);
    }
    return text;
}

/// Throws InvalidInput unless the allocation is one of the grid's tiles (of `tile` elements) to the runtime's nodes.
void check_allocation(const partition::Allocation& allocation, const Runtime& runtime, const TileGrid& grid,
                      std::int64_t tile) {
    const auto refuse = [&](const std::string& reason) {
        throw InvalidInput(fmt::format("allocation {}: {}", allocation.name, reason));
    };
    if (!runtime.strategy() || !runtime.strategy()->follows_plan()) {
        refuse(fmt::format("{} follows none; choose a strategy with a plan (tangram policies lists them)",
                           runtime.policy_name()));
    }
    if (allocation.rows != static_cast<std::size_t>(grid.rows) ||
        allocation.columns != static_cast<std::size_t>(grid.columns)) {
        refuse(fmt::format("it has {} x {} tiles, but C has {} x {} (tile size {})", allocation.rows,
                           allocation.columns, grid.rows, grid.columns, tile));
    }
    if (allocation.layers != 1 && allocation.layers != static_cast<std::size_t>(grid.depth)) {
        refuse(fmt::format("it has {} layers, but the product is {} tiles deep (tile size {})", allocation.layers,
                           grid.depth, tile));
    }
    if (allocation.processors != runtime.nodes().size()) {
        refuse(fmt::format("it has {} processors, but this machine has {} memory nodes with workers: {}",
                           allocation.processors, runtime.nodes().size(), processors_text(runtime.nodes())));
    }
    const bool is_complete = allocation.owners.size() == allocation.rows * allocation.columns * allocation.layers &&
                             std::all_of(allocation.owners.begin(), allocation.owners.end(),
                                         [&](std::size_t owner) { return owner < allocation.processors; });
    if (!is_complete) {
        refuse("each tile needs an owner, a number below that of its processors");
    }
}

Plan make_plan(const sched::Strategy& strategy, const PlannedProduct& product) {
    if (strategy.allocation != nullptr) {
        return {zones_of(*strategy.allocation, product), ""};
    }
    return auto_plan(product);
}

} // namespace

partition::Allocation allocation_for(const partition::Allocation& given, const Runtime& runtime, TileGrid grid,
                                     std::int64_t tile, bool swapped) {
    if (swapped) {
        std::swap(grid.rows, grid.columns);
    }
    check_allocation(given, runtime, grid, tile);
    return swapped ? partition::transposed(given) : given;
}

ProductPlan::ProductPlan(Runtime& runtime, PlannedProduct product, double task_flops,
                         std::optional<partition::Allocation> given)
    : runtime_(runtime), product_(std::move(product)), task_flops_(task_flops), allocation_(std::move(given)) {
    if (allocation_) {
        zones_.blocks = sched::zone_blocks(*allocation_, product_.depth, product_.tile_bytes, product_.memory,
                                           sched::SliceRoom::growing); // lines were not measured for users' own zones
    } else if (const auto& strategy = runtime.strategy(); strategy && strategy->follows_plan()) {
        adopt_plan(*strategy);
    }
    if (runtime.strategy() && runtime.strategy()->affinity != nullptr) {
        check_affinity();
    }
    if (follows_zones()) {
        const bool spares = runtime.strategy()->balancer->spares;
        if (spares) {
            zones_.spare = sched::spare_tiles(*allocation_, product_speeds());
        }
        zones_.ends =
            sched::zone_ends(*allocation_, shape().depth, product_speeds(), spares ? product_.home() : std::nullopt);
    }
    if (allocation_ && runtime.strategy()->reduces) {
        reduction_.emplace(*allocation_, product_.home());
    } else if (c_comes_late()) {
        late_c_.emplace(*allocation_, product_.depth, zone_order(), product_.home());
    }
}

void ProductPlan::adopt_plan(const sched::Strategy& strategy) {
    using Clock = std::chrono::steady_clock; // StarPU's stands still in simulation
    const Clock::time_point start = Clock::now();
    const auto& [plan, reused] = runtime_.plans().find_or_make(
        product_, [&](const PlannedProduct& product) { return make_plan(strategy, product); });
    planning_ = PlanningReport{std::chrono::duration<double>(Clock::now() - start).count(), reused, plan.reason};
    allocation_ = plan.zones.allocation;
    zones_.blocks = plan.zones.blocks;
    zones_.slice_orders = plan.zones.slice_orders;
}

std::vector<std::string> ProductPlan::nodes_behind() const {
    std::vector<std::string> names;
    if (!planning_ || runtime_.strategy()->allocation == nullptr || allocation_->is_3d()) {
        return names;
    }
    const std::vector<std::size_t> tiles = allocation_->tile_counts();
    for (const std::size_t node : nodes_except(nodes_that_keep_up(product_), product_)) {
        if (tiles[node] > 0) {
            names.push_back(product_.nodes[node].name);
        }
    }
    return names;
}

sched::ProductShape ProductPlan::shape() const {
    return {static_cast<std::uint32_t>(product_.rows), static_cast<std::uint32_t>(product_.columns),
            static_cast<std::uint32_t>(product_.depth),
            reduction_ ? reduction_->copies()
            : late_c_  ? sched::LateC::copies
                       : 1};
}

/// Whether nodes accumulate apart until a tile of C comes: it takes the order of zones,
/// and devices that keep what they have.
bool ProductPlan::c_comes_late() const {
    return follows_zones() && !allocation_->is_3d() && product_.reads_c && zones_fit();
}

/// Whether each device has memory for the tiles of its zone. There may be two of a tile of
/// C, the auxiliary one until C(i,j) has come; but so early not all of A and B is there:
/// Prefetch leaves room.
bool ProductPlan::zones_fit() const {
    const std::vector<partition::Footprint> footprints = allocation_->footprints();
    for (std::size_t node = 0; node < footprints.size(); ++node) {
        if (sched::bytes_at_a_time(footprints[node], product_.depth, product_.tile_bytes) >
            usable_share * product_.memory[node]) {
            return false;
        }
    }
    return true;
}

/// Copies of C stay on a device until their sums are made: StarPU takes none away. And it must
/// be given all tasks, or the policy waits for the rest.
void ProductPlan::check_affinity() const {
    constexpr const char* limit = "STARPU_LIMIT_MAX_SUBMITTED_TASKS";
    if (const char* value = std::getenv(limit); value != nullptr && *value != '\0') {
        throw InvalidInput(fmt::format("{} is '{}': {} decides when all tasks are there, so there must be no limit",
                                       limit, value, runtime_.policy_name()));
    }
    const double bytes = static_cast<double>(product_.rows * product_.columns) * product_.tile_bytes.c;
    for (const MemoryNode& node : product_.nodes) {
        const double memory = usable_share * memory_for_tiles(node, product_.tile_bytes);
        if (shares_c() && !node.is_home && bytes > memory) {
            throw RunFailure(fmt::format("{} may keep a copy of all of C on each device, {}, but {} has {} "
                                         "for it; a strategy for whole tiles (...-outer) needs less",
                                         runtime_.policy_name(), format_bytes(bytes), node.name, format_bytes(memory)));
        }
    }
}

bool ProductPlan::shares_c() const {
    return runtime_.strategy() && runtime_.strategy()->wants_independent();
}

/// Of strategies in two phases: for a cube of as many tiles.
double ProductPlan::beta() const {
    const sched::AffinityKind* kind = runtime_.strategy()->affinity;
    if (kind == nullptr || !kind->has_phases) {
        return 0;
    }
    if (const std::optional<double> given = sched::beta()) {
        return *given;
    }
    const double tiles = static_cast<double>(product_.rows) * static_cast<double>(product_.columns);
    const double side = kind->kernel == sched::Kernel::outer ? std::sqrt(tiles)
                                                             : std::cbrt(tiles * static_cast<double>(product_.depth));
    return model::best_beta(kind->kernel, static_cast<std::uint32_t>(std::lround(side)),
                            model::relative_speeds(product_.problem.speeds));
}

bool ProductPlan::prefetches() const {
    return follows_zones() && (!allocation_->is_3d() || reduction_) && may_fetch_ahead();
}

std::vector<double> ProductPlan::bytes_to_prefetch() const {
    const bool fetches_c = !late_c_ && !reduction_ && product_.reads_c;
    const std::vector<std::size_t> tiles = tiles_at_a_time();
    std::vector<double> bytes;
    for (std::size_t node = 0; node < tiles.size(); ++node) {
        const double unfetched = fetches_c ? 0 : static_cast<double>(tiles[node]) * product_.tile_bytes.c;
        bytes.push_back(std::max(0.0, usable_share * product_.memory[node] - unfetched));
    }
    return bytes;
}

/// By node, tiles of C that it works on before any of them goes: those of its zone, or of the largest of its blocks.
std::vector<std::size_t> ProductPlan::tiles_at_a_time() const {
    std::vector<std::size_t> most(product_.nodes.size());
    for (const sched::BlockFootprint& block : sched::block_footprints({*allocation_, zones_.blocks})) {
        most[block.node] = std::max(most[block.node], block.tiles.c);
    }
    return most;
}

bool ProductPlan::follows_zones() const {
    return allocation_ && sched::order() == sched::Order::zone;
}

/// Whether a device is too small for all matrices, so that StarPU may take tiles from it.
bool ProductPlan::memory_may_run_short() const {
    const auto& [a, b, c] = product_.tile_bytes;
    const double bytes = static_cast<double>(product_.rows * product_.depth) * a +
                         static_cast<double>(product_.depth * product_.columns) * b +
                         static_cast<double>(product_.rows * product_.columns * shape().copies) * c;
    return std::any_of(product_.nodes.begin(), product_.nodes.end(),
                       [&](const MemoryNode& node) { return bytes > memory_for_tiles(node, product_.tile_bytes); });
}

bool ProductPlan::may_fetch_ahead() const {
    return !memory_may_run_short() ||
           std::none_of(product_.nodes.begin(), product_.nodes.end(), [&](const MemoryNode& node) {
               return are_divided_apart(node, product_.tile_bytes, product_.last_tile_bytes);
           });
}

/// Asks StarPU, as only it knows what it took from a device.
std::function<bool(const sched::Task&, std::size_t, sched::Node)> ProductPlan::still_there() const {
    std::vector<unsigned> memory_nodes;
    for (const MemoryNode& node : product_.nodes) {
        memory_nodes.push_back(node.id);
    }
    return sched::starpu::still_there(std::move(memory_nodes));
}

sched::starpu::Plan ProductPlan::for_policy() const {
    sched::StartingPlaces start{.nodes = product_.nodes.size(), .home = product_.home(), .reads_c = product_.reads_c};
    if (memory_may_run_short()) {
        start.still_there = still_there();
    }
    const sched::Workload work{.shape = shape(),
                               .start = start,
                               .order = sched::order(),
                               .seed = sched::seed(),
                               .allocation = allocation_,
                               .reduces = reduction_.has_value(),
                               .beta = beta(),
                               .speeds = product_speeds(),
                               .zones = zones_};
    return {runtime_.strategy()->make(work), work.shape, runtime_.node_of_memory_node(), may_fetch_ahead()};
}

/// A stolen product is of use when the thief's worker has done those that it holds, or
/// about as long: a home worker holds none, but waits for the tile of C from a device,
/// and the device for its return.
std::vector<sched::NodeSpeed> ProductPlan::product_speeds() const {
    constexpr int pipeline = 2; // tasks that StarPU prepares: STARPU_CUDA_PIPELINE and its OpenCL twin by default
    std::vector<sched::NodeSpeed> speeds;
    for (std::size_t node = 0; follows_zones() && node < product_.nodes.size(); ++node) {
        const auto workers = static_cast<double>(product_.nodes[node].workers.size());
        const double rate = product_.problem.speeds[node] / task_flops_;
        speeds.push_back({(sched::window() + pipeline + 1) * workers / rate, rate, product_.nodes[node].workers.size(),
                          seconds_home(product_.nodes[node])});
    }
    return speeds;
}

/// 0, as if it were not known, where longer ends cost more than they save (simulated): with several nodes if tiles of C
/// also come, up to 8%, and for blocks, whose ends would need more of A and B than there is room for, up to 3 times.
double ProductPlan::seconds_home(const MemoryNode& node) const {
    if ((product_.reads_c && product_.nodes.size() > 1) || !zones_.blocks.empty()) {
        return 0;
    }
    const std::optional<double> to_ram = bandwidth(product_.links, node.id, STARPU_MAIN_RAM);
    return to_ram ? product_.tile_bytes.c / *to_ram : 0;
}

std::vector<sched::Task> ProductPlan::tasks() const {
    std::vector<sched::Task> tasks = tasks_in_order();
    if (reduction_) {
        for (sched::Task& task : tasks) {
            const sched::Node owner = allocation_->owner_of_product(task.i, task.j, task.k);
            task.copy = reduction_->copy(task.i, task.j, owner);
        }
    } else if (late_c_) {
        for (sched::Task& task : tasks) {
            task.copy = late_c_->copy(task);
        }
    }
    return tasks;
}

sched::ZoneOrder ProductPlan::zone_order() const {
    return {*allocation_, product_.depth, zones_};
}

/// As the zones grow, or row by row.
std::vector<sched::Task> ProductPlan::tasks_in_order() const {
    if (follows_zones()) {
        return zone_order().all_tasks();
    }
    std::vector<sched::Task> tasks;
    for (std::uint32_t i = 0; i < shape().rows; ++i) {
        for (std::uint32_t j = 0; j < shape().columns; ++j) {
            for (std::uint32_t k = 0; k < shape().depth; ++k) {
                tasks.push_back({i, j, k});
            }
        }
    }
    return tasks;
}

} // namespace tangram::apps
