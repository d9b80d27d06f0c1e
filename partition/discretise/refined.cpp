#include "partition/discretise/refined.hpp"

#include "base/error.hpp"
#include "partition/base/bounds.hpp"
#include "partition/base/costs.hpp"
#include "partition/base/targets.hpp"
#include "partition/discretise/precise.hpp"
#include "partition/discretise/rounded.hpp"
#include "partition/discretise/starts.hpp"
#include "partition/refine/active_processors.hpp"
#include "partition/refine/searches.hpp"
#include "partition/refine/window.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace tangram::partition {

namespace {

/// Rebalancing along borders keeps 60 bytes for each; on so thin a grid there
/// is next to nothing to gain.
constexpr std::size_t most_lines = std::size_t{1} << 22;

/// Starts that race each other, each in a short search of this part of the effort.
constexpr std::size_t racers = 4;
constexpr double effort_of_racer = 0.0625;

/// Simple operations of rebalanced(): a fraction of a second. Of a budget it may spend a part only, as the searches
/// find more.
constexpr double most_greedy_work = 4e7;
constexpr double greedy_part = 0.125;

/// WorkBudget: of a simple operation of rebalanced(); and of rebalanced_by_zones() for each tile.
constexpr double greedy_operation = 10;
constexpr double zones_tile = 100;

} // namespace

double least_refined_work(const Problem& problem, const Grid& grid) {
    constexpr double search_tile = 200;
    double work =
        starts_work(problem, grid) + (most_starts * zones_tile + search_tile) * static_cast<double>(grid.tiles());
    if (problem.speeds.size() <= few_processors) {
        work += least_memberships_work(problem.speeds.size(), grid);
    }
    return work;
}

namespace {

bool is_cheaper(const Allocation& a, const Allocation& b, const Problem& problem) {
    return tile_cost(a, problem) < tile_cost(b, problem);
}

Allocation& cheapest(std::vector<Allocation>& allocations, const Problem& problem) {
    return *std::ranges::min_element(
        allocations, [&](const Allocation& a, const Allocation& b) { return is_cheaper(a, b, problem); });
}

std::size_t lines_of(const Allocation& allocation) {
    const std::size_t c_lines = allocation.is_3d() ? allocation.rows * allocation.columns : 0;
    return (allocation.rows + allocation.columns) * allocation.layers + c_lines;
}

/// Estimate for rebalanced(): in each of four orders a move prices the tasks on
/// its lines for the members of their lines.
double greedy_work(const Allocation& start, const Problem& problem, const Window& window) {
    const std::vector<std::size_t> counts = start.tile_counts();
    double moves = 0;
    double free = 0;
    for (std::size_t p = 0; p < counts.size(); ++p) {
        moves += static_cast<double>(counts[p] - std::min(counts[p], window.most[p]));
        moves += static_cast<double>(window.least[p] - std::min(counts[p], window.least[p]));
        free += problem.weight(p) > 0 ? 0 : 1;
    }
    const double members = static_cast<double>(start.cost()) / static_cast<double>(lines_of(start)) + free;
    const auto along = static_cast<double>(start.rows + start.columns + (start.is_3d() ? start.layers : 0));
    const double axes = start.is_3d() ? 3 : 2;
    return 4 * (static_cast<double>(start.owners.size()) + moves * along) * axes * members;
}

/// The starts, those outside of the window moved into it, as far as that pays.
std::vector<Allocation> inside(std::vector<Allocation> starts, const Problem& problem, const Window& window,
                               WorkBudget& budget) {
    std::vector<Allocation> result;
    for (Allocation& start : starts) {
        if (window.contains(start.tile_counts())) {
            result.push_back(std::move(start));
            continue;
        }
        const double work = greedy_work(start, problem, window);
        if (work <= most_greedy_work && work * greedy_operation <= greedy_part * budget.remaining()) {
            budget.spend(work * greedy_operation);
            result.push_back(rebalanced(start, problem, window));
        }
        if (lines_of(start) <= most_lines) {
            budget.spend(zones_tile * static_cast<double>(start.owners.size()));
            result.push_back(rebalanced_by_zones(start, problem, window));
        }
    }
    return result;
}

/// search_augmenting() from the start that is best after a short search: the
/// cheapest need not lead the furthest.
Allocation search_from_best(std::vector<Allocation> starts, const Problem& problem, const Window& window,
                            SearchOptions options) {
    if (can_race({starts.front().rows, starts.front().columns}, starts.front().processors)) {
        std::ranges::stable_sort(starts,
                                 [&](const Allocation& a, const Allocation& b) { return is_cheaper(a, b, problem); });
        starts.resize(std::min(starts.size(), racers));
        const double effort = options.effort * effort_of_racer;
        const double share = options.budget->remaining() * effort_of_racer;
        for (Allocation& start : starts) {
            WorkBudget brief(share);
            start = search_augmenting(start, problem, window, {options.seed, effort, &brief});
            options.budget->spend(brief.spent());
            options.effort -= effort;
        }
    }
    const Allocation best = std::move(cheapest(starts, problem));
    starts.clear();
    return search_augmenting(best, problem, window, options);
}

/// Whether nothing in the window can cost less.
bool meets_bound(const Allocation& allocation, const Problem& problem, const Window& window) {
    constexpr double rounding = 1 + 1e-12;
    const double bound = tile_bound(window.least, {allocation.rows, allocation.columns, allocation.layers}, problem);
    return tile_cost(allocation, problem) <= rounding * bound;
}

/// Needs one start in the window.
Allocation search(std::vector<Allocation> starts, const Problem& problem, const Window& window,
                  const SearchOptions& options) {
    const bool is_3d = starts.front().is_3d();
    const bool has_memberships = !is_3d && starts.front().processors <= few_processors;
    const std::vector<Allocation> of_memberships = has_memberships ? starts : std::vector<Allocation>{};
    std::vector<Allocation> candidates = inside(std::move(starts), problem, window, *options.budget);
    if (Allocation& best = cheapest(candidates, problem); meets_bound(best, problem, window)) {
        return std::move(best);
    }
    if (!is_3d && !has_memberships) {
        return search_from_best(std::move(candidates), problem, window, options);
    }
    if (has_memberships) {
        WorkBudget half = options.budget->part(0.5);
        if (std::optional<Allocation> found =
                search_memberships(of_memberships, problem, window, {options.seed, options.effort, &half})) {
            candidates.push_back(*std::move(found));
        }
        options.budget->spend(half.spent());
    }
    const Allocation best = std::move(cheapest(candidates, problem));
    candidates.clear();
    return search_lines(best, problem, window, options);
}

bool dominates(const Allocation& a, const Allocation& b, const Problem& problem) {
    return tile_cost(a, problem) < tile_cost(b, problem) &&
           max_load_ratio(a.tile_counts(), problem.speeds) <= max_load_ratio(b.tile_counts(), problem.speeds);
}

/// The searches' best within their window.
Allocation searched(const Partition& partition, const Problem& problem, const Grid& grid, const TileOptions& options) {
    const std::vector<std::size_t> targets = options.apportioned ? apportioned_targets(problem.speeds, grid.tiles())
                                                                 : partial_sum_targets(problem.speeds, grid.tiles());
    WorkBudget no_limit;
    const SearchOptions effort{options.seed, options.effort, options.budget != nullptr ? options.budget : &no_limit};
    if (least_refined_work(problem, grid) > effort.budget->remaining()) {
        effort.budget->spend(start_work(grid));
        return precise(partition, targets, grid);
    }
    effort.budget->spend(starts_work(problem, grid));
    const bool is_exact = !options.slack && options.tolerance == 0;
    const Window window = options.slack ? makespan_window(targets, problem.speeds, *options.slack)
                                        : window_around(targets, options.tolerance);
    std::vector<Allocation> starts = starts_of(partition, problem, targets, grid);
    const ActiveProcessors active(starts, window);
    const Problem compact = active.compacted(problem);
    for (Allocation& start : starts) {
        start = active.compacted(std::move(start));
    }
    if (std::ranges::all_of(compact.weights, [](double weight) { return weight == 0; })) {
        starts.resize(1); // all cost the same
    }
    const Window exact = active.compacted(exact_window(targets));
    if (is_exact) {
        return active.expanded(search(std::move(starts), compact, exact, effort));
    }
    // Loose windows have so many allocations that the search needs a good start.
    starts.push_back(search(starts, compact, exact, effort));
    return active.expanded(search(std::move(starts), compact, active.compacted(window), effort));
}

} // namespace

Allocation refined(const Partition& partition, const Problem& problem, const Grid& grid, const TileOptions& options) {
    require_valid(problem);
    require_valid(grid);
    if (!(options.effort > 0 && options.effort <= most_effort)) {
        throw InvalidInput(fmt::format("effort of {}: it must be positive, up to {}", options.effort, most_effort));
    }
    Allocation result = searched(partition, problem, grid, options);
    Allocation plain = rounded(partition, grid);
    if (dominates(plain, result, problem)) {
        result = std::move(plain);
    }
    result.name = partition.algorithm + "-refined";
    return result;
}

} // namespace tangram::partition
