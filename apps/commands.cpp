#include "apps/commands.hpp"

#include "apps/files.hpp"
#include "apps/runtime.hpp"
#include "partition/error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <exception>
#include <new>
#include <utility>
#include <vector>

namespace tangram::apps {

namespace {

std::string program_name() {
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

/// CLI11's own codes are many; ours are few (ExitCode).
int parse_failure(const CLI::App& app, const CLI::ParseError& error) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        return app.exit(error); // --help and --version
    }
    std::string message = error.what();
    if (app.get_subcommands().empty()) {
        message += "; the commands are";
        for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
            message += " " + command->get_name();
        }
    }
    print_error(message + " (see --help)");
    return ExitCode::bad_input;
}

} // namespace

int run_guarded(const Command& command) {
    try {
        return command();
    } catch (const InvalidInput& error) {
        print_error(error.what());
        return ExitCode::bad_input;
    } catch (const Unavailable& error) {
        print_error(error.what());
        return ExitCode::unavailable;
    } catch (const std::bad_alloc&) {
        print_error("out of memory");
        return ExitCode::failure;
    } catch (const std::exception& error) {
        print_error(error.what());
        return ExitCode::failure;
    }
}

int run_command_line(int argc, char** argv) {
    CLI::App app("Matrix multiplication on CPU/GPU nodes with the least data movement", program_name());
    app.set_version_flag("--version", version_text());
    app.require_subcommand(1);
    app.footer("Exit codes: 0 done, 1 wrong result or failed run, 2 bad arguments or input, 77 the machine lacks what "
               "was asked for.");
    const std::vector<std::pair<std::string, Command>> commands{{"gemm", add_gemm_command(app)},
                                                                {"machine", add_machine_command(app)},
                                                                {"policies", add_policies_command(app)}};
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
