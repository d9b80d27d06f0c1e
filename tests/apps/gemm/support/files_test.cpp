#include "apps/gemm/support/files.hpp"

#include "tests/apps/in_process.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <optional>
#include <ostream>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tangram::apps {
namespace {

namespace fs = std::filesystem;
using test::contents;
using test::Ended;
using test::in_process;
using test::message_of;
using test::put;
using test::TemporaryFolder;
using testing::HasSubstr;

std::string writing_error(const fs::path& path) {
    return message_of<RunFailure>([&] { write_text(path, "text"); });
}

TEST(OutputFile, AppearsOnCommitOnly) {
    const TemporaryFolder folder;
    OutputFile file(folder / "out");
    file.write(std::as_bytes(std::span("abc", 3)));
    EXPECT_FALSE(fs::exists(folder / "out"));
    file.commit();
    EXPECT_EQ(contents(folder / "out"), "abc");
    EXPECT_EQ(folder.entries(), 1);
}

TEST(OutputFile, OthersWritePartsUntilCommit) {
    const TemporaryFolder folder;
    OutputFile file(folder / "out");
    file.write(std::as_bytes(std::span("ab", 2)));
    PartsFile part(file.open_to_others());
    part.write_at(3, std::as_bytes(std::span("d", 1)));
    part.write_at(2, std::as_bytes(std::span("c", 1)));
    part.close();
    file.commit();
    EXPECT_EQ(contents(folder / "out"), "abcd");
    EXPECT_EQ(folder.entries(), 1);
}

TEST(OutputFile, OfADeviceIsNotForOthers) {
    OutputFile file("/dev/null");
    EXPECT_THAT(message_of<RunFailure>([&] { (void)file.open_to_others(); }), HasSubstr("/dev/null"));
}

TEST(PartsFile, MustBeThere) {
    const TemporaryFolder folder;
    EXPECT_THAT(message_of<RunFailure>([&] { PartsFile(folder / "none"); }), HasSubstr("none"));
}

TEST(InputFile, IsReadAtAnyPosition) {
    const TemporaryFolder folder;
    put(folder / "in", "abcdef");
    const InputFile file(folder / "in");
    std::array<char, 3> bytes{};
    file.read_at(2, std::as_writable_bytes(std::span(bytes)));
    EXPECT_EQ(std::string(bytes.begin(), bytes.end()), "cde");
    EXPECT_EQ(file.position(), 0U);
    EXPECT_THAT(message_of<InvalidInput>([&] { file.read_at(4, std::as_writable_bytes(std::span(bytes))); }),
                HasSubstr("ended"));
}

TEST(OutputFile, LeavesNothingWithoutCommit) {
    const TemporaryFolder folder;
    put(folder / "out", "old");
    {
        OutputFile file(folder / "out");
        file.write(std::as_bytes(std::span("new", 3)));
    }
    EXPECT_EQ(contents(folder / "out"), "old");
    EXPECT_EQ(folder.entries(), 1);
}

TEST(OutputFile, ReplacesContentsButNotPermissions) {
    const TemporaryFolder folder;
    put(folder / "out", "old and longer");
    fs::permissions(folder / "out", fs::perms::owner_read | fs::perms::owner_write);
    write_text(folder / "out", "new");
    EXPECT_EQ(contents(folder / "out"), "new");
    EXPECT_EQ(fs::status(folder / "out").permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST(OutputFile, FollowsSymbolicLinks) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "scratch");
    fs::create_symlink("scratch/data", folder / "link"); // still without anything behind it
    fs::create_symlink(folder / "link", folder / "link to the link");
    write_text(folder / "link to the link", "1");
    EXPECT_EQ(contents(folder / "scratch/data"), "1");
    write_text(folder / "link", "2");
    EXPECT_EQ(contents(folder / "scratch/data"), "2");
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
}

TEST(BehindLinks, IsWhereTheyLead) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "scratch");
    fs::create_symlink("scratch/none", folder / "link");
    fs::create_symlink(folder / "link", folder / "link to the link");
    fs::create_symlink("loop", folder / "loop");
    EXPECT_EQ(behind_links(folder / "link to the link"), folder / "scratch/none");
    EXPECT_EQ(behind_links(folder / "scratch"), folder / "scratch");
    EXPECT_EQ(behind_links(folder / "none"), folder / "none");
    EXPECT_EQ(behind_links(folder / "loop"), folder / "loop");
}

TEST(OutputFile, TwoAtOnceDoNotMeet) {
    const TemporaryFolder folder;
    OutputFile first(folder / "out");
    OutputFile second(folder / "out");
    first.write(std::as_bytes(std::span("1", 1)));
    second.write(std::as_bytes(std::span("2", 1)));
    second.commit();
    first.commit();
    EXPECT_EQ(contents(folder / "out"), "1");
    EXPECT_EQ(folder.entries(), 1);
}

TEST(OutputFile, WritesToDevicesDirectly) {
    write_text("/dev/null", "text");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
    EXPECT_EQ(writing_error("/dev/full"), "cannot write /dev/full: No space left on device");
}

TEST(OutputFile, WritesToPipesDirectly) {
    const TemporaryFolder folder;
    const fs::path pipe = folder / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    ASSERT_GE(reader, 0);
    write_text(pipe, "text");
    char read_back[5] = {};
    EXPECT_EQ(::read(reader, read_back, 4), 4);
    EXPECT_STREQ(read_back, "text");
    ::close(reader);
    EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST(OutputFile, AppendsToTheFileBehindADescriptor) {
    const TemporaryFolder folder;
    const int log = ::open((folder / "log").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    ASSERT_EQ(::write(log, "report ", 7), 7);
    write_text("/dev/fd/" + std::to_string(log), "text");
    ::close(log);
    EXPECT_EQ(contents(folder / "log"), "report text");
}

TEST(OutputFile, RemovesWhatDidNotFit) {
    const TemporaryFolder folder;
    put(folder / "out", "old");
    // In a process of its own: the limit would also hit the test's report.
    const auto overflow = [&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{1 << 16, 1 << 16};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const std::string message =
            message_of<RunFailure>([&] { write_text(folder / "out", std::string(1 << 20, 'x')); });
        std::exit(message == "cannot write " + (folder / "out").string() + ": File too large" ? 0 : 1);
    };
    EXPECT_EXIT(overflow(), testing::ExitedWithCode(0), "");
    EXPECT_EQ(contents(folder / "out"), "old");
    EXPECT_EQ(folder.entries(), 1);
}

/// Ctrl-C, say, while a large matrix is written.
TEST(OutputFile, GoesWhenASignalEndsTheProcess) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGKILL}) {
        const TemporaryFolder folder;
        put(folder / "out", "old");
        const Ended ended = in_process(folder, [&] {
            OutputFile file(folder / "out");
            const std::string text(1 << 20, 'x');
            file.write(std::as_bytes(std::span(text)));
            const std::string said = std::to_string(folder.entries());
            if (::write(STDOUT_FILENO, said.data(), said.size()) < 0) {
                ::_exit(EXIT_FAILURE);
            }
            ::raise(signal);
        });
        EXPECT_TRUE(WIFSIGNALED(ended.status) && WTERMSIG(ended.status) == signal) << ended.status;
        EXPECT_EQ(ended.output, "2"); // there was a second file
        EXPECT_EQ(folder.entries(), 1) << signal;
        EXPECT_EQ(contents(folder / "out"), "old");
    }
}

/// Whoever forks has all that is open: also the pipe that says whether this process lives.
TEST(OutputFile, IsDoneThoughAForkedProcessLives) {
    const TemporaryFolder folder;
    const Ended ended = in_process(folder, [&] {
        ::alarm(60); // ends this process, if it waits for the forked one
        std::optional<OutputFile> file(folder / "out");
        const std::string text(1 << 16, 'x');
        file->write(std::as_bytes(std::span(text)));
        const test::ForkedProcess forked;
        file->commit();
        file.reset();
    });
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(contents(folder / "out").size(), 1U << 16);
    EXPECT_EQ(folder.entries(), 1);
}

TEST(OutputFile, StartsNoProcessForAShortFile) {
    const TemporaryFolder folder;
    const Ended ended = in_process(folder, [&] {
        OutputFile file(folder / "out");
        file.write(std::as_bytes(std::span("text", 4)));
        ::_exit(::waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD ? EXIT_SUCCESS : EXIT_FAILURE);
    });
    EXPECT_EQ(ended.status, 0);
}

TEST(OutputFile, IsWrittenWhereNoOtherProcessCanBeStarted) {
    const TemporaryFolder folder;
    const std::string text(1 << 20, 'x'); // for a short one no process is started
    const Ended ended = in_process(folder, [&] {
        write_text(folder / "before", text); // sanitizers need files of their own the first time,
        try {                                // for the type of an exception, too
            throw RunFailure("before");
        } catch (const RunFailure&) {
        }
        const int next = ::dup(STDERR_FILENO);
        ::close(next);
        const rlimit one_more_file{static_cast<rlim_t>(next) + 1, static_cast<rlim_t>(next) + 1}; // a pipe takes two
        ::setrlimit(RLIMIT_NOFILE, &one_more_file);
        write_text(folder / "out", text);
    });
    EXPECT_EQ(ended.status, 0);
    EXPECT_EQ(contents(folder / "out"), text);
    EXPECT_EQ(folder.entries(), 2);
}

struct BadTarget {
    const char* name;
    const char* path; ///< in a folder that holds a folder `folder` and a file `file`
    const char* reason;
};

std::ostream& operator<<(std::ostream& out, const BadTarget& parameter) {
    return out << parameter.name;
}

class BadTargets : public testing::TestWithParam<BadTarget> {};

TEST_P(BadTargets, AreRefusedBeforehandAndWhenWriting) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "folder");
    put(folder / "file", "old");
    fs::create_symlink("loop", folder / "loop");
    const fs::path path = folder / GetParam().path;
    const std::string expected = "cannot write " + path.string() + ": " + GetParam().reason;
    EXPECT_EQ(message_of<RunFailure>([&] { check_writable(path); }), expected);
    EXPECT_EQ(writing_error(path), expected);
    EXPECT_EQ(folder.entries(), 3);
}

const std::string too_long(300, 'x');

std::string name_of(const testing::TestParamInfo<BadTarget>& info) {
    return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Files, BadTargets,
                         testing::Values(BadTarget{"Folder", "folder", "Is a directory"},
                                         BadTarget{"FolderWithSlash", "folder/", "Is a directory"},
                                         BadTarget{"Dot", ".", "Is a directory"},
                                         BadTarget{"InMissingFolder", "missing/out", "No such file or directory"},
                                         BadTarget{"MissingFolder", "missing/", "No such file or directory"},
                                         BadTarget{"InFile", "file/out", "Not a directory"},
                                         BadTarget{"LinkToItself", "loop", "Too many levels of symbolic links"},
                                         BadTarget{"LongName", too_long.c_str(), "File name too long"}),
                         name_of);

TEST(CheckWritable, RefusesAnEmptyName) {
    EXPECT_EQ(message_of<RunFailure>([] { check_writable(""); }), "cannot write : No such file or directory");
}

TEST(CheckWritable, ChangesNothing) {
    const TemporaryFolder folder;
    check_writable(folder / "out");
    EXPECT_EQ(folder.entries(), 0);
    put(folder / "out", "old");
    check_writable(folder / "out");
    EXPECT_EQ(contents(folder / "out"), "old");
}

TEST(CheckWritable, LeavesPipesAndDevicesAlone) {
    const TemporaryFolder folder;
    const fs::path pipe = folder / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    check_writable(pipe); // would hang in opening it: nobody reads
    check_writable("/dev/null");
}

TEST(CheckWritable, RespectsPermissions) {
    if (::geteuid() == 0) {
        GTEST_SKIP() << "root may write everywhere";
    }
    const TemporaryFolder folder;
    put(folder / "file", "old");
    fs::permissions(folder / "file", fs::perms::owner_read);
    EXPECT_THAT(message_of<RunFailure>([&] { check_writable(folder / "file"); }), HasSubstr("Permission denied"));
    fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
    EXPECT_THAT(message_of<RunFailure>([&] { check_writable(folder / "out"); }), HasSubstr("Permission denied"));
    fs::permissions(folder.path(), fs::perms::owner_all);
}

TEST(InputFile, ReadsInOrder) {
    const TemporaryFolder folder;
    put(folder / "in", "abcdef");
    InputFile file(folder / "in");
    EXPECT_EQ(file.size(), 6U);
    std::string text(4, ' ');
    file.read(std::as_writable_bytes(std::span(text)));
    EXPECT_EQ(text, "abcd");
    EXPECT_EQ(file.position(), 4U);
    EXPECT_EQ(message_of<InvalidInput>([&] { file.read(std::as_writable_bytes(std::span(text))); }),
              "cannot read " + (folder / "in").string() + ": it ended while it was read");
}

TEST(InputFile, RefusesWhatIsNotAFile) {
    const TemporaryFolder folder;
    const fs::path pipe = folder / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    const auto message = [](const fs::path& path) {
        return message_of<InvalidInput>([&] { const InputFile file(path); });
    };
    EXPECT_THAT(message(folder.path()), HasSubstr("Is a directory"));
    EXPECT_THAT(message(folder / "missing"), HasSubstr("No such file or directory"));
    EXPECT_THAT(message(pipe), HasSubstr("not a regular file"));
    EXPECT_THAT(message("/dev/zero"), HasSubstr("not a regular file"));
    EXPECT_THAT(message(""), HasSubstr("No such file or directory"));
}

} // namespace
} // namespace tangram::apps
