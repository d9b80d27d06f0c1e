/// `tangram-mpi fronts` as users start it: with mpirun on some processes, or by itself on one.

#include "tests/apps/command/command.hpp"
#include "tests/apps/command/keys_of.hpp"
#include "tests/apps/mpi/mpi_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <ostream>
#include <sstream>
#include <string>
#include <utility>

namespace tangram::apps {
namespace {

using nlohmann::json;
using test::contents;
using test::keys_of;
using test::MpiCommand;
using test::our_lines;
using test::Outcome;
using test::put;
using test::Words;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

class FrontsCommand : public MpiCommand {
  protected:
    Outcome fronts(int processes, Words words) { return run_command_on(processes, "fronts", std::move(words)); }
    json figures(int processes, Words words) { return figures_of(processes, "fronts", std::move(words)); }
};

TEST_F(FrontsCommand, JsonHasTheKeysOfExchangeAndThoseOfNumbers) {
    const json report = figures(3, {"--tree", "grid:12x12x12", "--runs", "2", "--mechanism", "snapshot"});
    EXPECT_THAT(keys_of(report),
                ElementsAre("application", "bytes", "decisions", "factor_flops", "flops", "fronts", "gflops",
                            "max_slaves", "mechanism", "messages", "no_more_master", "parallel_fronts", "peak_memory",
                            "per_run", "processes", "residual", "runs", "seconds_frozen", "seed", "strategy", "thread",
                            "threshold", "time", "tree", "verified", "view_error"));
    EXPECT_EQ(report["processes"], 3);
    EXPECT_EQ(report["verified"], true);
    EXPECT_LE(report["residual"], 1e-12);
    EXPECT_GT(report["decisions"], 0);
    EXPECT_EQ(report["messages"]["end"], 2 * report["decisions"].get<int>());
    ASSERT_THAT(report["per_run"], SizeIs(2));
    for (const json& run : report["per_run"]) {
        EXPECT_EQ(run["verified"], true);
        EXPECT_NEAR(run["gflops"].get<double>() * run["time"].get<double>() * 1e9, run["factor_flops"].get<double>(),
                    1e-3 * run["factor_flops"].get<double>());
    }
}

/// The same tree, mapped alike: what does not depend on the order of events is the same.
TEST_F(FrontsCommand, FactorisesWhatExchangeSimulates) {
    const Words words{"--tree", "grid:12x12x12", "--processes", "4"};
    const json real = figures(4, words);
    EXPECT_GT(real["decisions"], 0);
    Words simulated{"exchange", "--json", "-"};
    simulated.insert(simulated.end(), words.begin(), words.end());
    const json report = json::parse(test::run({TANGRAM_COMMAND, simulated, {}}, folder_).out);
    for (const char* path : {"/fronts", "/parallel_fronts", "/flops", "/decisions", "/messages/reserve",
                             "/messages/no_more_master", "/threshold/memory", "/threshold/flops"}) {
        const json::json_pointer figure(path);
        EXPECT_EQ(real.at(figure), report.at(figure)) << path;
    }
}

TEST_F(FrontsCommand, OneProcessNeedsNoMpirun) {
    const Outcome outcome = test::run({TANGRAM_MPI_COMMAND, {"fronts", "--tree", "grid:9x9"}, {}}, folder_);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("grid:9x9 on 1 process:"), HasSubstr("verified (scaled residual")));
}

TEST_F(FrontsCommand, SolvesSystemsFromFiles) {
    put(folder_ / "chain.mtx", "%%MatrixMarket matrix coordinate real general\n"
                               "4 4 10\n1 1 4\n2 2 4\n3 3 4\n4 4 4\n1 2 1\n2 1 -2\n2 3 1\n3 2 1\n3 4 -1\n4 3 1\n");
    EXPECT_EQ(figures(2, {"--tree", "chain.mtx"})["verified"], true);
}

TEST_F(FrontsCommand, ReportAndFileAreWrittenOnce) {
    const Outcome outcome = fronts(2, {"--tree", "grid:9x9", "--json", "out.json"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out.find("factorisation"), outcome.out.rfind("factorisation"));
    EXPECT_EQ(json::parse(contents(folder_ / "out.json"))["processes"], 2);
}

TEST_F(FrontsCommand, HelpIsPrintedOnce) {
    const Outcome outcome = fronts(2, {"--help"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("--mechanism"), std::string::npos);
    EXPECT_EQ(outcome.out.find("Examples:"), outcome.out.rfind("Examples:"));
}

TEST_F(FrontsCommand, OptionsOfSimulatedProcessesGetAWarning) {
    const Outcome outcome = fronts(2, {"--tree", "grid:9x9", "--gflops", "2"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(our_lines(outcome.err), ElementsAre(AllOf(HasSubstr("warning"), HasSubstr("--gflops"))));
}

/// A script may give each process its own; that of process 0 counts.
TEST_F(FrontsCommand, AllGoByOneCommandLine) {
    const Outcome outcome =
        started({TANGRAM_MPI_PROCESSES, "1", TANGRAM_MPI_COMMAND, "fronts", "--tree", "grid:9x9", ":",
                 TANGRAM_MPI_PROCESSES, "2", TANGRAM_MPI_COMMAND, "fronts", "--trees", "grid:7x7"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("grid:9x9 on 3 processes"));
}

TEST_F(FrontsCommand, SolutionThatOverflowsIsWrong) {
    put(folder_ / "tiny.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 1e-320\n");
    const Outcome outcome = fronts(1, {"--tree", "tiny.mtx"});
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("WRONG RESULT (scaled residual nan,"));
    EXPECT_THAT(our_lines(outcome.err), ElementsAre(HasSubstr("the solution is wrong")));
}

/// Blocks of two equal rows on the diagonal: independent systems, none of which can be solved.
std::string singular_blocks(int count) {
    std::ostringstream text;
    text << "%%MatrixMarket matrix coordinate real general\n" << 2 * count << ' ' << 2 * count << ' ' << 4 * count;
    for (int block = 0; block < count; ++block) {
        for (const int entry : {0, 1, 2, 3}) {
            text << '\n' << 2 * block + entry / 2 + 1 << ' ' << 2 * block + entry % 2 + 1 << " 1";
        }
    }
    return text.str() + "\n";
}

/// One process finds them all; of several, each finds its own.
TEST_F(FrontsCommand, OfManyUnusablePivotsTheFirstIsTold) {
    put(folder_ / "blocks.mtx", singular_blocks(40));
    const Outcome one = fronts(1, {"--tree", "blocks.mtx"});
    const Outcome several = fronts(4, {"--tree", "blocks.mtx"});
    EXPECT_EQ(one.exit_code, 1);
    EXPECT_EQ(several.exit_code, 1);
    ASSERT_THAT(our_lines(one.err), ElementsAre(HasSubstr("has the pivot 0:"))) << one.err;
    EXPECT_EQ(our_lines(several.err), our_lines(one.err)) << several.err;
}

/// As on hosts that share no disk. One has no file, another value, or the same values at another place.
TEST_F(FrontsCommand, FilesThatDifferAreAnError) {
    const std::string start = "%%MatrixMarket matrix coordinate real general\n3 3 5\n1 1 4\n2 2 4\n3 3 4\n";
    put(folder_ / "first" / "m.mtx", start + "1 2 1\n2 1 1\n");
    put(folder_ / "value" / "m.mtx", start + "1 2 1\n2 1 2\n");
    put(folder_ / "place" / "m.mtx", start + "1 3 1\n3 1 1\n");
    std::filesystem::create_directory(folder_ / "nothing");
    for (const char* other : {"nothing", "value", "place"}) {
        const Outcome outcome =
            started({TANGRAM_MPI_PROCESSES, "2", "-wdir", "first", TANGRAM_MPI_COMMAND, "fronts", "--tree", "m.mtx",
                     ":", TANGRAM_MPI_PROCESSES, "1", "-wdir", other, TANGRAM_MPI_COMMAND, "fronts"});
        EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
        EXPECT_THAT(our_lines(outcome.err), ElementsAre(AllOf(HasSubstr("m.mtx"), HasSubstr("error: process 2: "))))
            << other << outcome.err;
    }
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) // which need all address space

/// What one process has no room for ends all, whatever it does then, and whatever the others wait for.
TEST_F(FrontsCommand, LimitedProcessesEndWithAResultOrOutOfMemory) {
    constexpr int loader_failed = 127;
    const auto started_with = [](const std::string& threads_of_blas, const std::string& thread) {
        return "exec env " + threads_of_blas + " timeout 120 " + TANGRAM_MPI_COMMAND +
               " fronts --tree grid:30x30x30 --mechanism snapshot --thread " + thread;
    };
    for (const std::string& command :
         {started_with("OPENBLAS_NUM_THREADS=1", "none"), started_with("OPENBLAS_NUM_THREADS=1", "flag"),
          started_with("OMP_NUM_THREADS=4", "none")}) { // more than there are cores, perhaps
        int refused = 0;
        int exit_code = 77;
        for (int mebibytes = 300; exit_code != 0 && mebibytes < 10'000; mebibytes += 60) {
            std::string limited = "ulimit -v " + std::to_string(1024 * mebibytes) + "; ";
            limited += command;
            const Outcome outcome = started({TANGRAM_MPI_PROCESSES, "1", "sh", "-c", limited, ":",
                                             TANGRAM_MPI_PROCESSES, "2", "sh", "-c", command});
            exit_code = outcome.exit_code;
            ASSERT_THAT(exit_code, testing::AnyOf(0, 77, loader_failed)) << mebibytes << ": " << outcome.err;
            refused += exit_code == 77 ? 1 : 0;
        }
        EXPECT_GE(refused, 1) << command;
        EXPECT_EQ(exit_code, 0) << "under the largest limit";
    }
}

/// Open MPI would start without room for its shared memory, and wait for ever. (The loader
/// and OpenBLAS need room first.)
TEST_F(FrontsCommand, LimitsThatLeaveMpiNoRoomAreRefused) {
    const std::string command =
        std::string("exec env OMP_NUM_THREADS=1 timeout 120 ") + TANGRAM_MPI_COMMAND + " fronts --tree grid:36x36x36";
    bool told_of_mpi = false;
    for (int mebibytes = 200; !told_of_mpi && mebibytes < 10'000; mebibytes += 40) {
        const Outcome outcome = started(
            {TANGRAM_MPI_PROCESSES, "3", "sh", "-c", "ulimit -v " + std::to_string(1024 * mebibytes) + "; " + command});
        ASSERT_NE(outcome.exit_code, 0) << mebibytes;
        told_of_mpi = outcome.err.find("no room for MPI") != std::string::npos;
        EXPECT_TRUE(outcome.exit_code == 77 || !told_of_mpi) << outcome.exit_code << ": " << outcome.err;
    }
    EXPECT_TRUE(told_of_mpi);
}

#endif

struct BadFronts {
    const char* name;
    Words arguments;
    int exit_code;
    Words telling;
};

std::ostream& operator<<(std::ostream& out, const BadFronts& bad) {
    return out << bad.name;
}

class BadFrontsCommand : public FrontsCommand, public testing::WithParamInterface<BadFronts> {};

/// Also where all processes see the same mistake, or only one of them sees it.
TEST_P(BadFrontsCommand, GetsOneLineAndEndsAll) {
    put(folder_ / "rows.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 1\n1 1 1\n");
    put(folder_ / "singular.mtx", "%%MatrixMarket matrix coordinate real general\n"
                                  "2 2 4\n1 1 1\n1 2 1\n2 1 1\n2 2 1\n");
    const BadFronts& bad = GetParam();
    const Outcome outcome = run_on(3, bad.arguments);
    EXPECT_EQ(outcome.exit_code, bad.exit_code) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    const Words lines = our_lines(outcome.err);
    ASSERT_THAT(lines, SizeIs(1)) << outcome.err;
    for (const std::string& word : bad.telling) {
        EXPECT_THAT(lines[0], HasSubstr(word));
    }
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, BadFrontsCommand,
    testing::Values(BadFronts{"NoCommand", {}, 2, {"fronts"}}, BadFronts{"UnknownCommand", {"front"}, 2, {"fronts"}},
                    BadFronts{"UnknownOption", {"fronts", "--trees", "x"}, 2, {"--trees", "--tree"}},
                    BadFronts{"UnknownMechanism", {"fronts", "--mechanism", "gossip"}, 2, {"gossip", "snapshot"}},
                    BadFronts{"OtherProcesses", {"fronts", "--processes", "5"}, 2, {"--processes 5", "started 3"}},
                    BadFronts{"SyntheticTree", {"fronts", "--tree", "wide"}, 2, {"wide", "no matrix", "grid:"}},
                    BadFronts{"UnknownTree", {"fronts", "--tree", "oak"}, 2, {"'oak'", "no matrix"}},
                    BadFronts{"NoSpeed", {"fronts", "--gflops", "0"}, 2, {"speed", "0"}},
                    BadFronts{"BadThreshold", {"fronts", "--threshold", "5"}, 2, {"--threshold '5'"}},
                    BadFronts{"NoFile", {"fronts", "--tree", "none.mtx"}, 2, {"none.mtx"}},
                    BadFronts{"MatrixThatIsNotSquare", {"fronts", "--tree", "rows.mtx"}, 2, {"rows.mtx"}},
                    BadFronts{"SingularMatrix", {"fronts", "--tree", "singular.mtx"}, 1, {"pivot"}},
                    BadFronts{"OutputIsTheInput", {"fronts", "--tree", "rows.mtx", "--json", "rows.mtx"}, 2, {"both"}},
                    BadFronts{"NoFolder", {"fronts", "--json", "none/out.json"}, 1, {"none/out.json"}}),
    [](const testing::TestParamInfo<BadFronts>& scene) { return scene.param.name; });

} // namespace
} // namespace tangram::apps
