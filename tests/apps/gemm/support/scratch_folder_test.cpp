/// Folders go, however the process ends that made them.

#include "apps/gemm/support/scratch_folder.hpp"

#include "base/error.hpp"
#include "tests/apps/in_process.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <optional>
#include <string>

#include <sys/wait.h>
#include <unistd.h>

namespace tangram::apps {
namespace {

namespace fs = std::filesystem;
using test::Ended;
using test::in_process;
using test::TemporaryFolder;

/// A file in a folder in the folder; says where that is if it is there.
void fill(const ScratchFolder& folder) {
    test::put(folder.path() / "bus" / "file", "text");
    const std::string path = folder.path().string();
    if (fs::exists(folder.path() / "bus" / "file") && write(STDOUT_FILENO, path.data(), path.size()) < 0) {
        _exit(EXIT_FAILURE);
    }
}

TEST(ScratchFolder, GoesWithTheObject) {
    const TemporaryFolder temporary;
    const Ended ended = in_process(temporary, [&] {
        {
            const ScratchFolder folder;
            const ScratchFolder another;
            fill(folder);
            fill(another);
        }
        _exit(static_cast<int>(temporary.entries()));
    });
    EXPECT_EQ(ended.status, 0);
    EXPECT_TRUE(ended.output.starts_with(temporary.path().string())) << ended.output;
}

/// As where it is not set.
TEST(ScratchFolder, IsInTmpWhereTheVariableIsEmpty) {
    const TemporaryFolder temporary;
    const Ended ended = in_process(temporary, [] {
        {
            setenv("TMPDIR", "", 1);
            const ScratchFolder folder;
            fill(folder);
        }
        _exit(0);
    });
    EXPECT_EQ(ended.status, 0);
    EXPECT_TRUE(ended.output.starts_with("/tmp/tangram-")) << ended.output;
}

/// Whoever forks has all that is open: also the pipe that says whether this process lives.
TEST(ScratchFolder, GoesThoughAForkedProcessLives) {
    const TemporaryFolder temporary;
    const Ended ended = in_process(temporary, [&] {
        alarm(60); // ends this process, if it waits for the forked one
        std::optional<ScratchFolder> folder(std::in_place);
        fill(*folder);
        {
            const test::ForkedProcess forked;
            folder.reset();
        }
        _exit(static_cast<int>(temporary.entries()));
    });
    EXPECT_EQ(ended.status, 0);
}

TEST(ScratchFolder, GoesWithTheProcess) {
    const TemporaryFolder temporary;
    for (const int signal : {SIGINT, SIGTERM, SIGABRT, SIGKILL}) {
        const Ended ended = in_process(temporary, [&] {
            const ScratchFolder folder;
            fill(folder);
            raise(signal);
        });
        EXPECT_TRUE(WIFSIGNALED(ended.status) && WTERMSIG(ended.status) == signal) << ended.status;
        EXPECT_TRUE(ended.output.starts_with(temporary.path().string())) << ended.output;
        EXPECT_EQ(temporary.entries(), 0) << signal;
    }
}

/// As `timeout` and terminals do.
TEST(ScratchFolder, GoesWithAGroupOfProcesses) {
    const TemporaryFolder temporary;
    for (const int signal : {SIGINT, SIGTERM}) {
        const Ended ended = in_process(temporary, [&] {
            setpgid(0, 0);
            const ScratchFolder folder;
            fill(folder);
            kill(0, signal);
        });
        EXPECT_TRUE(WIFSIGNALED(ended.status) && WTERMSIG(ended.status) == signal) << ended.status;
        EXPECT_FALSE(ended.output.empty());
        EXPECT_EQ(temporary.entries(), 0) << signal;
    }
}

TEST(ScratchFolder, GoesWhenALibraryEndsTheProcess) {
    const TemporaryFolder temporary;
    const Ended ended = in_process(temporary, [] {
        const ScratchFolder folder;
        fill(folder);
        _exit(77);
    });
    EXPECT_EQ(WEXITSTATUS(ended.status), 77);
    EXPECT_FALSE(ended.output.empty());
    EXPECT_EQ(temporary.entries(), 0);
}

TEST(ScratchFolder, IsNoStdoutWhereNoneIsOpen) {
    const TemporaryFolder temporary;
    const Ended ended = in_process(temporary, [] {
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
        const ScratchFolder folder;
        _exit(write(STDOUT_FILENO, "text", 4) == -1 ? EXIT_SUCCESS : EXIT_FAILURE);
    });
    EXPECT_EQ(ended.status, 0);
}

TEST(ScratchFolder, NeedsATemporaryFolder) {
    const TemporaryFolder temporary;
    test::put(temporary / "file", "text");
    const Ended ended = in_process(temporary, [&] {
        setenv("TMPDIR", (temporary / "file").c_str(), 1);
        try {
            const ScratchFolder folder;
        } catch (const InvalidInput&) {
            _exit(2);
        }
    });
    EXPECT_EQ(WEXITSTATUS(ended.status), 2);
}

} // namespace
} // namespace tangram::apps
