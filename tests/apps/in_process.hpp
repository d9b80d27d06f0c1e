#pragma once

/// What a process leaves behind that ends by itself or by a signal.

#include "tests/apps/temporary_folder.hpp"

#include <array>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tangram::test {

/// How a process ended, and what it said.
struct Ended {
    int status;
    std::string output;
};

/// Runs `body` in a process with TMPDIR, and waits until nobody holds its stdout any more.
inline Ended in_process(const TemporaryFolder& temporary, const std::function<void()>& body) {
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) {
        throw std::runtime_error("no pipe");
    }
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        setenv("TMPDIR", temporary.path().c_str(), 1);
        const rlimit no_core{.rlim_cur = 0, .rlim_max = 0};
        setrlimit(RLIMIT_CORE, &no_core);
        body();
        _exit(EXIT_SUCCESS);
    }
    close(ends[1]);
    Ended ended{};
    for (char byte = 0; read(ends[0], &byte, 1) == 1;) {
        ended.output += byte;
    }
    close(ends[0]);
    waitpid(child, &ended.status, 0);
    return ended;
}

} // namespace tangram::test
