#pragma once

/// How a program's command line becomes one of its commands. Errors are one line on stderr that guesses what was meant.

#include "apps/command/run_guarded.hpp"

#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace tangram::apps {

/// By the names of an app's subcommands.
using Commands = std::vector<std::pair<std::string, Command>>;

/// The command that was chosen; or, after --help, --version or a mistake, which have been answered, the exit code.
using Chosen = std::variant<Command, int>;

/// Declares what all programs have: --version, that there must be a command, and the exit codes in the help.
void declare_program(CLI::App& app, const std::string& version);

/// What to say of a word that no command expects, in place of a guess; "": nothing.
using Hint = std::function<std::string(const std::string& word)>;

/// The app must have all commands as its subcommands.
[[nodiscard]] Chosen parse(CLI::App& app, const Commands& commands, int argc, char** argv, const Hint& hint = {});

} // namespace tangram::apps
