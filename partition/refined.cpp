#include "partition/refined.hpp"

#include "partition/costs.hpp"
#include "partition/error.hpp"
#include "partition/precise.hpp"
#include "partition/refine/searches.hpp"
#include "partition/refine/window.hpp"
#include "partition/rounded.hpp"
#include "partition/targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace tangram::partition {

namespace {

/// Hours, already.
constexpr double most_effort = 10'000;

/// What annealing over sets of processors can take.
constexpr std::size_t few_processors = 8;

/// Rebalancing pays each move with a line of tiles; on larger flat grids Precise is start enough.
constexpr std::size_t most_rebalanced_tiles = std::size_t{1} << 20;

Partition with_axes_swapped(Partition partition) {
    std::swap(partition.height, partition.width);
    for (Zone& zone : partition.zones)
        for (Box& box : zone.boxes) {
            std::swap(box.x0, box.y0);
            std::swap(box.x1, box.y1);
        }
    return partition;
}

/// Precise a second time, column by column: its ties fall differently.
Allocation precise_by_columns(const Partition& partition, std::span<const std::size_t> targets, const Grid& grid) {
    return transposed(precise(with_axes_swapped(partition), targets, {grid.columns, grid.rows, grid.layers}));
}

const Allocation& cheapest(const std::vector<Allocation>& allocations, const Problem& problem) {
    return *std::min_element(allocations.begin(), allocations.end(), [&](const Allocation& a, const Allocation& b) {
        return tile_cost(a, problem) < tile_cost(b, problem);
    });
}

/// The starts moved into the window, or what lies in it already.
std::vector<Allocation> inside(const std::vector<Allocation>& starts, const Problem& problem, const Window& window) {
    std::vector<Allocation> result;
    for (const Allocation& start : starts)
        if (window.contains(start.tile_counts()))
            result.push_back(start);
        else if (start.is_3d() || start.owners.size() <= most_rebalanced_tiles)
            result.push_back(rebalanced(start, problem, window));
    return result;
}

/// Needs one start in the window.
Allocation search(const std::vector<Allocation>& starts, const Problem& problem, const Window& window,
                  const SearchOptions& options) {
    std::vector<Allocation> candidates = inside(starts, problem, window);
    const bool is_3d = starts.front().is_3d();
    const bool are_few = starts.front().processors <= few_processors;
    if (!is_3d && are_few)
        if (std::optional<Allocation> found = search_memberships(starts, problem, window, options))
            candidates.push_back(*std::move(found));
    const Allocation& best = cheapest(candidates, problem);
    return is_3d || are_few ? search_lines(best, problem, window, options)
                            : search_augmenting(best, problem, window, options);
}

} // namespace

Allocation refined(const Partition& partition, const Problem& problem, const Grid& grid, const TileOptions& options) {
    require_valid(problem);
    require_valid(grid);
    const std::vector<std::size_t> targets = options.apportioned ? apportioned_targets(problem.speeds, grid.tiles())
                                                                 : partial_sum_targets(problem.speeds, grid.tiles());
    if (!(options.effort > 0 && options.effort <= most_effort))
        throw InvalidInput(fmt::format("effort of {}: it must be positive, up to {}", options.effort, most_effort));
    const SearchOptions effort{options.seed, options.effort};
    const Window exact = exact_window(targets);
    const Window window = options.slack ? makespan_window(targets, problem.speeds, *options.slack)
                                        : window_around(targets, options.tolerance);
    std::vector<Allocation> starts{precise(partition, targets, grid), precise_by_columns(partition, targets, grid),
                                   rounded(partition, grid)};
    Allocation result = search(starts, problem, exact, effort);
    if (options.slack || options.tolerance != 0) {
        // Loose windows have so many allocations that the search needs a good start.
        starts.push_back(std::move(result));
        result = search(starts, problem, window, effort);
    }
    result.name = partition.algorithm + "-refined";
    return result;
}

} // namespace tangram::partition
