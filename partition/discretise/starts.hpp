#pragma once

/// Starts: the allocations that the searches of refined() set out from, as in
/// multi-start local search. The cheapest need not lead the furthest, so there are several:
///
///     the given partition             -> precise() by rows, and by columns up to 2^20 tiles; rounded()
///     in two dimensions, with more processors than few_processors, up to 1000:
///     nrrp_plus()                     -> rounded()
///     nrrp_plus() without the largest -> rounded(), beside whole lines of the largest; only if starts can race

#include "partition/base/allocation.hpp"
#include "partition/base/problem.hpp"
#include "partition/base/zones.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace tangram::partition {

/// That starts_of() makes.
inline constexpr double most_starts = 5;

/// The first is precise() of the partition. Only those by precise() are sure to meet the targets.
[[nodiscard]] std::vector<Allocation> starts_of(const Partition& partition, const Problem& problem,
                                                std::span<const std::size_t> targets, const Grid& grid);

/// Whether short searches can tell which start leads the furthest.
[[nodiscard]] bool can_race(const Grid& grid, std::size_t processors);

/// WorkBudget: of one start, precise() or rounded().
[[nodiscard]] double start_work(const Grid& grid);

/// WorkBudget: of starts_of().
[[nodiscard]] double starts_work(const Problem& problem, const Grid& grid);

} // namespace tangram::partition
