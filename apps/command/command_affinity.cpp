#include "apps/command/affinity_arguments.hpp"
#include "apps/command/affinity_runs.hpp"
#include "apps/command/commands.hpp"
#include "apps/command/output.hpp"
#include "sched/policies/strategies.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace tangram::apps {

namespace {

int run(const AffinityArguments& arguments) {
    check_outputs({{"--json", arguments.json}});
    const AffinityOutcome outcome = affinity_outcome(arguments);
    if (!arguments.json.empty()) {
        write_output(arguments.json, text_of(to_json(outcome)));
    }
    if (arguments.json != "-") {
        fmt::print("{}", to_text(outcome));
    }
    return ExitCode::success;
}

/// As in docs/affinity.md.
void print_strategies_markdown() {
    fmt::print("| `--strategy` | what an idle processor is given |\n|---|---|\n");
    for (const sched::AffinityKind& kind : sched::affinity_kinds()) {
        fmt::print("| `{}` | {} |\n", kind.name, kind.description);
    }
}

} // namespace

Command add_affinity_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "affinity",
        "simulate how many blocks dynamic strategies send for independent tasks; compare with the analysis");
    const auto arguments = std::make_shared<AffinityArguments>();
    add_affinity_options(*command, *arguments);
    return [arguments] {
        if (arguments->markdown) {
            print_strategies_markdown();
            return static_cast<int>(ExitCode::success);
        }
        return run(*arguments);
    };
}

} // namespace tangram::apps
