#include "partition/partitioners.hpp"

#include "partition/error.hpp"
#include "partition/nrrp.hpp"
#include "partition/precise.hpp"
#include "partition/rounded.hpp"
#include "partition/targets.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>

namespace tangram::partition {

namespace {

constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max();

constexpr std::array partitioner_table{
    Partitioner{"nrrp", "rectangles and Ls, at most 2/sqrt(3) times the bound", false, any_number, nrrp},
};

Allocation run_rounded(const Partition& partition, const Problem& /*problem*/, const Grid& grid,
                       const TileOptions& /*options*/) {
    return rounded(partition, grid);
}

Allocation run_precise(const Partition& partition, const Problem& problem, const Grid& grid,
                       const TileOptions& options) {
    const auto targets = options.apportioned ? apportioned_targets : partial_sum_targets;
    return precise(partition, targets(problem.speeds, grid.tiles()), grid);
}

constexpr std::array discretisation_table{
    Discretisation{"rounded", "edges go to the nearest grid lines", run_rounded},
    Discretisation{"precise", "exact numbers of tiles, at the price of frayed edges", run_precise},
    Discretisation{"refined", "exact or nearly exact numbers of tiles, at the least cost a search finds", refined},
};

bool equal_but_for_case(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

template <class Table>
const typename Table::value_type& find(const Table& table, std::string_view name, std::string_view kind) {
    std::string names;
    for (const auto& entry : table) {
        if (equal_but_for_case(entry.name, name))
            return entry;
        names += fmt::format("{}{}", names.empty() ? "" : ", ", entry.name);
    }
    throw InvalidInput(fmt::format("unknown {} '{}'; there are: {}", kind, name, names));
}

} // namespace

std::span<const Partitioner> partitioners() {
    return partitioner_table;
}

std::span<const Discretisation> discretisations() {
    return discretisation_table;
}

const Partitioner& find_partitioner(std::string_view name) {
    return find(partitioner_table, name, "partitioner");
}

const Discretisation& find_discretisation(std::string_view name) {
    return find(discretisation_table, name, "discretisation");
}

const Partitioner& best_partitioner(std::size_t /*processors*/, bool /*is_3d*/) {
    return partitioner_table.front();
}

} // namespace tangram::partition
