#include "apps/command/commands.hpp"
#include "apps/command/exchange_arguments.hpp"
#include "apps/command/exchange_report.hpp"
#include "apps/command/exchange_runs.hpp"
#include "apps/command/output.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace tangram::apps {

namespace {

int run(const ExchangeArguments& arguments) {
    check_outputs({{"--json", arguments.json}}, {{"--tree", arguments.tree}});
    const ExchangeOutcome outcome = exchange_outcome(arguments);
    if (!arguments.json.empty()) {
        write_output(arguments.json, text_of(to_json(outcome)));
    }
    if (arguments.json != "-") {
        fmt::print("{}", to_text(outcome));
    }
    return ExitCode::success;
}

} // namespace

Command add_exchange_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "exchange", "simulate how processes tell each other their loads, in a distributed sparse factorisation");
    const auto arguments = std::make_shared<ExchangeArguments>();
    add_exchange_options(*command, *arguments);
    return [arguments] { return run(*arguments); };
}

} // namespace tangram::apps
