#include "cluster/nodes/node_zones.hpp"

#include "base/error.hpp"
#include "base/parsed_number.hpp"
#include "partition/base/targets.hpp"
#include "partition/discretise/refined.hpp"
#include "partition/partitioners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace tangram::nodes {

namespace {

constexpr std::string_view block_cyclic = "block-cyclic:";

partition::Grid grid_of(const NodeProblem& problem) {
    return {static_cast<std::size_t>(problem.rows().count()), static_cast<std::size_t>(problem.columns().count())};
}

/// owner: of the tile (i, j).
template <class Owner>
partition::Allocation owned_by(const NodeProblem& problem, const std::string& name, const Owner& owner) {
    const partition::Grid grid = grid_of(problem);
    partition::Allocation zones{name, grid.rows, grid.columns, problem.speeds.size(), {}};
    for (std::size_t i = 0; i < grid.rows; ++i) {
        for (std::size_t j = 0; j < grid.columns; ++j) {
            zones.owners.push_back(owner(i, j));
        }
    }
    return zones;
}

struct ProcessGrid {
    std::size_t rows;
    std::size_t columns;
};

ProcessGrid process_grid(const std::string& name, std::size_t processes) {
    const std::string_view sides = std::string_view(name).substr(block_cyclic.size());
    const std::size_t cross = std::min(sides.find('x'), sides.size());
    const std::optional<std::size_t> rows = parsed<std::size_t>(sides.substr(0, cross));
    const std::optional<std::size_t> columns = parsed<std::size_t>(sides.substr(std::min(cross + 1, sides.size())));
    if (!rows || !columns || *rows == 0 || processes % *rows != 0 || processes / *rows != *columns) {
        throw InvalidInput(fmt::format("'{}': expected block-cyclic:PxQ where P times Q is {}, the number of processes",
                                       name, processes));
    }
    return {*rows, *columns};
}

partition::Allocation block_cyclic_zones(const std::string& name, const NodeProblem& problem) {
    const ProcessGrid processes = process_grid(name, problem.speeds.size());
    return owned_by(problem, name, [&](std::size_t i, std::size_t j) {
        return i % processes.rows * processes.columns + j % processes.columns;
    });
}

partition::Allocation whole_columns(const NodeProblem& problem) {
    const std::vector<std::size_t> widths =
        partition::apportioned_targets(problem.speeds, static_cast<std::size_t>(problem.columns().count()));
    std::vector<std::size_t> owners; // by column
    for (std::size_t process = 0; process < widths.size(); ++process) {
        owners.insert(owners.end(), widths[process], process);
    }
    return owned_by(problem, columns_name, [&](std::size_t, std::size_t j) { return owners[j]; });
}

const partition::Partitioner& partitioner_named(const std::string& name, std::size_t processes) {
    std::string names = "block-cyclic:PxQ, columns";
    for (const partition::Partitioner& partitioner : partition::partitioners()) {
        if (partitioner.is_3d) {
            continue;
        }
        if (partitioner.name != name) {
            names += fmt::format(", {}", partitioner.name);
        } else if (processes > partitioner.most_processors) {
            throw InvalidInput(fmt::format("'{}' takes at most {} processes, and there are {}", name,
                                           partitioner.most_processors, processes));
        } else {
            return partitioner;
        }
    }
    throw InvalidInput(fmt::format("unknown zones of nodes '{}'; there are: {}", name, names));
}

partition::Allocation zones_by_speeds(const std::string& name, const NodeProblem& problem,
                                      partition::WorkBudget* budget) {
    const partition::Grid grid = grid_of(problem);
    const partition::Problem domain{
        .speeds = problem.speeds, .height = static_cast<double>(grid.rows), .width = static_cast<double>(grid.columns)};
    const partition::Partition zones = partitioner_named(name, problem.speeds.size()).run(domain);
    return partition::refined(zones, domain, grid, {.apportioned = true, .budget = budget});
}

} // namespace

void require_zones(const std::string& name, std::size_t processes) {
    if (name.starts_with(block_cyclic)) {
        process_grid(name, processes);
    } else if (name != columns_name) {
        partitioner_named(name, processes);
    }
}

bool follow_speeds(const std::string& name) {
    return !name.starts_with(block_cyclic);
}

partition::Allocation node_zones(const std::string& name, const NodeProblem& problem, partition::WorkBudget* budget) {
    require_valid(problem);
    if (name.starts_with(block_cyclic)) {
        return block_cyclic_zones(name, problem);
    }
    return name == columns_name ? whole_columns(problem) : zones_by_speeds(name, problem, budget);
}

} // namespace tangram::nodes
