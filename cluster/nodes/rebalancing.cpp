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

std::uint64_t total(const std::vector<Transfers>& transfers) {
    return std::accumulate(transfers.begin(), transfers.end(), std::uint64_t{0},
                           [](std::uint64_t sum, const Transfers& process) { return sum + process.bytes_in; });
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

double product_seconds(const NodeProblem& problem, const NodePlan& plan, const Pace& pace) {
    return static_cast<double>(count(problem.depth())) * seconds_of_slice(problem, plan, pace);
}

double least_product_seconds(const NodeProblem& problem, const Pace& pace) {
    return static_cast<double>(count(problem.depth())) * least_seconds_of_slice(problem, pace);
}

double migration_seconds(const std::vector<Transfers>& migration, const Pace& pace) {
    std::uint64_t most = 0;
    for (const Transfers& process : migration) {
        most = std::max({most, process.bytes_in, process.bytes_out});
    }
    return static_cast<double>(most) / pace.network_bytes_per_second;
}

std::vector<Transfers> migration(const NodeProblem& problem, const Owners& from, const Owners& to,
                                 std::size_t matrices_c) {
    std::vector<Transfers> transfers(problem.speeds.size());
    const auto add = [&](const Tiling& rows, const Tiling& columns, std::size_t matrices, const Owner& before,
                         const Owner& after) {
        for (std::size_t i = 0; i < count(rows); ++i) {
            for (std::size_t j = 0; j < count(columns); ++j) {
                const std::size_t sender = before(i, j);
                const std::size_t receiver = after(i, j);
                if (sender != receiver) {
                    const std::uint64_t bytes = length(rows, i) * length(columns, j) * problem.element_bytes * matrices;
                    transfers[sender].bytes_out += bytes;
                    transfers[receiver].bytes_in += bytes;
                }
            }
        }
    };
    add(problem.rows(), problem.depth(), 1, from.a, to.a);
    add(problem.depth(), problem.columns(), 1, from.b, to.b);
    add(problem.rows(), problem.columns(), matrices_c, from.c, to.c);
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
        const NodePlan plan(problem, zones, now.owners());
        const std::vector<Transfers> moves = migration(problem, now.owners(), plan.owners(), remaining.matrices_c);
        const double moving = migration_seconds(moves, pace);
        const double seconds = slices * seconds_of_slice(problem, plan, pace) + pace.restart_seconds + moving;
        if (seconds <= most && (!best || seconds < best->estimate.seconds_rebalanced) &&
            all_have_full_tiles(problem, zones)) {
            best = Rebalanced{plan, {as_is, seconds, moving, total(moves)}};
        }
    }
    return best;
}

} // namespace tangram::nodes
