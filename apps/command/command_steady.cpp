#include "apps/command/commands.hpp"
#include "apps/command/output.hpp"
#include "apps/command/steady_arguments.hpp"
#include "apps/command/steady_figures.hpp"
#include "apps/command/steady_json.hpp"
#include "apps/command/steady_outcome.hpp"
#include "apps/command/steady_report.hpp"
#include "base/error.hpp"
#include "model/steady_state/drawings.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace tangram::apps {

namespace {

/// Prints the report unless an option takes stdout.
void print_report(const SteadyArguments& arguments, const SteadyOutcome& outcome) {
    if (arguments.json != "-" && arguments.draw != "-" && arguments.draw_schedule != "-") {
        fmt::print("{}", to_text(outcome));
    }
}

int run(const SteadyArguments& arguments) {
    check_outputs(
        {{"--json", arguments.json}, {"--draw", arguments.draw}, {"--draw-schedule", arguments.draw_schedule}},
        {{"--platform", arguments.platform}, {"--tree", arguments.tree}});
    const SteadyOutcome outcome = steady_outcome(arguments);
    if (!arguments.draw_schedule.empty() && !outcome.schedule) {
        print_report(arguments, outcome);
        throw RunFailure("--draw-schedule: there is no schedule: " + why_no_schedule(outcome));
    }
    if (!arguments.json.empty()) {
        write_output(arguments.json, text_of(to_json(outcome)));
    }
    if (!arguments.draw.empty()) {
        write_output(arguments.draw,
                     model::steady_state::draw(outcome.problem, outcome.best.rates, time_unit(outcome)));
    }
    if (!arguments.draw_schedule.empty()) {
        write_output(arguments.draw_schedule,
                     model::steady_state::draw(outcome.problem, *outcome.schedule, time_unit(outcome)));
    }
    print_report(arguments, outcome);
    return ExitCode::success;
}

} // namespace

Command add_steady_command(CLI::App& app, const Simulator& simulator) {
    CLI::App* command = app.add_subcommand(
        "steady", "the best sustained throughput of a stream of equal jobs on a platform graph, and its schedule");
    const auto arguments = std::make_shared<SteadyArguments>();
    add_steady_options(*command, *arguments);
    return on_machine(*command, simulator, [arguments] {
        arguments->node.tile = tile_for(arguments->node.given_tile);
        return run(*arguments);
    });
}

} // namespace tangram::apps
