#include "apps/gemm/support/scratch_folder.hpp"

#include "base/error.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tangram::apps {

namespace {

namespace fs = std::filesystem;

fs::path make_folder() {
    std::error_code error;
    const fs::path parent = fs::temp_directory_path(error);
    if (error) {
        throw InvalidInput("TMPDIR does not name a folder");
    }
    std::string pattern = (parent / "tangram-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) {
        throw RunFailure(fmt::format("cannot make a folder in {} (TMPDIR)", parent.string()));
    }
    return pattern;
}

void remove_folder(const fs::path& folder) {
    std::error_code ignored; // a folder that stays behind in /tmp harms nobody
    fs::remove_all(folder, ignored);
}

/// The child. Of what it inherited only stdout and stderr stay open: other pipes and
/// locks may have to end with its parent.
[[noreturn]] void remove_after_parent(int pipe, const fs::path& folder) {
    setsid(); // out of the parent's group, which SIGKILL may end as a whole
    dup2(pipe, STDIN_FILENO);
    closefrom(STDERR_FILENO + 1);
    char byte = 0;
    while (read(STDIN_FILENO, &byte, 1) > 0) {
    }
    remove_folder(folder);
    _exit(EXIT_SUCCESS);
}

/// -1 if there can be no child. It takes no signals: they are meant for its parent.
pid_t start_remover(int pipe, const fs::path& folder) {
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const pid_t child = fork();
    if (child == 0) {
        remove_after_parent(pipe, folder);
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return child;
}

} // namespace

ScratchFolder::ScratchFolder() : path_(make_folder()) {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) == 0) {
        alive_ = fcntl(ends[1], F_DUPFD_CLOEXEC, STDERR_FILENO + 1); // it shall not stand in for a closed stdout
        close(ends[1]);
        remover_ = alive_ == -1 ? -1 : start_remover(ends[0], path_);
        close(ends[0]);
    }
    if (remover_ == -1) {
        const std::string reason = std::generic_category().message(errno);
        close(alive_);
        remove_folder(path_);
        throw RunFailure(fmt::format("cannot start a process: {}", reason));
    }
}

ScratchFolder::~ScratchFolder() {
    close(alive_);
    while (waitpid(remover_, nullptr, 0) == -1 && errno == EINTR) {
    }
}

} // namespace tangram::apps
