#include "apps/auto_plan.hpp"

#include "partition/ceil_divided.hpp"
#include "sched/strategies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include <starpu.h>

namespace tangram::apps {

namespace {

/// From where on a search pays, if not for one product then for several, and is bearable.
bool is_worth_a_search(const PlannedProduct& product) {
    constexpr double least_seconds = 0.1;
    constexpr std::size_t most_tiles = std::size_t{64} * 64;
    return product.nodes.size() > 1 && product.seconds_bound >= least_seconds &&
           product.rows * product.columns <= most_tiles;
}

/// Bytes per second from the home node to this one; nothing if StarPU did not measure it.
std::optional<double> bandwidth_to(const MemoryNode& node, const std::vector<Link>& links) {
    const auto found = std::find_if(links.begin(), links.end(),
                                    [&](const Link& l) { return l.from == STARPU_MAIN_RAM && l.to == node.id; });
    return found != links.end() && found->bandwidth > 0 ? std::optional(found->bandwidth) : std::nullopt;
}

} // namespace

sched::BlockedZones zones_of(const sched::AllocationKind& kind, const PlannedProduct& product) {
    return sched::blocked_zones(kind, product.problem, product.rows, product.columns, product.depth, product.tile_bytes,
                                product.memory);
}

double estimated_seconds(const sched::BlockedZones& zones, const PlannedProduct& product) {
    const std::vector<double> shares = partition::shares(product.problem.speeds);
    const std::vector<std::size_t> counts = zones.allocation.tile_counts();
    const std::vector<double> inputs = sched::input_bytes(zones, product.depth, product.tile_bytes);
    const auto tiles_of_c = static_cast<double>(zones.allocation.owners.size());
    double longest = 0;
    for (std::size_t node = 0; node < counts.size(); ++node) {
        // The products of a tile of C follow one another: each tile is one worker's.
        const std::size_t workers = std::max<std::size_t>(1, product.nodes[node].workers.size());
        const std::size_t rounds = ceil_divided(counts[node], workers);
        double seconds = product.seconds_bound * static_cast<double>(rounds * workers) / (tiles_of_c * shares[node]);
        const auto bandwidth = bandwidth_to(product.nodes[node], product.links);
        if (!product.nodes[node].is_home && bandwidth) {
            const double of_c = product.reads_c ? static_cast<double>(counts[node]) * product.tile_bytes.c : 0;
            seconds += (inputs[node] + of_c) / *bandwidth;
        }
        longest = std::max(longest, seconds);
    }
    return longest;
}

Plan auto_plan(const PlannedProduct& product) {
    const bool may_search = is_worth_a_search(product);
    Plan best;
    double least = 0;
    for (const sched::AllocationKind* kind : sched::automatic_allocation_kinds(may_search)) {
        sched::BlockedZones zones = zones_of(*kind, product);
        const double seconds = estimated_seconds(zones, product);
        best.reason += fmt::format("{}{:.4g} s with {}", best.reason.empty() ? "" : ", ", seconds, kind->name);
        if (best.zones.allocation.owners.empty() || seconds < least) {
            best.zones = std::move(zones);
            least = seconds;
        }
    }
    best.reason =
        fmt::format("the slowest node takes {}{}", best.reason, may_search ? "" : "; a search for tiles does not pay");
    return best;
}

} // namespace tangram::apps
