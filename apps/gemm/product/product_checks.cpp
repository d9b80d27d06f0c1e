#include "apps/gemm/product/product_checks.hpp"

#include "apps/gemm/support/format_bytes.hpp"
#include "base/error.hpp"
#include "sched/plan/planning_limit.hpp"
#include "sched/plan/product_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>

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

/// The policy must be given all tasks, or it waits for the rest.
void check_no_limit_of_tasks(const Runtime& runtime) {
    constexpr const char* limit = "STARPU_LIMIT_MAX_SUBMITTED_TASKS";
    if (const char* value = std::getenv(limit); value != nullptr && *value != '\0') {
        throw InvalidInput(fmt::format("{0} is '{1}': {2} needs all tasks to be submitted at once; unset {0}", limit,
                                       value, runtime.policy_name()));
    }
}

/// Copies of C stay on a device until their sums are made: StarPU takes none away.
void check_room_for_copies(const Runtime& runtime, const sched::PlannedProduct& product) {
    const double bytes = static_cast<double>(product.rows * product.columns) * product.tile_bytes.c;
    for (std::size_t node = 0; node < product.nodes.size(); ++node) {
        const double memory = sched::usable_share * product.memory[node];
        if (!product.nodes[node].is_home && bytes > memory) {
            throw Unavailable(fmt::format("{} may keep a copy of all of C on each device, {}, but {} has {} "
                                          "for it; a strategy for whole tiles (...-outer) needs less",
                                          runtime.policy_name(), format_bytes(bytes), product.nodes[node].name,
                                          format_bytes(memory)));
        }
    }
}

} // namespace

void check_tile_options(const GemmOptions& options) {
    if (options.tile == 0 && options.measures_tile && options.allocation) {
        throw InvalidInput("the allocation fixes the tile size: pass its tile size instead of having one measured");
    }
}

void check_planning_effort(double effort) {
    if (!(effort > 0 && effort <= sched::most_planning_effort)) {
        throw InvalidInput(
            fmt::format("planning effort of {}: it must be positive, up to {}", effort, sched::most_planning_effort));
    }
}

void check_allocation(const partition::Allocation& allocation, const Runtime& runtime, const TileGrid& grid,
                      std::int64_t tile) {
    const auto refuse = [&](const std::string& reason) {
        throw InvalidInput(fmt::format("allocation {}: {}", allocation.name, reason));
    };
    if (!runtime.strategy() || !runtime.strategy()->follows_plan()) {
        refuse(fmt::format("{} follows none; choose a strategy with a plan", runtime.policy_name()));
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

void check_affinity(const Runtime& runtime, const sched::PlannedProduct& product) {
    if (!runtime.strategy() || runtime.strategy()->as<sched::Strategy::Affinity>() == nullptr) {
        return;
    }
    check_no_limit_of_tasks(runtime);
    if (runtime.strategy()->wants_independent()) {
        check_room_for_copies(runtime, product);
    }
}

} // namespace tangram::apps
