/// `tangram-mpi gemm` as users start it.

#include "tests/apps/command/command.hpp"
#include "tests/apps/command/keys_of.hpp"
#include "tests/apps/mpi/mpi_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace tangram::apps {
namespace {

using nlohmann::json;
using test::contents;
using test::keys_of;
using test::MpiCommand;
using test::our_lines;
using test::Outcome;
using test::Words;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

class NodesGemmCommand : public MpiCommand {
  protected:
    Outcome gemm(int processes, Words words) { return run_command_on(processes, "gemm", std::move(words)); }
    json figures(int processes, Words words) { return figures_of(processes, "gemm", std::move(words)); }
};

TEST_F(NodesGemmCommand, JsonHasItsKeys) {
    const json report = figures(2, {"--size", "128", "--tile", "32", "--node-speeds", "3,1"});
    EXPECT_THAT(keys_of(report),
                ElementsAre("gflops", "k", "m", "n", "network_bound", "network_bytes", "network_bytes_planned",
                            "nodes_partition", "precision", "ranks", "repeats", "residual", "sched", "seconds",
                            "seconds_total", "simulated", "starpu_version", "tasks", "tile", "verified", "window"));
    ASSERT_THAT(report["ranks"], SizeIs(2));
    EXPECT_THAT(keys_of(report["ranks"][0]),
                ElementsAre("bytes_in", "bytes_moved", "bytes_out", "copied_bytes", "host", "peak_memory",
                            "planned_speed", "rank", "seconds", "speed", "tasks"));
    EXPECT_EQ(report["tasks"], 64);
    EXPECT_EQ(report["ranks"][0]["tasks"], 48);
    EXPECT_EQ(report["ranks"][1]["tasks"], 16);
}

/// Whatever the machine's noise makes of the zones, and in one product, too.
TEST_F(NodesGemmCommand, ProductsWhoseZonesFollowTheSpeedsAreRight) {
    const std::string file = folder_ / "c.npy";
    for (const char* repeat : {"1", "3"}) {
        const Outcome outcome = gemm(3, {"--m", "250", "--n", "330", "--k", "300", "--tile", "16", "--beta", "0.5",
                                         "--rebalance", "--repeat", repeat, "--out", file});
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_THAT(outcome.out, HasSubstr("\nverified: ")) << outcome.out;
        EXPECT_EQ(contents(file).size(), 128 + sizeof(double) * 250 * 330);
    }
}

/// Zones that are rectangles, in pieces and ragged; more processes than cores, one without a tile.
TEST_F(NodesGemmCommand, ProductsAreRight) {
    struct Scene {
        int processes;
        Words words;
    };
    const Scene scenes[] = {
        {1, {"--m", "70", "--n", "50", "--k", "90", "--beta", "-0.7"}},
        {2, {"--m", "70", "--n", "150", "--k", "90", "--nodes", "columns", "--transa", "t", "--precision", "float"}},
        {3, {"--m", "170", "--n", "50", "--k", "100", "--node-speeds", "5,3,1", "--transb", "t", "--alpha", "-0.7"}},
        {4, {"--m", "150", "--n", "170", "--k", "90", "--nodes", "block-cyclic:2x2", "--beta", "1"}},
        {4, {"--m", "150", "--n", "170", "--k", "90", "--node-speeds", "7,5,3,1", "--transa", "t", "--transb", "t"}},
        {6, {"--m", "190", "--n", "110", "--k", "40", "--node-speeds", "6,5,4,3,2,1", "--repeat", "2", "--beta", "1"}},
        {3, {"--m", "70", "--n", "150", "--k", "90", "--verify", "full", "--transa", "t", "--beta", "-0.7"}},
        {2, {"--m", "70", "--n", "150", "--k", "90", "--verify", "full", "--precision", "float", "--alpha", "2"}},
        {3, {"--m", "20", "--n", "30", "--k", "100", "--node-speeds", "5,3,1"}},
        {2, {"--m", "70", "--n", "50", "--k", "90", "--alpha", "0", "--beta", "2"}}};
    for (Scene scene : scenes) {
        scene.words.insert(scene.words.end(), {"--tile", "16"});
        const json report = figures(scene.processes, scene.words);
        EXPECT_EQ(report["verified"], true) << testing::PrintToString(scene.words) << report;
        EXPECT_EQ(report["network_bytes"], report["network_bytes_planned"]) << testing::PrintToString(scene.words);
    }
}

/// What each process receives lies in its memory for at most so many slices.
TEST_F(NodesGemmCommand, CopiesFitTheWindow) {
    const std::int64_t tile = 32;
    for (const std::int64_t window : {1, 3}) {
        const json report = figures(4, {"--m", "128", "--n", "128", "--k", "1280", "--tile", "32", "--nodes",
                                        "block-cyclic:2x2", "--window", std::to_string(window)});
        EXPECT_EQ(report["verified"], true);
        for (const json& rank : report["ranks"]) {
            // Two tiles of A and two of B, half of which are another process's.
            const std::int64_t received_of_slice = 2 * tile * tile * 8;
            EXPECT_LE(rank["copied_bytes"], window * received_of_slice);
            EXPECT_GE(rank["copied_bytes"], received_of_slice);
            EXPECT_EQ(rank["bytes_in"], 40 * received_of_slice);
        }
    }
}

TEST_F(NodesGemmCommand, ZonesBySpeedsReceiveLess) {
    const Words words{"--size", "256", "--tile", "16", "--node-speeds", "4,2,1,1", "--nodes"};
    const auto with = [&](const char* zones) {
        Words all = words;
        all.emplace_back(zones);
        return figures(4, all);
    };
    const json nrrp = with("nrrp");
    const json columns = with("columns");
    EXPECT_EQ(nrrp["verified"], true);
    EXPECT_LE(nrrp["network_bytes"].get<double>(), 1.10 * nrrp["network_bound"].get<double>());
    EXPECT_LE(nrrp["network_bytes"].get<double>(), 0.7 * columns["network_bytes"].get<double>());
}

TEST_F(NodesGemmCommand, ReportAndPictureAreWrittenOnce) {
    const Outcome outcome = gemm(2, {"--size", "64", "--tile", "32", "--draw", "zones.svg", "--json", "out.json"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("2 processes"), HasSubstr("verified")));
    EXPECT_EQ(outcome.out.find("2 processes"), outcome.out.rfind("2 processes"));
    EXPECT_THAT(contents(folder_ / "zones.svg"),
                AllOf(HasSubstr("<svg"), HasSubstr("process 0, CPU: 4 tasks"), HasSubstr("process 1, CPU: 4 tasks")));
    EXPECT_EQ(json::parse(contents(folder_ / "out.json"))["m"], 64);
}

/// The file's last numbers, which are its matrix.
std::vector<double> elements_of(const std::string& file, std::size_t count) {
    std::vector<double> elements(count);
    const std::string bytes = contents(file);
    EXPECT_GE(bytes.size(), count * sizeof(double));
    std::memcpy(elements.data(), bytes.data() + bytes.size() - count * sizeof(double), count * sizeof(double));
    return elements;
}

/// Beside `tangram gemm`, whose own tests have files of both orders from NumPy.
class NodesGemmFiles : public NodesGemmCommand {
  protected:
    void one(Words words) {
        words.insert(words.begin(), {"gemm", "--tile", "16"});
        const Outcome outcome = test::run({TANGRAM_COMMAND, std::move(words), {}}, folder_);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    }
    void several(int processes, Words words) {
        words.insert(words.begin(), {"--tile", "16"});
        const Outcome outcome = gemm(processes, std::move(words));
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    }
    /// Products of random matrices, in Fortran order: a.npy 70 x 50, b.npy 50 x 90, c.npy 70 x 90.
    void make_matrices() {
        one({"--m", "70", "--n", "50", "--k", "30", "--out", "a.npy"});
        one({"--m", "50", "--n", "90", "--k", "30", "--seed", "7", "--out", "b.npy"});
        one({"--m", "70", "--n", "90", "--k", "30", "--seed", "9", "--out", "c.npy"});
    }
};

/// With alpha = 0 and beta = 1 C stays as it is: what each process reads, it writes at the same place.
TEST_F(NodesGemmFiles, CComesBackAsItWas) {
    make_matrices();
    several(4, {"--m", "70", "--n", "90", "--k", "10", "--alpha", "0", "--beta", "1", "--c", "c.npy", "--out",
                "same.npy", "--node-speeds", "4,3,2,1"});
    EXPECT_EQ(contents(folder_ / "same.npy"), contents(folder_ / "c.npy"));
}

/// The same, in C order: the header is changed, and with it the shape, so that the numbers mean the transpose.
TEST_F(NodesGemmFiles, RowMajorCComesBackAsItWas) {
    make_matrices();
    std::string file = contents(folder_ / "c.npy");
    const auto replace = [&file](const std::string& what, const std::string& by) {
        const std::size_t at = file.find(what);
        ASSERT_NE(at, std::string::npos) << what;
        file.replace(at, what.size(), by);
    };
    replace("'fortran_order': True", "'fortran_order': False");
    replace("(70, 90)", "(90, 70)");
    file.erase(file.find('\n') - 1, 1); // which the longer word has taken
    test::put(folder_ / "rows.npy", file);
    several(3, {"--m", "90", "--n", "70", "--k", "10", "--alpha", "0", "--beta", "1", "--c", "rows.npy", "--out",
                "same.npy"});
    EXPECT_EQ(contents(folder_ / "same.npy"), file);
}

/// One process takes what four have computed off its own product of the same files.
TEST_F(NodesGemmFiles, AAndBAreReadAsOneProcessReadsThem) {
    make_matrices();
    several(4, {"--a", "a.npy", "--b", "b.npy", "--out", "c4.npy", "--node-speeds", "4,3,2,1"});
    one({"--a", "a.npy", "--b", "b.npy", "--c", "c4.npy", "--beta", "-1", "--out", "zero.npy"});
    several(2, {"--a", "b.npy", "--b", "a.npy", "--transa", "t", "--transb", "t", "--out", "t2.npy"});
    one({"--a", "b.npy", "--b", "a.npy", "--transa", "t", "--transb", "t", "--c", "t2.npy", "--beta", "-1", "--out",
         "zero_t.npy"});
    for (const char* file : {"zero.npy", "zero_t.npy"}) {
        for (const double element : elements_of(folder_ / file, std::size_t{70} * 90)) {
            ASSERT_NEAR(element, 0, 1e-11) << file; // elements of A and B are some 10 in size
        }
    }
}

#ifndef __SANITIZE_ADDRESS__ // whose library must be the first one: mpi.cluster_failure_2 is such a test without
                             // preloading

TEST_F(NodesGemmCommand, KernelThatFailsEndsAll) {
    const Words words{"--size", "128", "--tile", "32", "--node-speeds", "1,2,1"};
    ASSERT_EQ(figures(3, words)["verified"], true); // there are models of the kernel now
    Words failing{TANGRAM_MPI_PROCESSES, "3",   "-x", std::string("LD_PRELOAD=") + TANGRAM_FAILING_BLAS,
                  TANGRAM_MPI_COMMAND,   "gemm"};
    failing.insert(failing.end(), words.begin(), words.end());
    const Outcome outcome = started(failing);
    EXPECT_EQ(outcome.exit_code, 1) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(our_lines(outcome.err), ElementsAre(HasSubstr("this BLAS fails"))) << outcome.err;
}

/// OpenBLAS asks for a buffer in a kernel, again and again where there is no room: it is looked at before. (Sanitizers
/// need all address space.)
TEST_F(NodesGemmCommand, LimitedProcessesEndWithAResultOrOutOfMemory) {
    constexpr int loader_failed = 127;
    constexpr int enough = 100'000; // OpenBLAS takes 128 MiB for each processor when it is loaded
    const std::string command = std::string("exec env STARPU_NCPU=2 OMP_NUM_THREADS=2 timeout 120 ") +
                                TANGRAM_MPI_COMMAND + " gemm --k 256 --tile 1000 --verify none";
    const auto one_process = [&](const std::string& words) {
        return started({TANGRAM_MPI_PROCESSES, "1", "sh", "-c", words});
    };
    const Outcome unlimited = one_process(command + " --m 1000 --n 1000"); // says that it calibrates, once
    ASSERT_EQ(unlimited.exit_code, 0) << unlimited.err;
    int refused = 0;
    int exit_code = 77;
    for (int mebibytes = 600; exit_code != 0 && mebibytes < enough; mebibytes += 100) {
        const Outcome outcome =
            one_process("ulimit -v " + std::to_string(1024 * mebibytes) + "; " + command + " --m 6000 --n 6000");
        exit_code = outcome.exit_code;
        ASSERT_THAT(exit_code, testing::AnyOf(0, 77, loader_failed)) << mebibytes << ": " << outcome.err;
        if (exit_code == 77) {
            ++refused;
            EXPECT_THAT(our_lines(outcome.err), ElementsAre(HasSubstr("out of memory"))) << mebibytes;
        }
    }
    EXPECT_GE(refused, 2);
    EXPECT_EQ(exit_code, 0) << "under the largest limit";
}

#endif

/// It would take minutes to measure such a tile.
TEST_F(NodesGemmCommand, MatricesThatNoMemoryHoldsAreRefusedBeforeKernelsAreMeasured) {
    const Outcome outcome = gemm(2, {"--size", "2000000", "--tile", "5000"});
    EXPECT_EQ(outcome.exit_code, 77) << outcome.err;
    EXPECT_THAT(our_lines(outcome.err), ElementsAre(AllOf(HasSubstr("out of memory"), HasSubstr("available"))));
}

TEST_F(NodesGemmCommand, StdoutThatCannotBeWrittenIsSaidOnce) {
    const Outcome outcome =
        started({TANGRAM_MPI_PROCESSES, "1", "sh", "-c", std::string(TANGRAM_MPI_COMMAND) + " --help > /dev/full"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(our_lines(outcome.err), ElementsAre(HasSubstr("cannot write to stdout"))) << outcome.err;
}

TEST_F(NodesGemmCommand, PretendedProcessesAreRefused) {
    const Outcome outcome = started(
        {TANGRAM_MPI_PROCESSES, "2", "-x", "STARPU_MPI_FAKE_SIZE=2", TANGRAM_MPI_COMMAND, "gemm", "--size", "128"});
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    EXPECT_THAT(our_lines(outcome.err), ElementsAre(HasSubstr("STARPU_MPI_FAKE_SIZE"))) << outcome.err;
}

struct BadGemm {
    const char* name;
    Words arguments;
    Words telling;
};

std::ostream& operator<<(std::ostream& out, const BadGemm& bad) {
    return out << bad.name;
}

class BadNodesGemmCommand : public NodesGemmCommand, public testing::WithParamInterface<BadGemm> {};

TEST_P(BadNodesGemmCommand, GetsOneLineAndEndsAll) {
    const BadGemm& bad = GetParam();
    const Outcome outcome = gemm(3, bad.arguments);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    const Words lines = our_lines(outcome.err);
    ASSERT_THAT(lines, SizeIs(1)) << outcome.err;
    for (const std::string& word : bad.telling) {
        EXPECT_THAT(lines[0], HasSubstr(word));
    }
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, BadNodesGemmCommand,
    testing::Values(BadGemm{"UnknownZones", {"--nodes", "nrp"}, {"'nrp'", "nrrp", "block-cyclic"}},
                    BadGemm{"OtherGrid", {"--nodes", "block-cyclic:2x2"}, {"block-cyclic:2x2", "3"}},
                    BadGemm{"TooFewSpeeds", {"--node-speeds", "2,1"}, {"--node-speeds 2,1", "3 processes"}},
                    BadGemm{"SpeedOfZero", {"--node-speeds", "2,1,0"}, {"--node-speeds", "positive"}},
                    BadGemm{"NoSize", {"--m", "0"}, {"0 x 2048 x 2048", "positive"}},
                    BadGemm{"TilesTooMany", {"--tile", "1", "--size", "20000"}, {"tile"}},
                    BadGemm{"TileTooLarge", {"--tile", "20000", "--size", "20000"}, {"--tile 20000", "2 GiB"}},
                    BadGemm{"BadCpuGroups", {"--cpu-groups", "many"}, {"many"}},
                    BadGemm{"NoFile", {"--a", "none.npy"}, {"none.npy"}},
                    BadGemm{"NoWindow", {"--window", "0"}, {"--window"}},
                    BadGemm{"UnknownStrategy", {"--sched", "autos"}, {"autos"}},
                    BadGemm{"Reductions",
                            {"--sched", "3d-nrrp-refined-redux-effective-steal", "--size", "256"},
                            {"3d-nrrp", "slice by slice"}}),
    [](const testing::TestParamInfo<BadGemm>& scene) { return scene.param.name; });

} // namespace
} // namespace tangram::apps
