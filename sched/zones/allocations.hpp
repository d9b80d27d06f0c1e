#pragma once

/// The allocations that strategies are named after: each a partitioner with a way to turn its zones into tiles. They
/// come from the tables of partition/partitioners.cpp: each partitioner for planning, with each discretisation.

#include "partition/base/allocation.hpp"
#include "partition/base/problem.hpp"
#include "partition/partitioners.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tangram::sched {

/// A partitioner and how its zones become tiles.
struct AllocationKind {
    std::string name; ///< e.g. "nrrp-rounded"
    std::string description;
    const partition::Partitioner* partitioner;
    const partition::Discretisation* discretisation;

    [[nodiscard]] bool is_3d() const { return partitioner->is_3d; }

    /// Tiles for the problem's nodes: rows x columns of C, and `depth` layers if the
    /// kind is three-dimensional, else one. options: of searches. Throws InvalidInput as the partitioner does.
    [[nodiscard]] partition::Allocation allocate(const partition::Problem& problem, std::size_t rows,
                                                 std::size_t columns, std::size_t depth,
                                                 const partition::TileOptions& options = {}) const;
};

/// All of them, in the order of the partitioners.
const std::vector<AllocationKind>& allocation_kinds();

/// By its exact name. Throws std::invalid_argument if there is none.
const AllocationKind& allocation_kind(std::string_view name);

/// What a balancer's name alone stands for ("static"), and the first plan that `auto` tries: nrrp-rounded.
const AllocationKind& default_allocation_kind();

/// partition::WorkBudget: of the shortest search for rows x columns tiles.
double least_search_work(const partition::Problem& problem, std::size_t rows, std::size_t columns);

/// What `auto` compares with default_allocation_kind(): nrrp-refined, or nrrp-precise where a search for tiles does not
/// pay.
const AllocationKind& exact_allocation_kind(bool may_search);

} // namespace tangram::sched
