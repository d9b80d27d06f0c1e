#pragma once

/// The searches behind refined(): each takes allocations to start from and
/// returns the cheapest one it found whose tile counts lie in the window
/// (docs/algorithms.md, Refined).

#include "partition/base/allocation.hpp"
#include "partition/base/problem.hpp"
#include "partition/base/work_budget.hpp"
#include "partition/refine/window.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace tangram::partition {

struct SearchOptions {
    std::uint64_t seed = 1; ///< same seed, same result
    double effort = 1;      ///< multiplies the number of steps

    WorkBudget* budget = nullptr; ///< what the steps are spent of; null: it has no limit

    /// Spends `setup` and a number of steps of `work` each: `steps` times the effort, but no more than the budget pays
    /// for, and at least 1. Returns the number.
    [[nodiscard]] std::size_t spend(double setup, std::size_t steps, double work) const;
};

/// What search_memberships() can take.
inline constexpr std::size_t few_processors = 8;

/// Simulated annealing over memberships (which processors may have
/// tiles in a row or column), placed by a flow. One layer, at most 8 processors.
/// Nothing if no allocation in the window was found.
[[nodiscard]] std::optional<Allocation> search_memberships(std::span<const Allocation> starts, const Problem& problem,
                                                           const Window& window, const SearchOptions& options);

/// WorkBudget: of search_memberships() from three starts, without its steps.
[[nodiscard]] double least_memberships_work(std::size_t processors, const Grid& grid);

/// Drops processors from rows and columns, moving their tiles along
/// augmenting paths. One layer, any number of processors. `start` must lie in
/// the window. Never worse than `start`, which comes back where the search
/// would take more than 256 MiB: its memory is 4 bytes per line and processor,
/// 40 per tile and 1 bit per pair of processors. Its steps are limited by
/// number, to about half a second.
[[nodiscard]] Allocation search_augmenting(const Allocation& start, const Problem& problem, const Window& window,
                                           const SearchOptions& options);

/// Moves single tiles of an allocation of any number of layers, always the one
/// that adds the least to the cost, until its counts lie in the window
/// (docs/algorithms.md, Refined: rebalancing). Tiles go to processors on one of
/// their lines, to others only where no such move is left. `start` may lie outside of the window;
/// inside it comes back as it is. Throws InvalidInput for a window that the
/// grid's tiles cannot meet. O(tiles k' log tiles) to set out and O(n k' log tiles)
/// per move, for lines of n tiles with k' processors each; memory O(tiles).
[[nodiscard]] Allocation rebalanced(const Allocation& start, const Problem& problem, const Window& window);

/// rebalanced() for large grids and many processors: tasks move through the
/// zones between those who have too many and those who have too few, along
/// their borders, cheapest first. Meant for starts of few connected zones, such
/// as rounded()'s, whose counts need few moves. Throws as rebalanced() does.
/// O(tiles log k) for the borders in each of at most 24 rounds, O(log tiles)
/// per move; memory O(tiles).
[[nodiscard]] Allocation rebalanced_by_zones(const Allocation& start, const Problem& problem, const Window& window);

/// search_augmenting() for any number of layers: drops processors from lines of
/// tasks, moving their tiles along augmenting paths; never worse than `start`,
/// which must lie in the window. The number of its steps is fixed, so that its
/// time is that of some 10^8 simple operations at most. `start` comes back for
/// more than 256 processors, and for more than 2^21 tiles, each counted once more
/// for every processor of weight 0.
[[nodiscard]] Allocation search_lines(const Allocation& start, const Problem& problem, const Window& window,
                                      const SearchOptions& options);

} // namespace tangram::partition
