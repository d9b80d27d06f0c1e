#include "apps/mpi/nodes_product.hpp"

#include "apps/gemm/matrix/tile_grid.hpp"
#include "base/digest.hpp"
#include "base/error.hpp"
#include "cluster/gemm/node_gemm.hpp"
#include "cluster/nodes/node_zones.hpp"
#include "cluster/team/agreed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <starpu.h>

namespace tangram::apps {

namespace {

/// With speeds still to be set. Throws InvalidInput for a tile that does not fit it, or that StarPU-MPI cannot send.
nodes::NodeProblem node_problem(const GemmArguments& arguments, const GemmProblem& product, const team::Team& team) {
    const std::vector<unsigned> workers = team::gathered(team, starpu_worker_get_count());
    const auto& [m, n, k] = TileShape{product.m, product.n, product.k};
    const std::int64_t tile = arguments.tile != 0
                                  ? arguments.tile
                                  : choose_tile(m, n, k, std::accumulate(workers.begin(), workers.end(), 0U));
    const nodes::NodeProblem problem{
        .m = m, .n = n, .k = k, .tile = tile, .element_bytes = element_size(product.precision)};
    team::agreed(team, [&] {
        tile_grid(problem.m, problem.n, problem.k, tile);
        if (!cluster::can_be_sent(problem)) {
            throw InvalidInput(fmt::format("--tile {}: several processes can send tiles of less than 2 GiB", tile));
        }
    });
    return problem;
}

/// Files and defaults may say otherwise on another host.
void require_same_product(const nodes::NodeProblem& problem, const GemmArguments& arguments, Layout layout,
                          const team::Team& team) {
    Digest digest;
    const std::array<std::int64_t, 8> values{problem.m,
                                             problem.n,
                                             problem.k,
                                             problem.tile,
                                             static_cast<std::int64_t>(problem.element_bytes),
                                             static_cast<std::int64_t>(layout),
                                             arguments.transa == "t" ? 1 : 0,
                                             arguments.transb == "t" ? 1 : 0};
    digest.add(std::span<const std::int64_t>(values));
    team::require_as_on_first(
        team, digest.value(),
        fmt::format("a product of {} x {} x {} (m, n, k), which is not that of process 0: do all see the same files?",
                    problem.m, problem.n, problem.k));
}

/// Zones are computed by each process for itself.
void require_same_zones(const partition::Allocation& zones, const team::Team& team) {
    Digest digest;
    digest.add(std::span(zones.owners));
    team::require_as_on_first(team, digest.value(), "other zones than those of process 0: all need the same build");
}

/// Those that are given, or else those of all processes, in GFlop/s.
std::vector<double> speeds_of_all(const NodesArguments& arguments, double own, const team::Team& team) {
    std::vector<double> given = given_speeds(arguments, static_cast<std::size_t>(team.processes()));
    constexpr double giga = 1e-9;
    return given.empty() ? team::gathered(team, own * giga) : given;
}

} // namespace

PlannedNodes planned_nodes(const NodesArguments& arguments, const GemmProblem& product, Runtime& runtime,
                           const team::Team& team, const Notify& notify) {
    nodes::NodeProblem problem = node_problem(arguments.gemm, product, team);
    require_same_product(problem, arguments.gemm, product.layout_of_c, team);
    const double speed =
        team::agreed(team, [&] { return cluster::process_speed(runtime, product.precision, problem, notify); });
    problem.speeds = speeds_of_all(arguments, speed, team);
    const partition::Allocation zones = team::agreed(team, [&] { return nodes::node_zones(arguments.nodes, problem); });
    require_same_zones(zones, team);
    const nodes::NodePlan plan(problem, zones);
    NodesOutcome outcome;
    outcome.problem = problem;
    outcome.precision = product.precision;
    outcome.sched = runtime.policy_name();
    const std::optional<std::size_t> window = given_window(arguments);
    const auto depth = static_cast<std::size_t>(problem.depth().count());
    outcome.window = std::min(window.value_or(depth), depth);
    outcome.zones = zones;
    outcome.planned_bytes = plan.network_bytes();
    return {speed, plan, std::move(outcome)};
}

} // namespace tangram::apps
