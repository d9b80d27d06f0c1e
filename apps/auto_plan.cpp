#include "apps/auto_plan.hpp"

#include "partition/costs.hpp"
#include "sched/strategies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace tangram::apps {

namespace {

/// From where on a search pays, and is bearable.
bool is_worth_a_search(const PlannedProduct& product) {
    constexpr double least_seconds = 0.1;
    constexpr std::size_t most_tiles = 64 * 64;
    return product.seconds_bound >= least_seconds && product.rows * product.columns <= most_tiles;
}

/// Bytes per second from the home node to this one; nothing if StarPU did not measure it.
std::optional<double> bandwidth_to(const MemoryNode& node, const std::vector<Link>& links) {
    constexpr unsigned home = 0; // StarPU's main memory
    const auto found =
        std::find_if(links.begin(), links.end(), [&](const Link& l) { return l.from == home && l.to == node.id; });
    return found != links.end() && found->bandwidth > 0 ? std::optional(found->bandwidth) : std::nullopt;
}

} // namespace

double estimated_seconds(const partition::Allocation& allocation, const PlannedProduct& product) {
    const std::vector<std::size_t> counts = allocation.tile_counts();
    double seconds = product.seconds_bound * partition::max_load_ratio(counts, product.problem.speeds);
    const std::vector<partition::Footprint> footprints = allocation.footprints();
    for (std::size_t node = 0; node < footprints.size(); ++node) {
        const auto bandwidth = bandwidth_to(product.nodes[node], product.links);
        if (product.nodes[node].is_home || !bandwidth) {
            continue;
        }
        const auto& [a, b, c] = footprints[node];
        const std::size_t tiles = (a + b) * product.depth + (product.reads_c ? c : 0);
        seconds = std::max(seconds, static_cast<double>(tiles) * product.tile_bytes / *bandwidth);
    }
    return seconds;
}

AutoPlan auto_plan(const PlannedProduct& product) {
    AutoPlan best;
    double least = 0;
    for (const sched::AllocationKind* kind : sched::automatic_allocation_kinds()) {
        if (!best.reason.empty() && !is_worth_a_search(product)) {
            best.reason += fmt::format("; {} takes too long to make", kind->name);
            continue;
        }
        partition::Allocation allocation =
            kind->allocate(product.problem, product.rows, product.columns, product.depth);
        const double seconds = estimated_seconds(allocation, product);
        best.reason += fmt::format("{}{} {:.4g} s", best.reason.empty() ? "" : ", ", kind->name, seconds);
        if (best.allocation.owners.empty() || seconds < least) {
            best.allocation = std::move(allocation);
            least = seconds;
        }
    }
    best.reason =
        fmt::format("auto: follows {} (the fullest node or link takes: {})", best.allocation.name, best.reason);
    return best;
}

} // namespace tangram::apps
