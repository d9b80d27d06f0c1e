#include "apps/commands.hpp"
#include "apps/files.hpp"
#include "apps/number_list.hpp"
#include "apps/partition_report.hpp"
#include "apps/saved_partition.hpp"
#include "partition/error.hpp"
#include "partition/partitioners.hpp"
#include "partition/svg.hpp"
#include "partition/targets.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tangram::apps {

namespace {

/// An owner takes 8 bytes, and its cell of a drawing some 60.
constexpr std::size_t most_tiles = 20'000'000;

struct Arguments {
    std::string speeds, speeds_file, weights;
    std::optional<double> c_factor;
    std::string algorithm = "auto";
    bool is_3d = false;
    std::string size, grid;
    std::string discretise, targets, slack;
    std::optional<std::size_t> tolerance;
    std::optional<std::uint64_t> seed;
    std::optional<double> effort;
    std::string load, draw, json;
    bool markdown = false;
};

// ---- From options

std::optional<partition::Grid> grid_of(const Arguments& arguments) {
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

std::vector<double> speeds_of(const Arguments& arguments) {
    return arguments.speeds.empty() ? parse_numbers(read_text(arguments.speeds_file), arguments.speeds_file)
                                    : parse_numbers(arguments.speeds, "--speeds");
}

void set_weights(partition::Problem& problem, const Arguments& arguments) {
    if (!arguments.weights.empty()) {
        problem.weights = parse_numbers(arguments.weights, "--weights");
    }
    problem.c_factor = arguments.c_factor.value_or(problem.c_factor);
}

/// Whether an option's sides ask for three dimensions; nothing where it is not given.
std::optional<bool> is_3d_by(const std::string& sides, const char* option) {
    return sides.empty() ? std::nullopt : std::optional(parse_sides(sides, option).size() == 3);
}

const partition::Partitioner& partitioner_of(const Arguments& arguments, std::size_t processors) {
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
void set_sides(partition::Problem& problem, const Arguments& arguments) {
    if (arguments.size.empty() && arguments.grid.empty()) {
        return;
    }
    const std::vector<double> sides =
        arguments.size.empty() ? parse_sides(arguments.grid, "--grid") : parse_sides(arguments.size, "--size");
    problem.height = sides[0];
    problem.width = sides[1];
    problem.depth = sides.size() == 3 ? sides[2] : 1;
}

const partition::Discretisation& discretisation_of(const Arguments& arguments) {
    return partition::find_discretisation(arguments.discretise.empty() ? "refined" : arguments.discretise);
}

partition::TileOptions tile_options(const Arguments& arguments) {
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

// ---- What would be ignored is refused

void require_use(bool is_given, bool is_used, const char* option, std::string_view need) {
    if (is_given && !is_used) {
        throw InvalidInput(fmt::format("{} would be ignored: it needs {}", option, need));
    }
}

void check_search_options(const Arguments& arguments) {
    const bool has_grid = !arguments.grid.empty();
    require_use(!arguments.discretise.empty(), has_grid, "--discretise", "--grid");
    const std::string_view tiles_by = discretisation_of(arguments).name;
    const bool is_refined = has_grid && tiles_by == "refined";
    const std::string need = has_grid ? fmt::format("--discretise refined, not {}", tiles_by) : "--grid";
    require_use(!arguments.slack.empty(), is_refined, "--slack", need);
    require_use(arguments.tolerance.has_value(), is_refined, "--tolerance", need);
    require_use(arguments.seed.has_value(), is_refined, "--seed", need);
    require_use(arguments.effort.has_value(), is_refined, "--effort", need);
}

/// Targets matter to every discretisation: the report compares with them.
void check_use(const Arguments& arguments, bool has_tiles, bool is_3d) {
    require_use(!arguments.targets.empty(), has_tiles, "--targets", "tiles, of --grid or of --load");
    require_use(arguments.c_factor.has_value(), is_3d, "--c-factor", "three dimensions, as with --3d");
}

// ---- From a file

PartitionOutcome loaded(const Arguments& arguments) {
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

// ---- The command

PartitionOutcome posed(const Arguments& arguments) {
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

PartitionOutcome outcome_of(const Arguments& arguments) {
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

void check_outputs(const Arguments& arguments) {
    if (!arguments.draw.empty() && arguments.draw == arguments.json) {
        throw InvalidInput(fmt::format("--draw and --json: both are '{}'", arguments.draw));
    }
    for (const std::string& path : {arguments.draw, arguments.json}) {
        if (!path.empty() && path != "-") {
            check_writable(path);
        }
    }
}

int run(const Arguments& arguments) {
    check_outputs(arguments);
    const PartitionOutcome outcome = outcome_of(arguments);
    if (!arguments.draw.empty()) {
        write_output(arguments.draw,
                     outcome.allocation ? partition::draw(*outcome.allocation) : partition::draw(*outcome.partition));
    }
    if (!arguments.json.empty()) {
        write_output(arguments.json, to_json(outcome));
    }
    if (arguments.json != "-" && arguments.draw != "-") {
        fmt::print("{}", to_text(outcome));
    }
    return ExitCode::success;
}

/// "Partitioners: nrrp ..." for --help.
template <class Table> std::string described(const char* title, const Table& table) {
    std::string text = fmt::format("{}:\n", title);
    for (const auto& entry : table) {
        text += fmt::format("  {:<16}{}\n", entry.name, entry.description);
    }
    return text;
}

void add_tile_options(CLI::App& command, Arguments& a) {
    command.add_option("--grid", a.grid, "cut into tiles: rows x columns (x layers) of them")
        ->check(not_empty())
        ->type_name("MxN[xK]");
    command.add_option("--discretise", a.discretise, "how zones become tiles (see below; default: the best)")
        ->check(not_empty())
        ->type_name("NAME");
    command
        .add_option("--targets", a.targets,
                    "numbers of tiles to aim at: partial-sums (as the paper, default) or apportioned (least makespan)")
        ->check(CLI::IsMember({"partial-sums", "apportioned"}));
    CLI::Option* slack =
        command
            .add_option("--slack", a.slack,
                        "instead of meeting targets, refined may take 5% (or 0.05) longer than perfect balance")
            ->check(not_empty())
            ->type_name("S");
    command
        .add_option("--tolerance", a.tolerance,
                    "tiles by which each processor's number may miss its target; refined only (default 0)")
        ->transform(whole_number(0))
        ->excludes(slack)
        ->type_name("T");
    command.add_option("--seed", a.seed, "of refined's search (default 1)")->transform(whole_number(0));
    command
        .add_option("--effort", a.effort,
                    "of refined's search: 10 takes ten times as long, and may find more (default 1)")
        ->check(finite_number());
}

/// As in the README.
void print_markdown() {
    fmt::print("| `--algorithm` | zones |\n|---|---|\n");
    for (const partition::Partitioner& partitioner : partition::partitioners()) {
        const bool is_limited = partitioner.most_processors != partition::any_number;
        fmt::print("| `{}` | {}{} |\n", partitioner.name, partitioner.description,
                   is_limited ? fmt::format(" (at most {})", partitioner.most_processors) : "");
    }
    fmt::print("\n| `--discretise` | tiles |\n|---|---|\n");
    for (const partition::Discretisation& discretisation : partition::discretisations()) {
        fmt::print("| `{}` | {} |\n", discretisation.name, discretisation.description);
    }
}

} // namespace

Command add_partition_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand("partition", "zones and tiles for given speeds: partition, cost, draw");
    auto arguments = std::make_shared<Arguments>();
    Arguments& a = *arguments;
    CLI::Option* speeds = command->add_option("--speeds", a.speeds, "one per processor, in any unit: 4,1,1 or 4,1x2")
                              ->check(not_empty())
                              ->type_name("S1,S2,...");
    command->add_option("--speeds-file", a.speeds_file, "the same from a file ('-': stdin)")
        ->check(not_empty())
        ->excludes(speeds)
        ->type_name("FILE");
    command->add_option("--weights", a.weights, "traffic weight per processor (default 1; 0: the home node)")
        ->check(not_empty())
        ->type_name("W1,W2,...");
    command
        ->add_option(
            "--c-factor", a.c_factor,
            "what moving a tile of C costs, one of A or B being 1: 2 if C is read as well; 3D only (default 1)")
        ->check(finite_number());
    CLI::Option* algorithm = command->add_option("--algorithm", a.algorithm, "partitioner (see below); auto: the best")
                                 ->check(not_empty())
                                 ->type_name("NAME")
                                 ->capture_default_str();
    CLI::Option* is_3d = command->add_flag("--3d", a.is_3d, "partition the products along k as well");
    CLI::Option* size = command->add_option("--size", a.size, "sides of the domain (default: the grid's, else all 1)")
                            ->check(not_empty())
                            ->type_name("HxW[xD]");
    add_tile_options(*command, a);
    command->add_option("--load", a.load, "a saved partition or allocation instead of a new one ('-': stdin)")
        ->check(not_empty())
        ->excludes(algorithm)
        ->excludes(is_3d)
        ->excludes(size)
        ->type_name("FILE");
    command->add_option("--draw", a.draw, "draw the tiles, or the zones without --grid, as SVG ('-': stdout)")
        ->check(not_empty())
        ->type_name("FILE");
    command->add_option("--json", a.json, "save as JSON ('-': stdout)")->check(not_empty())->type_name("FILE");
    command->add_flag("--markdown", a.markdown,
                      "the partitioners and discretisations as Markdown tables, nothing else");
    command->footer(described("Partitioners", partition::partitioners()) +
                    described("Discretisations", partition::discretisations()));
    return [arguments] {
        if (arguments->markdown) {
            print_markdown();
            return static_cast<int>(ExitCode::success);
        }
        return run(*arguments);
    };
}

} // namespace tangram::apps
