#pragma once

/// What a process leaves behind that ends by itself or by a signal.

#include "tests/apps/temporary_folder.hpp"

#include <array>
#include <csignal>
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

/// A process that has all that was open, and waits until the object ends it.
class ForkedProcess {
  public:
    ForkedProcess() : process_(fork()) {
        if (process_ == -1) {
            throw std::runtime_error("no process");
        }
        if (process_ == 0) {
            alarm(60); // where nobody is left to end it
            pause();
            _exit(EXIT_FAILURE);
        }
    }
    ~ForkedProcess() {
        kill(process_, SIGKILL);
        waitpid(process_, nullptr, 0);
    }
    ForkedProcess(const ForkedProcess&) = delete;
    ForkedProcess& operator=(const ForkedProcess&) = delete;

  private:
    pid_t process_;
};

} // namespace tangram::test
