#include "apps/command/partition_arguments.hpp"

#include "apps/command/options.hpp"
#include "base/error.hpp"
#include "partition/partitioners.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <string_view>

namespace tangram::apps {

namespace {

/// "Partitioners: nrrp ..." for --help.
template <class Table> std::string described(const char* title, const Table& table) {
    std::string text = fmt::format("{}:\n", title);
    for (const auto& entry : table) {
        text += fmt::format("  {:<16}{}\n", entry.name, entry.description);
    }
    return text;
}

void add_tile_options(CLI::App& command, PartitionArguments& a) {
    command.add_option("--grid", a.grid, "cut into tiles: numbers of rows x columns (x layers)")
        ->check(not_empty())
        ->type_name("MxN[xK]");
    command.add_option("--discretise", a.discretise, "how zones become tiles (see below; default refined)")
        ->check(not_empty())
        ->type_name("NAME");
    command
        .add_option(
            "--targets", a.targets,
            "how shares become whole numbers of tiles: partial-sums (rounded partial sums of the shares, default) or "
            "apportioned (for the least makespan)")
        ->check(one_of({"partial-sums", "apportioned"}));
    CLI::Option* slack = command
                             .add_option("--slack", a.slack,
                                         "let refined take this much longer than perfect balance to lower the cost, "
                                         "instead of meeting targets: 5% or 0.05")
                             ->check(not_empty())
                             ->type_name("S");
    command
        .add_option("--tolerance", a.tolerance,
                    "number of tiles by which each processor may miss its target; refined only (default 0)")
        ->transform(whole_number(0))
        ->excludes(slack)
        ->type_name("T");
    command.add_option("--seed", a.seed, "seed of refined's search (default 1)")->transform(whole_number(0));
    command
        .add_option("--effort", a.effort,
                    "effort of refined's search: 10 takes ten times as long and may find a lower cost (default 1)")
        ->check(finite_number());
}

void require_use(bool is_given, bool is_used, const char* option, std::string_view need) {
    if (is_given && !is_used) {
        throw InvalidInput(fmt::format("{} would be ignored: it needs {}", option, need));
    }
}

} // namespace

void add_partition_options(CLI::App& command, PartitionArguments& a) {
    CLI::Option* speeds =
        command.add_option("--speeds", a.speeds, "speeds, one per processor, in any unit: 4,1,1 or 4,1x2")
            ->check(not_empty())
            ->type_name("S1,S2,...");
    command.add_option("--speeds-file", a.speeds_file, "speeds from a file ('-': stdin)")
        ->check(not_empty())
        ->excludes(speeds)
        ->type_name("FILE");
    command.add_option("--weights", a.weights, "traffic weight of each processor (default 1; 0 for the home node)")
        ->check(not_empty())
        ->type_name("W1,W2,...");
    command
        .add_option("--c-factor", a.c_factor,
                    "cost of a C tile relative to an A or B tile: 2 if C is also read; 3D only (default 1)")
        ->check(finite_number());
    CLI::Option* algorithm = command
                                 .add_option("--algorithm", a.algorithm,
                                             "partitioner (see below); auto: the best for the number of processors")
                                 ->check(not_empty())
                                 ->type_name("NAME")
                                 ->capture_default_str();
    CLI::Option* is_3d = command.add_flag("--3d", a.is_3d, "also partition along k");
    CLI::Option* size =
        command.add_option("--size", a.size, "sides of the domain (default: those of the grid, else all 1)")
            ->check(not_empty())
            ->type_name("HxW[xD]");
    add_tile_options(command, a);
    command.add_option("--load", a.load, "load a saved partition or allocation instead of computing one ('-': stdin)")
        ->check(not_empty())
        ->excludes(algorithm)
        ->excludes(is_3d)
        ->excludes(size)
        ->type_name("FILE");
    command.add_option("--draw", a.draw, "draw as SVG the tiles, or without --grid the zones ('-': stdout)")
        ->check(not_empty())
        ->type_name("FILE");
    command.add_option("--json", a.json, "write as JSON ('-': stdout)")->check(not_empty())->type_name("FILE");
    add_markdown_option(command, a.markdown, "print only the tables of partitioners and discretisations, as Markdown");
    command.footer(described("Partitioners", partition::partitioners()) +
                   described("Discretisations", partition::discretisations()));
}

const partition::Discretisation& discretisation_of(const PartitionArguments& arguments) {
    return partition::find_discretisation(arguments.discretise.empty() ? "refined" : arguments.discretise);
}

void check_search_options(const PartitionArguments& arguments) {
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
void check_use(const PartitionArguments& arguments, bool has_tiles, bool is_3d) {
    require_use(!arguments.targets.empty(), has_tiles, "--targets", "tiles, of --grid or of --load");
    require_use(arguments.c_factor.has_value(), is_3d, "--c-factor", "three dimensions, as with --3d");
}

} // namespace tangram::apps
