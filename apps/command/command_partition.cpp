#include "apps/command/commands.hpp"
#include "apps/command/output.hpp"
#include "apps/command/partition_arguments.hpp"
#include "apps/command/partition_outcome.hpp"
#include "partition/partitioners.hpp"
#include "partition/svg/svg.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>

namespace tangram::apps {

namespace {

int run(const PartitionArguments& arguments) {
    check_outputs({{"--draw", arguments.draw}, {"--json", arguments.json}},
                  {{"--load", arguments.load}, {"--speeds-file", arguments.speeds_file}});
    const PartitionOutcome outcome = partition_outcome(arguments);
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

/// As in docs/partitions.md.
void print_partitions_markdown() {
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
    CLI::App* command =
        app.add_subcommand("partition", "partition a domain by given speeds: zones, tiles, cost, drawing");
    const auto arguments = std::make_shared<PartitionArguments>();
    add_partition_options(*command, *arguments);
    return [arguments] {
        if (arguments->markdown) {
            print_partitions_markdown();
            return static_cast<int>(ExitCode::success);
        }
        return run(*arguments);
    };
}

} // namespace tangram::apps
