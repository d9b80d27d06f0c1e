#include "partition/partitioners.hpp"

#include "base/error.hpp"
#include "partition/algorithms/column_based.hpp"
#include "partition/algorithms/exact_family.hpp"
#include "partition/algorithms/nrrp.hpp"
#include "partition/algorithms/nrrp_3d.hpp"
#include "partition/algorithms/nrrp_3d_plus.hpp"
#include "partition/algorithms/nrrp_plus.hpp"
#include "partition/algorithms/snrrp.hpp"
#include "partition/base/costs.hpp"
#include "partition/base/targets.hpp"
#include "partition/discretise/precise.hpp"
#include "partition/discretise/rounded.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace tangram::partition {

namespace {

Partition nrrp_or_column(const Problem& problem) {
    Partition with_corners = nrrp(problem);
    Partition in_columns = column_based(problem);
    return cost(in_columns, problem) < cost(with_corners, problem) ? std::move(in_columns) : std::move(with_corners);
}

Partition run_nrrp_plus(const Problem& problem) {
    return nrrp_plus(problem);
}

Partition run_nrrp_plus_beam(const Problem& problem) {
    return nrrp_plus(problem, plus_beam);
}

Partition run_nrrp_3d_plus(const Problem& problem) {
    return nrrp_3d_plus(problem);
}

constexpr std::array partitioner_table{
    Partitioner{"column", "rectangles in columns, at most 7/4 times the lower bound", false, any_number, column_based},
    Partitioner{"snrrp", "rectangles and L shapes, each at most sqrt(3/2) times its lower bound", false, any_number,
                snrrp},
    Partitioner{"nrrp", "rectangles and L shapes, at most 2/sqrt(3) times the lower bound", false, any_number, nrrp,
                Purpose::planning},
    Partitioner{"nrrp-or-column", "the cheaper of nrrp and column", false, any_number, nrrp_or_column},
    Partitioner{"nrrp-plus",
                "at each step makes the cut after which finishing with nrrp or column costs least (greedy); "
                "never worse than either",
                false, any_number, run_nrrp_plus, Purpose::planning},
    Partitioner{"nrrp-plus-beam", "nrrp-plus with a beam search over the cuts; 10 times slower", false, any_number,
                run_nrrp_plus_beam},
    Partitioner{"exact", "the best of all recursive dissections, for few processors", false, exact_family_most,
                exact_family},
    Partitioner{"3d-nrrp", "cuboids, some without a corner, each at most 5/6^(2/3) times its lower bound", true,
                any_number, nrrp_3d, Purpose::planning},
    Partitioner{"3d-nrrp-prism", "3d-nrrp with better corners, each zone at most 4/6^(2/3) times its lower bound", true,
                any_number, nrrp_3d_prism},
    Partitioner{"3d-nrrp-plus",
                "at each step makes the cut after which finishing with 3d-nrrp-prism costs least (greedy); "
                "never worse than that",
                true, any_number, run_nrrp_3d_plus, Purpose::planning},
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
    Discretisation{"rounded", "edges are rounded to the nearest grid lines", run_rounded},
    Discretisation{"precise", "exact numbers of tiles, with ragged edges", run_precise},
    Discretisation{"refined", "exact or nearly exact numbers of tiles, at the least cost that a search finds", refined},
};

bool equal_but_for_case(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](unsigned char x, unsigned char y) { return std::tolower(x) == std::tolower(y); });
}

template <class Table>
const typename Table::value_type& find(const Table& table, std::string_view name, std::string_view kind) {
    std::string names;
    for (const auto& entry : table) {
        if (equal_but_for_case(entry.name, name)) {
            return entry;
        }
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

const Partitioner& best_partitioner(std::size_t processors, bool is_3d) {
    // Limits for the slowest family of speeds, with a home node, which doubles the time.
    if (is_3d) {
        return find_partitioner(processors <= 1000 ? "3d-nrrp-plus" : "3d-nrrp-prism");
    }
    if (processors < exact_family_most) {
        return find_partitioner("exact");
    }
    if (processors <= 60) {
        return find_partitioner("nrrp-plus-beam");
    }
    if (processors <= 1000) {
        return find_partitioner("nrrp-plus");
    }
    return find_partitioner(processors <= 4000 ? "nrrp-or-column" : "nrrp");
}

} // namespace tangram::partition
