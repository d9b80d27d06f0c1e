#include "partition/discretise/starts.hpp"

#include "partition/algorithms/nrrp_plus.hpp"
#include "partition/discretise/precise.hpp"
#include "partition/discretise/rounded.hpp"
#include "partition/refine/searches.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace tangram::partition {

namespace {

/// More take longer than 10 ms.
constexpr std::size_t most_processors_for_other_zones = 1000;

/// Up to this many tiles a second start is worth its time.
constexpr std::size_t most_tiles_for_all_starts = std::size_t{1} << 20;

/// With more to choose from short searches do not get far enough to tell.
constexpr std::size_t most_memberships_for_race = 10'000;

/// WorkBudget: to make a start, for each tile and, with many processors, for each pair of them.
constexpr double start_tile = 30;
constexpr double start_pair = 500;

Partition with_axes_swapped(Partition partition) {
    std::swap(partition.height, partition.width);
    for (Zone& zone : partition.zones) {
        for (Box& box : zone.boxes) {
            std::swap(box.x0, box.y0);
            std::swap(box.x1, box.y1);
        }
    }
    return partition;
}

/// Precise a second time, column by column: its ties fall differently.
Allocation precise_by_columns(const Partition& partition, std::span<const std::size_t> targets, const Grid& grid) {
    return transposed(precise(with_axes_swapped(partition), targets, {grid.columns, grid.rows, grid.layers}));
}

/// The processor with the most tiles across the shorter side, in whole lines,
/// beside NRRP+ of all others. That suits a giant: in a corner it would leave
/// the others an L too thin for them. Nothing if it cannot fill a line.
std::optional<Allocation> giant_across(const Problem& problem, std::span<const std::size_t> targets, const Grid& grid) {
    if (grid.columns > grid.rows) {
        Problem turned = problem;
        std::swap(turned.height, turned.width);
        const std::optional<Allocation> result = giant_across(turned, targets, {grid.columns, grid.rows});
        return result ? std::optional(transposed(*result)) : std::nullopt;
    }
    const auto giant = std::max_element(targets.begin(), targets.end()) - targets.begin();
    const std::size_t lines = targets[static_cast<std::size_t>(giant)] / grid.columns;
    if (lines == 0 || lines == grid.rows) {
        return std::nullopt;
    }
    const Grid rest{grid.rows - lines, grid.columns};
    Problem others = problem;
    others.height *= static_cast<double>(rest.rows) / static_cast<double>(grid.rows);
    others.speeds.erase(others.speeds.begin() + giant);
    if (!others.weights.empty()) {
        others.weights.erase(others.weights.begin() + giant);
    }
    Allocation result{"", grid.rows, grid.columns, problem.speeds.size(), {}};
    result.owners.assign(lines * grid.columns, static_cast<std::size_t>(giant));
    for (std::size_t owner : rounded(nrrp_plus(others), rest).owners) {
        result.owners.push_back(owner < static_cast<std::size_t>(giant) ? owner : owner + 1);
    }
    return result;
}

} // namespace

double start_work(const Grid& grid) {
    return start_tile * static_cast<double>(grid.tiles());
}

double starts_work(const Problem& problem, const Grid& grid) {
    const auto processors = static_cast<double>(problem.speeds.size());
    return most_starts * start_work(grid) + start_pair * processors * processors;
}

bool can_race(const Grid& grid, std::size_t processors) {
    return (grid.rows + grid.columns) * processors <= most_memberships_for_race;
}

std::vector<Allocation> starts_of(const Partition& partition, const Problem& problem,
                                  std::span<const std::size_t> targets, const Grid& grid) {
    std::vector<Allocation> starts;
    starts.push_back(precise(partition, targets, grid));
    if (grid.tiles() <= most_tiles_for_all_starts) {
        starts.push_back(precise_by_columns(partition, targets, grid));
    }
    starts.push_back(rounded(partition, grid));
    // What rounds well is not always what was cheap before: other zones may lead further.
    const std::size_t processors = problem.speeds.size();
    if (!partition.is_3d() && processors > few_processors && processors <= most_processors_for_other_zones) {
        Problem same_domain = problem;
        same_domain.height = partition.height;
        same_domain.width = partition.width;
        starts.push_back(rounded(nrrp_plus(same_domain), grid));
        std::optional<Allocation> across;
        if (can_race(grid, processors)) {
            across = giant_across(same_domain, targets, grid);
        }
        if (across) {
            starts.push_back(*std::move(across));
        }
    }
    return starts;
}

} // namespace tangram::partition
