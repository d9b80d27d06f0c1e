#pragma once

/// The one table of partitioners and discretisations: names in options, errors,
/// help and tables of docs/partitions.md and docs/strategies.md come from it.

#include "partition/base/allocation.hpp"
#include "partition/base/problem.hpp"
#include "partition/base/zones.hpp"
#include "partition/discretise/refined.hpp"

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>

namespace tangram::partition {

/// No limit on the number of processors.
inline constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

/// What a partitioner is offered for: to look at zones (`tangram partition`, the C++ interface), or to plan products
/// too, then strategies are named after it (sched/zones/allocations.hpp).
enum class Purpose { looking, planning };

struct Partitioner {
    std::string_view name;
    std::string_view description;
    bool is_3d;
    std::size_t most_processors; ///< it takes no more than these
    Partition (*run)(const Problem& problem);
    Purpose purpose = Purpose::looking;
};

struct Discretisation {
    std::string_view name;
    std::string_view description;
    Allocation (*run)(const Partition& partition, const Problem& problem, const Grid& grid, const TileOptions& options);
};

[[nodiscard]] std::span<const Partitioner> partitioners();
[[nodiscard]] std::span<const Discretisation> discretisations();

/// By name, ignoring case. Throws InvalidInput, listing what exists.
[[nodiscard]] const Partitioner& find_partitioner(std::string_view name);
[[nodiscard]] const Discretisation& find_discretisation(std::string_view name);

/// The partitioner with the lowest costs of those that take less than 50 ms for
/// this number of processors, whatever their speeds, one of them being the home
/// node of weight 0 (experiments/results has measurements).
[[nodiscard]] const Partitioner& best_partitioner(std::size_t processors, bool is_3d);

} // namespace tangram::partition
