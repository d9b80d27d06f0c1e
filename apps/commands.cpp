#include "apps/commands.hpp"

#include "apps/files.hpp"
#include "apps/parsed_number.hpp"
#include "apps/platform_description.hpp"
#include "apps/runtime.hpp"
#include "partition/error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <unistd.h>

namespace tangram::apps {

namespace {

std::string_view program_name() {
    return Runtime::is_simulated() ? "tangram-sim" : "tangram";
}

std::string version_text() {
    return fmt::format("{} {} (StarPU {}, {})", program_name(), TANGRAM_VERSION, Runtime::starpu_version(),
                       TANGRAM_FLAVOUR);
}

/// One line, whatever the library wrote.
void print_error(std::string message) {
    for (char& c : message) {
        c = c == '\n' ? ' ' : c;
    }
    fmt::print(stderr, "{}: error: {}\n", program_name(), message);
}

std::string names_of_commands(const CLI::App& app) {
    std::string names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names += (names.empty() ? "" : ", ") + command->get_name();
    }
    return names;
}

/// CLI11's own codes are many; ours are few (ExitCode).
int parse_failure(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        return app.exit(error); // --help and --version
    }
    const std::vector<std::string> unexpected = app.remaining(true);
    std::string message = unexpected.empty() ? error.what() : fmt::format("unexpected '{}'", unexpected.front());
    std::string help(program_name());
    if (app.get_subcommands().empty()) {
        message += "; the commands are " + names_of_commands(app);
    } else {
        help += " " + app.get_subcommands().front()->get_name();
    }
    print_error(fmt::format("{} (see {} --help)", message, help));
    return ExitCode::bad_input;
}

/// StarPU ends a program that it cannot go on with, as after a fault of a GPU's kernel, by its own lines and an abort.
/// No core is left then; a debugger still stops before this.
extern "C" void report_abort(int /*signal*/) {
    const auto print = [](std::string_view text) {
        [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
    };
    print(program_name());
    print(": error: the run was aborted; the lines above, if any, say why\n");
    std::_Exit(ExitCode::failure);
}

void report_aborts() {
    std::signal(SIGABRT, report_abort);
}

/// What was printed may still be on its way.
void flush_output() {
    if (std::fflush(stdout) != 0) {
        throw RunFailure(fmt::format("cannot write to stdout: {}", std::generic_category().message(errno)));
    }
}

} // namespace

int run_guarded(const Command& command) {
    report_aborts();
    try {
        const int code = command();
        flush_output();
        return code;
    } catch (const InvalidInput& error) {
        print_error(error.what());
        return ExitCode::bad_input;
    } catch (const Unavailable& error) {
        print_error(error.what());
        return ExitCode::unavailable;
    } catch (const std::bad_alloc&) {
        print_error("out of memory");
        return ExitCode::failure;
    } catch (const std::system_error& error) { // fmt::print throws it too
        print_error(std::ferror(stdout) != 0 ? fmt::format("cannot write to stdout: {}", error.code().message())
                                             : error.what());
        return ExitCode::failure;
    } catch (const std::exception& error) {
        print_error(error.what());
        return ExitCode::failure;
    }
}

int run_command_line(int argc, char** argv, const Simulator& simulator) {
    CLI::App app("Matrix multiplication on CPU/GPU nodes with the least data movement", std::string(program_name()));
    app.set_version_flag("--version", version_text());
    app.require_subcommand(1);
    app.footer("Exit codes: 0 done, 1 wrong result or failed run, 2 bad arguments or input, 77 the machine lacks what "
               "was asked for.");
    const std::vector<std::pair<std::string, Command>> commands{
        {"gemm", add_gemm_command(app, simulator)},       {"outer", add_outer_command(app, simulator)},
        {"machine", add_machine_command(app, simulator)}, {"partition", add_partition_command(app)},
        {"policies", add_policies_command(app)},          {"affinity", add_affinity_command(app)}};
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return parse_failure(app, error);
    }
    for (const auto& [name, command] : commands) {
        if (app.got_subcommand(name)) {
            return run_guarded(command);
        }
    }
    return ExitCode::bad_input;
}

RuntimeOptions runtime_options(const std::string& sched, const std::string& cpu_groups, Progress* progress) {
    RuntimeOptions options;
    options.sched = sched;
    options.notify = notify_on_stderr();
    // Again, as the OpenCL driver PoCL, where it is installed, has LLVM's handler of signals take the place of others.
    options.started = report_aborts;
    options.give_up = [progress](const std::string& line) {
        if (progress != nullptr) {
            progress->end();
        }
        print_error(line);
        std::_Exit(ExitCode::failure); // StarPU could not be shut down
    };
    if (!cpu_groups.empty()) {
        options.cpu_groups = CpuGroups::from_string(cpu_groups);
    }
    return options;
}

Command on_machine(CLI::App& command_options, const Simulator& simulator, const Command& command) {
    if (!simulator.run) {
        return command;
    }
    const auto options = std::make_shared<SimulationOptions>();
    command_options.add_option("--platform", options->platform, "the machine to simulate, see below")
        ->check(not_empty())
        ->type_name("NAME");
    command_options.footer(simulator.help + "\n" + command_options.get_footer());
    command_options.add_flag("--no-cpu", options->no_cpu, "no CPU workers, only GPUs compute");
    command_options
        .add_option("--scheduling-cost", options->scheduling_cost,
                    "1: time spent inside the scheduling policy counts (and varies from run to run), 0: it is free "
                    "(default: STARPU_SIMGRID_SCHED_COST, else 0)")
        ->check(CLI::IsMember({"0", "1"}));
    return [options, run = simulator.run, command] { return run(*options, command); };
}

std::int64_t default_tile() {
    return Runtime::is_simulated() ? simulated_tile() : 0;
}

std::string default_tile_text() {
    return Runtime::is_simulated() ? " (default: the platform's)" : " (default 0)";
}

CLI::Validator whole_number(std::int64_t lowest, std::int64_t highest) {
    const auto check = [lowest, highest](std::string& text) {
        const std::optional<std::int64_t> number = parsed<std::int64_t>(text);
        if (!number || *number < lowest || *number > highest) {
            return fmt::format("'{}' is not a whole number from {} to {}", text, lowest, highest);
        }
        text = fmt::format("{}", *number); // CLI11 would take 010 for 8
        return std::string();
    };
    return {check, ""};
}

CLI::Validator finite_number() {
    const auto check = [](const std::string& text) {
        const std::optional<double> number = parsed<double>(text);
        return number && std::isfinite(*number) ? "" : fmt::format("'{}' is not a finite number", text);
    };
    return {check, ""};
}

CLI::Validator not_empty() {
    return {[](const std::string& text) { return text.empty() ? "expected a name" : ""; }, ""};
}

ProgressMode to_progress_mode(const std::string& name) {
    if (name == "always") {
        return ProgressMode::always;
    }
    return name == "never" ? ProgressMode::never : ProgressMode::automatic;
}

Notify notify_on_stderr() {
    return [](const std::string& line) { fmt::print(stderr, "{}: {}\n", program_name(), line); };
}

void write_output(const std::string& path, const std::string& text) {
    if (path == "-") {
        fmt::print("{}", text);
    } else {
        write_text(path, text);
    }
}

} // namespace tangram::apps
