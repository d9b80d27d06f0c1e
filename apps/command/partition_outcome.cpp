#include "apps/command/partition_outcome.hpp"

#include "apps/command/number_list.hpp"
#include "apps/command/saved_partition.hpp"
#include "apps/gemm/support/files.hpp"
#include "base/error.hpp"
#include "partition/base/targets.hpp"
#include "partition/partitioners.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace tangram::apps {

namespace {

/// An owner takes 8 bytes, and its cell of a drawing some 60.
constexpr std::size_t most_tiles = 20'000'000;

std::optional<partition::Grid> grid_of(const PartitionArguments& arguments) {
    if (arguments.grid.empty()) {
        return std::nullopt;
    }
    const std::vector<double> sides = parse_sides(arguments.grid, "--grid");
    const double tiles = std::accumulate(sides.begin(), sides.end(), 1.0, std::multiplies<>());
    for (const double side : sides) {
        if (side < 1 || side != std::floor(side)) {
            throw InvalidInput(fmt::format("--grid {}: each side must be a whole number, 1 or more", arguments.grid));
        }
    }
    if (tiles > static_cast<double>(most_tiles)) {
        throw InvalidInput(fmt::format("--grid {}: {:.3g} tiles, at most {}", arguments.grid, tiles, most_tiles));
    }
    const auto whole = [&](std::size_t index) { return static_cast<std::size_t>(sides[index]); };
    return partition::Grid{whole(0), whole(1), sides.size() == 3 ? whole(2) : 1};
}

std::vector<double> speeds_of(const PartitionArguments& arguments) {
    return arguments.speeds.empty() ? parse_numbers(read_text(arguments.speeds_file), arguments.speeds_file)
                                    : parse_numbers(arguments.speeds, "--speeds");
}

void set_weights(partition::Problem& problem, const PartitionArguments& arguments) {
    if (!arguments.weights.empty()) {
        problem.weights = parse_numbers(arguments.weights, "--weights");
    }
    problem.c_factor = arguments.c_factor.value_or(problem.c_factor);
}

/// Whether an option's sides ask for three dimensions; nothing where it is not given.
std::optional<bool> is_3d_by(const std::string& sides, const char* option) {
    return sides.empty() ? std::nullopt : std::optional(parse_sides(sides, option).size() == 3);
}

const partition::Partitioner& partitioner_of(const PartitionArguments& arguments, std::size_t processors) {
    const std::optional<bool> by_size = is_3d_by(arguments.size, "--size");
    const std::optional<bool> by_grid = is_3d_by(arguments.grid, "--grid");
    const bool wants_3d = arguments.is_3d || by_size.value_or(false) || by_grid.value_or(false);
    const partition::Partitioner& chosen = arguments.algorithm == "auto"
                                               ? partition::best_partitioner(processors, wants_3d)
                                               : partition::find_partitioner(arguments.algorithm);
    if (wants_3d && !chosen.is_3d) {
        throw InvalidInput(
            fmt::format("{} is two-dimensional: two sides for --size and --grid, and no --3d", chosen.name));
    }
    if (chosen.is_3d && (!by_size.value_or(true) || !by_grid.value_or(true))) {
        throw InvalidInput(fmt::format("{} is three-dimensional: --size and --grid need three sides", chosen.name));
    }
    if (processors > chosen.most_processors) {
        throw InvalidInput(
            fmt::format("{} takes at most {} processors, not {}", chosen.name, chosen.most_processors, processors));
    }
    return chosen;
}

/// The domain: --size, or a tile of --grid as the unit, or 1 x 1 (x 1).
void set_sides(partition::Problem& problem, const PartitionArguments& arguments) {
    if (arguments.size.empty() && arguments.grid.empty()) {
        return;
    }
    const std::vector<double> sides =
        arguments.size.empty() ? parse_sides(arguments.grid, "--grid") : parse_sides(arguments.size, "--size");
    problem.height = sides[0];
    problem.width = sides[1];
    problem.depth = sides.size() == 3 ? sides[2] : 1;
}

partition::TileOptions tile_options(const PartitionArguments& arguments) {
    partition::TileOptions options;
    options.apportioned = arguments.targets == "apportioned";
    options.tolerance = arguments.tolerance.value_or(options.tolerance);
    if (!arguments.slack.empty()) {
        options.slack = parse_fraction(arguments.slack, "--slack");
    }
    options.seed = arguments.seed.value_or(options.seed);
    options.effort = arguments.effort.value_or(options.effort);
    return options;
}

PartitionOutcome posed(const PartitionArguments& arguments) {
    if (arguments.speeds.empty() && arguments.speeds_file.empty()) {
        throw InvalidInput("no speeds: give --speeds, --speeds-file or --load");
    }
    PartitionOutcome outcome;
    outcome.problem.speeds = speeds_of(arguments);
    set_weights(outcome.problem, arguments);
    set_sides(outcome.problem, arguments);
    require_valid(outcome.problem);
    return outcome;
}

PartitionOutcome loaded(const PartitionArguments& arguments) {
    PartitionOutcome outcome = load_partition(arguments.load);
    if (!arguments.speeds.empty() || !arguments.speeds_file.empty()) {
        outcome.problem.speeds = speeds_of(arguments);
    } else if (outcome.problem.speeds.empty()) {
        outcome.problem.speeds = implied_speeds(outcome);
    }
    set_weights(outcome.problem, arguments);
    require_valid(outcome.problem);
    const std::size_t processors = outcome.partition ? outcome.partition->zones.size() : outcome.allocation->processors;
    if (outcome.problem.speeds.size() != processors) {
        throw InvalidInput(fmt::format("{} has {} processors, but there are {} speeds", arguments.load, processors,
                                       outcome.problem.speeds.size()));
    }
    if (!arguments.grid.empty() && !outcome.partition) {
        throw InvalidInput(fmt::format("{} has tiles and no zones: --grid has nothing to cut", arguments.load));
    }
    return outcome;
}

bool is_3d(const PartitionOutcome& outcome) {
    return outcome.partition ? outcome.partition->is_3d() : outcome.allocation->is_3d();
}

} // namespace

PartitionOutcome partition_outcome(const PartitionArguments& arguments) {
    check_search_options(arguments);
    const std::optional<partition::Grid> grid = grid_of(arguments);
    const partition::TileOptions options = tile_options(arguments);
    PartitionOutcome outcome = arguments.load.empty() ? posed(arguments) : loaded(arguments);
    const partition::Partitioner* partitioner =
        arguments.load.empty() ? &partitioner_of(arguments, outcome.problem.speeds.size()) : nullptr;
    check_use(arguments, grid || outcome.allocation, partitioner ? partitioner->is_3d : is_3d(outcome));
    const auto start = std::chrono::steady_clock::now();
    if (partitioner) {
        outcome.partition = partitioner->run(outcome.problem);
    }
    if (grid) {
        outcome.allocation = discretisation_of(arguments).run(*outcome.partition, outcome.problem, *grid, options);
    }
    if (partitioner || grid) {
        outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    }
    if (outcome.allocation) {
        const std::size_t tiles = outcome.allocation->owners.size();
        outcome.target_counts = options.apportioned ? partition::apportioned_targets(outcome.problem.speeds, tiles)
                                                    : partition::partial_sum_targets(outcome.problem.speeds, tiles);
    }
    return outcome;
}

} // namespace tangram::apps
