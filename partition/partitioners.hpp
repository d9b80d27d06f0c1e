#pragma once

/// The one table of partitioners and discretisations: names in options, errors,
/// help and the README come from it.

#include "partition/allocation.hpp"
#include "partition/problem.hpp"
#include "partition/zones.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace tangram::partition {

struct Partitioner {
    std::string_view name;
    std::string_view description;
    bool is_3d;
    std::size_t most_processors; ///< it takes no more than these
    Partition (*run)(const Problem& problem);
};

struct TileOptions {
    bool apportioned = false;  ///< targets by apportionment instead of the paper's rounded partial sums
    std::size_t tolerance = 0; ///< tiles by which a processor's count may miss its target; refined alone
    double slack = 0;          ///< makespan above the perfect one, 0.05 for 5%, instead of targets; refined alone
    std::uint64_t seed = 1;    ///< of refined's search
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
/// this number of processors (experiments/results has the measurements).
[[nodiscard]] const Partitioner& best_partitioner(std::size_t processors, bool is_3d);

} // namespace tangram::partition
