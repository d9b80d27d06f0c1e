#include "apps/gemm/support/remover.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tangram::apps {

namespace {

/// Nobody writes into the pipe: reading ends when it closes. "$0" is the path.
constexpr const char* script = "read -r end; exec rm -rf -- \"$0\" 2>/dev/null";

/// Starts the process that removes `path` when `pipe` closes. Returns an error of errno's, or 0.
///
/// It takes no signals, as they are meant for its parent, and has left the parent's group, which SIGKILL may end as a
/// whole. Of what it inherits only stdout and stderr stay open: other pipes and locks may have to end with its parent.
int start(int pipe, const std::filesystem::path& path, pid_t& process) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, pipe, STDIN_FILENO);
    posix_spawn_file_actions_addclosefrom_np(&files, STDERR_FILENO + 1);
    sigset_t all;
    sigfillset(&all);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSID);

    std::array<std::string, 4> words{"sh", "-c", script, path.string()};
    const std::array arguments{words[0].data(), words[1].data(), words[2].data(), words[3].data(),
                               static_cast<char*>(nullptr)};
    std::string search_path = "PATH=/usr/bin:/bin";
    const std::array environment{search_path.data(), static_cast<char*>(nullptr)}; // no LD_PRELOAD of ours
    const int error = posix_spawn(&process, "/bin/sh", &files, &attributes, arguments.data(), environment.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error;
}

} // namespace

Remover::Remover(const std::filesystem::path& path) : path_(path) {
    std::array<int, 2> ends{-1, -1};
    int error = pipe2(ends.data(), O_CLOEXEC) == 0 ? 0 : errno;
    if (error == 0) {
        alive_ = fcntl(ends[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1); // it shall not stand in for a closed stdout
        error = alive_ == -1 ? errno : start(ends[0], path, process_);
        close(ends[0]);
        close(ends[1]);
    }
    if (error != 0) {
        close(alive_);
        throw RunFailure(fmt::format("cannot start a process: {}", std::generic_category().message(error)));
    }
}

/// The other process is ended, not asked: its pipe stays open as long as a process that was forked from this one lives.
Remover::~Remover() {
    std::error_code ignored; // there is nobody to tell
    std::filesystem::remove_all(path_, ignored);
    kill(process_, SIGKILL);
    close(alive_);
    while (waitpid(process_, nullptr, 0) == -1 && errno == EINTR) {
    }
}

} // namespace tangram::apps
