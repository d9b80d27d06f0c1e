#pragma once

/// The built commands, run as a user runs them.

#include "tests/apps/temporary_folder.hpp"

#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tangram::test {

struct Command {
    std::string program;
    std::vector<std::string> arguments;
    std::vector<std::string> environment; ///< NAME=value, besides this process's own
};

struct Outcome {
    int exit_code = 0; ///< 128 + signal for a program that was killed, 124 for one out of time
    std::string out;
    std::string err;
};

/// What a command may take: on a busy machine, or with sanitizers, many times what it takes on an idle one. Only one
/// that hangs needs longer.
inline constexpr int most_seconds = 800;

/// Runs the command in `folder`, for so long at most. Of the variables that choose something none is inherited.
inline Outcome run(const Command& command, const TemporaryFolder& folder, int seconds = most_seconds) {
    std::vector<std::string> words{"timeout",
                                   "--kill-after=5",
                                   std::to_string(seconds),
                                   "env",
                                   "--chdir=" + folder.path().string(),
                                   "--unset=STARPU_SCHED",
                                   "--unset=STARPU_HOSTNAME",
                                   "--unset=TANGRAM_WINDOW",
                                   "--unset=TANGRAM_CPU_GROUPS"};
    words.insert(words.end(), command.environment.begin(), command.environment.end());
    words.push_back(command.program);
    words.insert(words.end(), command.arguments.begin(), command.arguments.end());
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);

    const TemporaryFolder captured;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, (captured / "out").c_str(), O_WRONLY | O_CREAT, 0600);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, (captured / "err").c_str(), O_WRONLY | O_CREAT, 0600);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, pointers.front(), &actions, nullptr, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    if (failed != 0 || waitpid(child, &status, 0) != child) {
        throw std::runtime_error("cannot run " + command.program);
    }
    return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), contents(captured / "out"),
            contents(captured / "err")};
}

/// The commands `tangram COMMAND ...` below "Examples:" in a help text: their words after these two.
inline std::vector<std::vector<std::string>> examples_of(const std::string& help, const std::string& command) {
    std::vector<std::vector<std::string>> examples;
    std::istringstream lines(help.substr(help.find("Examples:")));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream text(line);
        const std::vector<std::string> words{std::istream_iterator<std::string>(text), {}};
        if (words.size() > 2 && words[0] == "tangram" && words[1] == command) {
            examples.emplace_back(words.begin() + 2, words.end());
        }
    }
    return examples;
}

} // namespace tangram::test
