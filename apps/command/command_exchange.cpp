#include "apps/command/command_exchange.hpp"

#include "apps/command/commands.hpp"
#include "apps/command/exchange_arguments.hpp"
#include "apps/command/exchange_report.hpp"
#include "apps/command/exchange_runs.hpp"
#include "apps/command/output.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <memory>
#include <string>

namespace tangram::apps {

namespace {

std::string examples() {
    return fmt::format("  {0} exchange --mechanism snapshot\n"
                       "  {0} exchange --tree grid:300x300 --processes 16 --strategy workload --json -\n",
                       program_name());
}

int run(const CLI::App& command, const ExchangeArguments& arguments, const ExchangeEngine& engine) {
    check_outputs({{"--json", arguments.json}}, {{"--tree", arguments.tree}});
    for (const std::string& line : options_without_effect(command, arguments, Trees::all)) {
        notify_on_stderr()("warning: " + line);
    }
    write_report(exchange_outcome(arguments, engine));
    return ExitCode::success;
}

} // namespace

Command add_exchange_command(CLI::App& app, const ExchangeEngine& engine) {
    CLI::App* command = app.add_subcommand(
        "exchange", "simulate how processes tell each other their loads, in a distributed sparse factorisation");
    const auto arguments = std::make_shared<ExchangeArguments>();
    add_exchange_options(*command, *arguments, Trees::all, examples());
    add_samples_option(*command, *arguments);
    return [command, arguments, engine] { return run(*command, *arguments, engine); };
}

Command add_exchange_command(CLI::App& app) {
    return add_exchange_command(app, event_simulator());
}

} // namespace tangram::apps
