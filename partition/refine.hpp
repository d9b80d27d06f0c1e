#pragma once

/// The searches behind refined(): each takes allocations to start from and
/// returns the cheapest one it found whose tile counts lie in the window
/// (specs/partition.md, section 5.4).

#include "partition/allocation.hpp"
#include "partition/problem.hpp"
#include "partition/window.hpp"

#include <cstdint>
#include <optional>
#include <span>

namespace tangram::partition {

/// Refined-A: simulated annealing over memberships (which processors may have
/// tiles in a row or column), placed by a flow. One layer, at most 8 processors.
/// Nothing if no allocation in the window was found. Same seed, same result.
[[nodiscard]] std::optional<Allocation> search_memberships(std::span<const Allocation> starts, const Problem& problem,
                                                           const Window& window, std::uint64_t seed);

/// Refined-B: drops processors from rows and columns, moving their tiles along
/// augmenting paths. One layer, any number of processors. `start` must lie in
/// the window. Never worse than `start`. Same seed, same result.
[[nodiscard]] Allocation search_augmenting(const Allocation& start, const Problem& problem, const Window& window,
                                           std::uint64_t seed);

/// Moves single tiles of a three-dimensional allocation, each for the least
/// cost, until its counts lie in the window, and on as long as that lowers the
/// cost. `start` may lie outside of the window.
[[nodiscard]] Allocation rebalanced(const Allocation& start, const Problem& problem, const Window& window);

} // namespace tangram::partition
