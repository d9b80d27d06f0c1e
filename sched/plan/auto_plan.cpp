#include "sched/plan/auto_plan.hpp"

#include "sched/plan/balanced_tiles.hpp"
#include "sched/plan/begun_tiles.hpp"
#include "sched/plan/nodes_that_keep_up.hpp"
#include "sched/plan/plan_estimates.hpp"
#include "sched/plan/planning_limit.hpp"
#include "sched/zones/blocked_zones.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tangram::sched {

namespace {

/// Work of planning, besides searches, for each tile of C.
constexpr double tile_work = 100;

/// Returns what a search for tiles may spend: a half of what is left, and no more than it can gain on other zones.
partition::WorkBudget search_budget(const PlannedProduct& product, double seconds,
                                    const partition::WorkBudget& budget) {
    const double gain = seconds - least_estimated_seconds(product);
    return partition::WorkBudget(std::min(budget.part(0.5).remaining(), partition::work_of_second * gain));
}

bool is_worth_a_search(const PlannedProduct& product, const partition::WorkBudget& budget) {
    return product.nodes.size() > 1 &&
           least_search_work(product.problem, product.rows, product.columns) <= budget.remaining();
}

/// Returns the product for some of its nodes only.
PlannedProduct part_of(const PlannedProduct& product, const std::vector<std::size_t>& nodes) {
    PlannedProduct part = product;
    part.problem.speeds.clear();
    part.problem.weights.clear();
    part.nodes.clear();
    part.memory.clear();
    for (const std::size_t node : nodes) {
        part.problem.speeds.push_back(product.problem.speeds[node]);
        part.problem.weights.push_back(product.problem.weight(node));
        part.nodes.push_back(product.nodes[node]);
        part.memory.push_back(product.memory[node]);
    }
    part.seconds_bound *= product.speed() / part.speed();
    return part;
}

std::string left_out_text(const PlannedProduct& product, const std::vector<std::size_t>& nodes) {
    std::string names;
    for (const std::size_t node : nodes_except(nodes, product)) {
        names += (names.empty() ? "" : ", ") + product.nodes[node].name;
    }
    return fmt::format(
        "; without {}: one worker there needs longer for one tile of C than the other nodes need for the "
        "whole product",
        names);
}

/// Returns the plan of the shortest estimate, of those in which all nodes of the product may have a zone. shares: the
/// product as zones are made for it, with other speeds.
ChosenZones quickest_plan(const PlannedProduct& product, const PlannedProduct& shares, partition::WorkBudget& budget) {
    ChosenZones best{zones_of(default_allocation_kind(), shares, budget), "", 0};
    const double plain = estimated_seconds(best.zones, product);
    partition::WorkBudget search = search_budget(product, plain, budget);
    const bool searches = is_worth_a_search(product, search);
    const AllocationKind& exact = exact_allocation_kind(searches);
    BlockedZones zones = zones_of(exact, shares, search);
    budget.spend(search.spent());
    const double seconds = estimated_seconds(zones, product);
    if (seconds < plain) {
        best.zones = std::move(zones);
    }
    best.reason = fmt::format("estimated without overlap: {:.4g} s with {}, {:.4g} s with {}{}", plain,
                              default_allocation_kind().name, seconds, exact.name,
                              searches ? "" : "; a search for tiles does not pay");
    return best;
}

ChosenZones quickest_plan(const PlannedProduct& product, partition::WorkBudget& budget) {
    return quickest_plan(product, product, budget);
}

/// Returns the product as if the home node had `share` of the whole speed; the others keep their proportions.
PlannedProduct with_share(PlannedProduct product, std::size_t home, double share) {
    const double before = product.speed();
    double& speed = product.problem.speeds[home];
    speed = (before - speed) * share / (1 - share);
    product.seconds_bound *= before / product.speed();
    return product;
}

/// Returns a plan that gives the home node only as many whole tiles as it can finish, if rounding gave it clearly more,
/// and these are few: thieves would find all of them begun. Nothing if such a plan takes no less time.
std::optional<ChosenZones> plan_with_less_for_home(const PlannedProduct& product, const ChosenZones& plan,
                                                   partition::WorkBudget& budget) {
    constexpr double clearly = 1.1;
    constexpr double few = 4; // tiles of a worker
    const std::optional<std::size_t> found = product.home();
    if (!found || product.nodes.size() == 1) {
        return std::nullopt;
    }
    const std::size_t home = *found;
    const auto tiles = static_cast<double>(product.rows * product.columns);
    const double in_time = partition::shares(product.problem.speeds)[home] * tiles;
    const double whole = std::floor(in_time);
    const auto planned = static_cast<double>(plan.zones.allocation.tile_counts()[home]);
    if (planned <= clearly * in_time || whole == 0 || whole >= few * static_cast<double>(product.workers(home))) {
        return std::nullopt;
    }
    ChosenZones less = quickest_plan(with_share(product, home, whole / tiles), budget);
    if (seconds_if_hidden(less.zones, product) >= seconds_if_hidden(plan.zones, product)) {
        return std::nullopt;
    }
    less.reason = fmt::format("{}; instead {} with fewer tiles for {}: as many as it can finish in time", plan.reason,
                              less.zones.allocation.name, product.nodes[home].name);
    return less;
}

/// Returns a plan that gives each worker at home a tile to begin. Nothing if such a plan takes no less time.
std::optional<ChosenZones> plan_with_begun_tiles(const PlannedProduct& product, const ChosenZones& plan,
                                                 partition::WorkBudget& budget) {
    const std::optional<double> share = share_of_begun_tiles(product);
    if (!share) {
        return std::nullopt;
    }
    const std::size_t home = product.home().value();
    ChosenZones begun = quickest_plan(product, with_share(product, home, *share), budget);
    if (seconds_if_hidden(begun.zones, product) >= seconds_if_hidden(plan.zones, product)) {
        return std::nullopt;
    }
    begun.reason = fmt::format("{}; instead {} with a tile for each worker of {}, to begin it and hand it on",
                               plan.reason, begun.zones.allocation.name, product.nodes[home].name);
    return begun;
}

ChosenZones plan_by_speeds(const PlannedProduct& product, partition::WorkBudget& budget) {
    ChosenZones plan = quickest_plan(product, budget);
    std::optional<ChosenZones> other = plan_with_less_for_home(product, plan, budget);
    if (!other) {
        other = plan_with_begun_tiles(product, plan, budget);
    }
    return other ? std::move(*other) : std::move(plan);
}

/// The owners are some of more nodes.
void give_to(partition::Allocation& allocation, const std::vector<std::size_t>& nodes, std::size_t all) {
    for (std::size_t& owner : allocation.owners) {
        owner = nodes[owner];
    }
    allocation.processors = all;
}

/// Returns a plan for the nodes to which links can bring what they need, as if that were their speeds.
ChosenZones plan_with_shares(const PlannedProduct& product, const LimitedShares& shares,
                             partition::WorkBudget& budget) {
    const PlannedProduct of_nodes = part_of(product, shares.nodes);
    PlannedProduct limited = of_nodes;
    limited.problem.speeds = shares.tiles;
    ChosenZones plan = quickest_plan(of_nodes, limited, budget);
    give_to(plan.zones.allocation, shares.nodes, product.nodes.size());
    plan.reason += "; shares as links can bring what nodes need";
    return plan;
}

/// Returns the plan with shares by speeds, or as links can bring what nodes need if that is sooner: in whole tiles
/// these may need more rows and columns in all.
ChosenZones plan_of_all(const PlannedProduct& product) {
    partition::WorkBudget budget(planning_limit(product));
    ChosenZones plan = plan_by_speeds(product, budget);
    if (const std::optional<LimitedShares> limited = shares_that_links_limit(product)) {
        ChosenZones by_links = plan_with_shares(product, *limited, budget);
        if (seconds_if_hidden(by_links.zones, product) < seconds_if_hidden(plan.zones, product)) {
            plan = std::move(by_links);
        }
    }
    plan.work = budget.spent();
    return plan;
}

} // namespace

BlockedZones zones_of(const AllocationKind& kind, const PlannedProduct& product, partition::WorkBudget& budget) {
    budget.spend(tile_work * static_cast<double>(product.rows * product.columns));
    return blocked_zones(kind, product.problem, product.rows, product.columns, product.depth, product.tile_bytes,
                         product.memory, {.effort = product.planning_effort, .budget = &budget});
}

ChosenZones auto_plan(const PlannedProduct& product) {
    const std::vector<std::size_t> nodes = nodes_that_keep_up(product);
    const PlannedProduct of_nodes = part_of(product, nodes);
    ChosenZones plan = plan_of_all(of_nodes);
    give_to(plan.zones.allocation, nodes, product.nodes.size());
    if (nodes.size() < product.nodes.size()) {
        plan.reason += left_out_text(product, nodes);
    }
    return plan;
}

} // namespace tangram::sched
