#include "cluster/nodes/rebalancing.hpp"

#include "cluster/nodes/tilings.hpp"
#include "cluster/nodes/zones_near.hpp"

#include <algorithm>
#include <numeric>

namespace tangram::nodes {

namespace {

double flops_of_slice(const NodeProblem& problem) {
    return 2.0 * static_cast<double>(problem.m) * static_cast<double>(problem.n) * static_cast<double>(problem.k) /
           static_cast<double>(count(problem.depth()));
}

/// Of a slice, if all processes end together.
double least_seconds_of_slice(const NodeProblem& problem, const Pace& pace) {
    const double speed = std::accumulate(problem.speeds.begin(), problem.speeds.end(), 0.0);
    return flops_of_slice(problem) / (speed * pace.flops_per_unit);
}

/// Of a slice, until the last process is done.
double seconds_of_slice(const NodeProblem& problem, const NodePlan& plan, const Pace& pace) {
    const auto depth = static_cast<double>(count(problem.depth()));
    const double flops = flops_of_slice(problem);
    const std::vector<std::size_t> tiles = plan.zones().tile_counts();
    double longest = 0;
    for (std::size_t process = 0; process < tiles.size(); ++process) {
        const double share = static_cast<double>(tiles[process]) / static_cast<double>(plan.zones().owners.size());
        const Transfers& network = plan.transfers()[process];
        const auto bytes = static_cast<double>(std::max(network.bytes_in, network.bytes_out)) / depth;
        longest = std::max({longest, share * flops / (problem.speeds[process] * pace.flops_per_unit),
                            bytes / pace.network_bytes_per_second});
    }
    return longest;
}

/// Adds what the migration takes to the estimate of the rest.
void add_migration(RebalancingEstimate& estimate, const std::vector<Transfers>& migration, const Pace& pace) {
    std::uint64_t most = 0;
    for (const Transfers& process : migration) {
        most = std::max({most, process.bytes_in, process.bytes_out});
        estimate.bytes_of_migration += process.bytes_in;
    }
    estimate.seconds_of_migration = static_cast<double>(most) / pace.network_bytes_per_second;
    estimate.seconds_rebalanced += estimate.seconds_of_migration;
}

/// Whether the last line is shorter than the others.
bool ends_short(const Tiling& tiling) {
    return tiling.count() > 1 && tiling.size % tiling.tile != 0;
}

/// Of each process that has any tile.
bool all_have_full_tiles(const NodeProblem& problem, const partition::Allocation& zones) {
    const std::size_t rows = zones.rows - (ends_short(problem.rows()) ? 1 : 0);
    const std::size_t columns = zones.columns - (ends_short(problem.columns()) ? 1 : 0);
    std::vector<bool> has_full(zones.processors);
    std::vector<bool> has_any(zones.processors);
    for (std::size_t tile = 0; tile < zones.owners.size(); ++tile) {
        const partition::Coordinates at = zones.coordinates(tile);
        has_any[zones.owners[tile]] = true;
        has_full[zones.owners[tile]] = has_full[zones.owners[tile]] || (at.i < rows && at.j < columns);
    }
    return has_any == has_full;
}

} // namespace

std::vector<Transfers> migration(const NodeProblem& problem, const NodePlan& from, const NodePlan& to,
                                 std::size_t matrices_c) {
    std::vector<Transfers> transfers(to.zones().processors);
    const auto add = [&](const Tiling& rows, const Tiling& columns, std::size_t matrices, const auto& owner) {
        for (std::size_t i = 0; i < count(rows); ++i) {
            for (std::size_t j = 0; j < count(columns); ++j) {
                const std::size_t sender = owner(from, i, j);
                const std::size_t receiver = owner(to, i, j);
                if (sender != receiver) {
                    const std::uint64_t bytes = length(rows, i) * length(columns, j) * problem.element_bytes * matrices;
                    transfers[sender].bytes_out += bytes;
                    transfers[receiver].bytes_in += bytes;
                }
            }
        }
    };
    add(problem.rows(), problem.depth(), 1,
        [](const NodePlan& plan, std::size_t i, std::size_t k) { return plan.owner_of_a(i, k); });
    add(problem.depth(), problem.columns(), 1,
        [](const NodePlan& plan, std::size_t k, std::size_t j) { return plan.owner_of_b(k, j); });
    add(problem.rows(), problem.columns(), matrices_c,
        [](const NodePlan& plan, std::size_t i, std::size_t j) { return plan.owner_of_c(i, j); });
    return transfers;
}

std::optional<Rebalanced> rebalanced(const std::string& name, const NodeProblem& problem, const NodePlan& now,
                                     const Remaining& remaining, const Pace& pace) {
    const double slices = static_cast<double>(remaining.slices) +
                          static_cast<double>(remaining.products) * static_cast<double>(count(problem.depth()));
    const double as_is = slices * seconds_of_slice(problem, now, pace);
    const double most = (1 - pace.least_gain) * as_is;
    const double least = slices * least_seconds_of_slice(problem, pace) + pace.restart_seconds;
    if (least > most) {
        return std::nullopt; // whatever the zones
    }
    constexpr double part_of_gain = 0.1;
    partition::WorkBudget budget(part_of_gain * (as_is - least) * partition::work_of_second);
    std::optional<Rebalanced> best;
    for (const partition::Allocation& zones : zones_near(name, problem, now.zones(), budget)) {
        const NodePlan plan(problem, zones, now);
        RebalancingEstimate estimate{as_is, slices * seconds_of_slice(problem, plan, pace) + pace.restart_seconds};
        add_migration(estimate, migration(problem, now, plan, remaining.matrices_c), pace);
        const double seconds = estimate.seconds_rebalanced;
        if (seconds <= most && (!best || seconds < best->estimate.seconds_rebalanced) &&
            all_have_full_tiles(problem, zones)) {
            best = Rebalanced{plan, estimate};
        }
    }
    return best;
}

} // namespace tangram::nodes
