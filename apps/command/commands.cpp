#include "apps/command/commands.hpp"

#include "apps/command/output.hpp"
#include "apps/gemm/runtime/runtime.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace tangram::apps {

namespace {

std::string version_text() {
    return fmt::format("{} {} (StarPU {}, {})", program_name(), TANGRAM_VERSION, Runtime::starpu_version(),
                       TANGRAM_FLAVOUR);
}

std::string names_of_commands(const CLI::App& app) {
    std::string names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names += (names.empty() ? "" : ", ") + command->get_name();
    }
    return names;
}

/// CLI11's own codes are many; ours are few (ExitCode).
int parse_failure(const CLI::App& app, const CLI::ParseError& error, bool simulates) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        app.exit(error); // prints what --help and --version ask for
        return run_guarded([] { return ExitCode::success; });
    }
    const std::vector<std::string> unexpected = app.remaining(true);
    std::string message = unexpected.empty() ? error.what() : fmt::format("unexpected '{}'", unexpected.front());
    if (!simulates && !unexpected.empty() && unexpected.front().starts_with("--platform")) {
        message += ": simulated machines are for tangram-sim";
    }
    std::string help(program_name());
    if (app.get_subcommands().empty()) {
        message += "; the commands are " + names_of_commands(app);
    } else {
        help += " " + app.get_subcommands().front()->get_name();
    }
    print_error(fmt::format("{} (see {} --help)", message, help));
    return ExitCode::bad_input;
}

} // namespace

int run_command_line(int argc, char** argv, const Simulator& simulator) {
    reserve_standard_streams();
    CLI::App app("Tiled matrix multiplication on a CPU/GPU node with little data movement",
                 std::string(program_name()));
    app.set_version_flag("--version", version_text());
    app.require_subcommand(1);
    app.footer(
        "Exit codes: 0 success, 1 wrong result or failed run, 2 bad arguments or input, 77 the machine lacks what "
        "was asked for, or has too little memory.");
    const std::vector<std::pair<std::string, Command>> commands{
        {"gemm", add_gemm_command(app, simulator)},       {"outer", add_outer_command(app, simulator)},
        {"machine", add_machine_command(app, simulator)}, {"partition", add_partition_command(app)},
        {"policies", add_policies_command(app)},          {"affinity", add_affinity_command(app)}};
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return parse_failure(app, error, static_cast<bool>(simulator.run));
    }
    for (const auto& [name, command] : commands) {
        if (app.got_subcommand(name)) {
            return run_guarded(command);
        }
    }
    return ExitCode::bad_input;
}

} // namespace tangram::apps
