#include "apps/command/command_line.hpp"

#include "apps/command/output.hpp"
#include "base/nearest_name.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace tangram::apps {

namespace {

std::vector<std::string> names_of_commands(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    return names;
}

/// Long names without their dashes.
std::vector<std::string> names_of_options(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* option : command.get_options()) {
        names.insert(names.end(), option->get_lnames().begin(), option->get_lnames().end());
    }
    return names;
}

/// ", did you mean X?" for a word that is no command, or no option of the command; nothing where there is no guess.
std::string guess_for(const CLI::App& app, const std::string& word) {
    constexpr std::string_view dashes = "--";
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    if (!word.starts_with(dashes)) {
        return chosen.empty() ? guess(word, names_of_commands(app)) : "";
    }
    const std::string name = word.substr(dashes.size(), word.find('=') - dashes.size());
    const std::vector<std::string> names = names_of_options(chosen.empty() ? app : *chosen.front());
    const bool is_misplaced = std::find(names.begin(), names.end(), name) != names.end();
    return is_misplaced ? "" : guess(name, names, {.prefix = dashes});
}

/// What is wrong with a command line: the word that nobody expected and what may have been meant, or what CLI11 says.
std::string parse_message(const CLI::App& app, const CLI::ParseError& error, const Hint& hint) {
    const std::vector<std::string> unexpected = app.remaining(true);
    std::string message = error.what();
    if (!unexpected.empty()) {
        const std::string& word = unexpected.front();
        message = fmt::format("unexpected '{}'", word);
        if (const std::string said = hint ? hint(word) : ""; !said.empty()) {
            return message + ": " + said;
        }
        if (const std::string guessed = guess_for(app, word); !guessed.empty()) {
            return message + guessed;
        }
    }
    if (app.get_subcommands().empty()) {
        message += fmt::format("; the commands are {}", fmt::join(names_of_commands(app), ", "));
    }
    return message;
}

/// CLI11's own codes are many; ours are few (ExitCode).
int parse_failure(const CLI::App& app, const CLI::ParseError& error, const Hint& hint) {
    if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success)) {
        app.exit(error); // prints what --help and --version ask for
        return run_guarded([] { return ExitCode::success; });
    }
    std::string help(program_name());
    if (!app.get_subcommands().empty()) {
        help += " " + app.get_subcommands().front()->get_name();
    }
    print_error(fmt::format("{} (see {} --help)", parse_message(app, error, hint), help));
    return ExitCode::bad_input;
}

constexpr const char* exit_codes = "Exit codes: 0 success, 1 wrong result or failed run, 2 bad arguments or input, 77 "
                                   "the machine lacks what was asked "
                                   "for, or has too little memory.";

/// Also where a command has a text of its own there.
void end_help_with_exit_codes(CLI::App& app) {
    for (CLI::App* command : app.get_subcommands({})) {
        if (const std::string text = command->get_footer(); !text.ends_with(exit_codes)) {
            command->footer(text.substr(0, text.find_last_not_of('\n') + 1) + "\n\n" + exit_codes);
        }
    }
}

} // namespace

void declare_program(CLI::App& app, const std::string& version) {
    app.set_version_flag("--version", version);
    app.require_subcommand(1);
    app.footer(exit_codes);
}

Chosen parse(CLI::App& app, const Commands& commands, int argc, char** argv, const Hint& hint) {
    end_help_with_exit_codes(app);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return parse_failure(app, error, hint);
    }
    const auto chosen = std::find_if(commands.begin(), commands.end(),
                                     [&app](const auto& command) { return app.got_subcommand(command.first); });
    if (chosen == commands.end()) {
        throw std::logic_error("a subcommand is missing in the list of commands");
    }
    return chosen->second;
}

} // namespace tangram::apps
