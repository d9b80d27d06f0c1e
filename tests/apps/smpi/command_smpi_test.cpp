/// `tangram-smpi gemm` as users start it.

#include "tests/apps/command/bad_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstddef>
#include <filesystem>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace tangram::apps {
namespace {

using nlohmann::json;
using test::BadCommand;
using test::contents;
using test::Outcome;
using test::run;
using test::TemporaryFolder;
using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

using Words = std::vector<std::string>;

class SimulatedNodes : public testing::Test {
  protected:
    std::string report(const std::string& program, Words words) {
        words.insert(words.begin(), "gemm");
        const Outcome outcome = run({program, std::move(words), {}}, folder_);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        return outcome.out;
    }

    json gemm(Words words) {
        words.insert(words.end(), {"--json", "-"});
        return json::parse(report(TANGRAM_SMPI_COMMAND, std::move(words)));
    }

    double seconds(Words words) { return gemm(std::move(words))["seconds"].get<double>(); }

    TemporaryFolder folder_;
};

TEST_F(SimulatedNodes, SameInputSameReport) {
    const Words words{"--cluster", "3xsirocco", "--node-gpus", "4,2,1", "--size", "5760", "--repeat", "2"};
    EXPECT_EQ(gemm(words), gemm(words));
}

TEST_F(SimulatedNodes, SendWhatIsPlanned) {
    for (const char* zones : {"nrrp", "columns", "block-cyclic:2x2"}) {
        const json report =
            gemm({"--cluster", "4xsynthetic:gpus=3", "--node-gpus", "3,2,1,0", "--m", "6720", "--n", "4800", "--k",
                  "4000", "--tile", "960", "--nodes", zones, "--beta", "1", "--transa", "t"});
        EXPECT_EQ(report["network_bytes"], report["network_bytes_planned"]) << zones;
        EXPECT_GT(report["network_bytes"], 0) << zones;
        EXPECT_EQ(report["simulated"], true);
        EXPECT_EQ(report["ranks"][3]["host"], "node3");
        EXPECT_TRUE(report["ranks"][0]["peak_memory"].is_null());
    }
}

/// Zones for two processes, one of which gets nothing.
TEST_F(SimulatedNodes, OneMayHaveNothingToDo) {
    const json report = gemm({"--cluster", "2xmirage", "--size", "960", "--precision", "double"});
    EXPECT_EQ(report["tasks"], 1);
}

/// Each has its own number of GPUs, and the models of all.
TEST_F(SimulatedNodes, HaveTheGpusThatAreAskedFor) {
    const json report = gemm({"--cluster", "3xsynthetic:gpus=2,gpu_gflops=1000,cpus=0", "--node-gpus", "2,1,2",
                              "--size", "3840", "--tile", "960"});
    EXPECT_NEAR(report["ranks"][0]["speed"].get<double>(), 2000, 1e-6);
    EXPECT_NEAR(report["ranks"][1]["speed"].get<double>(), 1000, 1e-6);
    EXPECT_NEAR(report["ranks"][2]["speed"].get<double>(), 2000, 1e-6);
}

TEST_F(SimulatedNodes, ZonesBySpeedsBeatBlockCyclicOnes) {
    const Words nodes{"--cluster", "4xsirocco", "--node-gpus", "4,2,1,1", "--size",
                      "15360",     "--tile",    "960",         "--nodes"};
    const auto with = [&](const char* zones) {
        Words words = nodes;
        words.emplace_back(zones);
        return seconds(words);
    };
    EXPECT_LE(1.30 * with("nrrp"), with("block-cyclic:2x2"));
}

TEST_F(SimulatedNodes, FourAreNearlyFourTimesAsFast) {
    const json four = gemm({"--cluster", "4xsirocco", "--network", "gbs=12.5", "--size", "46080", "--tile", "1440"});
    const json one = json::parse(
        report(TANGRAM_SIM_COMMAND, {"--platform", "sirocco", "--size", "23040", "--tile", "1440", "--json", "-"}));
    EXPECT_GE(four["gflops"].get<double>(), 0.90 * 4 * one["gflops"].get<double>());
}

TEST_F(SimulatedNodes, NetworkDecidesTheTime) {
    const Words words{"--cluster", "4xsirocco", "--size", "7680", "--network"};
    const auto with = [&](const char* network) {
        Words all = words;
        all.emplace_back(network);
        return seconds(all);
    };
    const double fast = with("gbs=1000,latency_us=0");
    EXPECT_LT(fast, with("gbs=1.25"));
    // Each process receives 32 tiles, which its link brings one by one.
    EXPECT_GE(with("gbs=0.1"), 32 * 960 * 960 * 8 / 0.1e9);
    EXPECT_LT(fast, with("gbs=1000,latency_us=10000"));
}

/// A product takes a CPU worker longer than all others take for several slices, whose copies stay until it is done.
TEST_F(SimulatedNodes, SlowWorkersNeedALargeWindow) {
    const Words words{"--cluster", "2xsynthetic:gpus=4,gpu_gflops=7000,link_gbs=25,cpus=8,cpu_gflops=100",
                      "--network", "gbs=50",
                      "--size",    "19200",
                      "--tile",    "1920"};
    const json all = gemm(words);
    EXPECT_EQ(all["window"], 10);
    Words narrow = words;
    narrow.insert(narrow.end(), {"--window", "4"});
    EXPECT_LT(all["seconds"].get<double>(), 0.9 * gemm(narrow)["seconds"].get<double>());
}

/// Zones that are no rectangles: the nodes inside a process wait for no tile of another process.
TEST_F(SimulatedNodes, RaggedZonesKeepAllWorkersBusy) {
    const json report = gemm({"--cluster", "4xsirocco", "--node-gpus", "4,2,1,1", "--size", "46080", "--tile", "1440"});
    double speed = 0;
    for (const json& rank : report["ranks"]) {
        speed += rank["speed"].get<double>();
    }
    EXPECT_GE(report["gflops"].get<double>(), 0.98 * speed);
}

/// Many processes and few slices: who waits for whom is tried most often.
TEST_F(SimulatedNodes, ManyEndWithAnyWindow) {
    for (const char* window : {"1", "2", "4"}) {
        const json report = gemm({"--cluster", "16xsirocco", "--size", "15360", "--tile", "960", "--window", window});
        EXPECT_EQ(report["tasks"], 4096) << window;
        EXPECT_EQ(report["network_bytes"], report["network_bytes_planned"]) << window;
    }
}

/// Four products, and a node that computes with half its speed after the first.
class NodeThatSlowsDown : public SimulatedNodes {
  protected:
    /// Of the last three, of four nodes with the first so many GPUs.
    double seconds_of_rest(const char* gpus, const char* slowdown, const Words& words) {
        Words all{"--cluster",  "4xsirocco", "--node-gpus", gpus, "--size",     "15360",
                  "--slowdown", slowdown,    "--repeat",    "4",  "--progress", "never"};
        all.insert(all.end(), words.begin(), words.end());
        all.insert(all.end(), {"--tile", "960", "--json", folder_.path() / "report.json"});
        all.insert(all.begin(), "gemm");
        const Outcome outcome = run({TANGRAM_SMPI_COMMAND, std::move(all), {}}, folder_);
        EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
        lines_ = outcome.err;
        last_ = json::parse(contents(folder_.path() / "report.json"));
        double sum = 0;
        for (std::size_t number = 1; number < 4; ++number) {
            sum += last_["repeats"][number]["seconds"].get<double>();
        }
        return sum;
    }

    std::string lines_; ///< on stderr
    json last_;
};

TEST_F(NodeThatSlowsDown, GetsAZoneByItsSpeed) {
    const double as_is = seconds_of_rest("4,4,4,4", "3:0.5:1", {});
    EXPECT_EQ(lines_, "");
    const double right = seconds_of_rest("4,4,4,4", "3:0.5:1", {"--node-speeds", "2,2,2,1"});
    const double rebalanced = seconds_of_rest("4,4,4,4", "3:0.5:1", {"--rebalance"});
    EXPECT_LE(rebalanced, 1.10 * right);
    EXPECT_LE(rebalanced, 0.75 * as_is);
    EXPECT_THAT(
        lines_,
        StartsWith("tangram-smpi: product 2, slice 2 of 16: process 3 is 0.50 times as fast as before; new zones"));
    // Early in the second product, and once.
    EXPECT_EQ(last_["repeats"][0]["migrations"], json::array());
    ASSERT_EQ(last_["repeats"][1]["migrations"].size(), 1);
    EXPECT_GT(last_["repeats"][1]["migrations"][0]["bytes"], 0);
    EXPECT_EQ(last_["repeats"][2]["migrations"], json::array());
    const json& ranks = last_["ranks"];
    EXPECT_NEAR(ranks[3]["planned_speed"].get<double>(), 0.5 * ranks[3]["speed"].get<double>(),
                0.01 * ranks[3]["speed"].get<double>());
}

TEST_F(NodeThatSlowsDown, GetsAZoneByItsSpeedAmongUnequalOnes) {
    const double right = seconds_of_rest("4,2,1,1", "0:0.5:1", {"--node-speeds", "2302,2571,1558,1558"});
    EXPECT_LE(seconds_of_rest("4,2,1,1", "0:0.5:1", {"--rebalance"}), 1.10 * right);
}

/// Speeds that hold: all is as without the option, but for when tasks are submitted.
TEST_F(SimulatedNodes, KeepZonesWhereSpeedsHold) {
    Words words{"--cluster", "4xsirocco", "--node-gpus", "4,2,1,1",  "--size",
                "15360",     "--tile",    "960",         "--repeat", "2"};
    const json plain = gemm(words);
    words.emplace_back("--rebalance");
    const json watched = gemm(words);
    EXPECT_EQ(watched["network_bytes"], plain["network_bytes"]);
    EXPECT_EQ(watched["repeats"][1]["migrations"], json::array());
    EXPECT_LE(watched["seconds"].get<double>(), 1.02 * plain["seconds"].get<double>());
}

TEST_F(SimulatedNodes, AnyPolicyIsTaken) {
    for (const char* policy : {"dmda", "effective-dyn", "nrrp-refined-static"}) {
        const json report = gemm({"--cluster", "2xsirocco", "--size", "3840", "--sched", policy});
        EXPECT_EQ(report["sched"], policy);
        EXPECT_EQ(report["tasks"], 64);
    }
}

TEST_F(SimulatedNodes, ReportAndPictureAreWrittenOnce) {
    const std::string picture = folder_.path() / "zones.svg";
    const std::string text =
        report(TANGRAM_SMPI_COMMAND, {"--cluster", "2xsirocco", "--size", "3840", "--draw", picture});
    EXPECT_THAT(text, AllOf(StartsWith("3840 x 3840 x 3840 (double), tile 960, 2 processes, zones nrrp-refined"),
                            HasSubstr("node1"), HasSubstr("simulated: no element was computed")));
    EXPECT_EQ(text.find("3840 x 3840 x 3840", 1), std::string::npos);
    EXPECT_THAT(contents(picture), AllOf(HasSubstr("<svg"), HasSubstr("process 0, "), HasSubstr("process 1, ")));
}

TEST_F(SimulatedNodes, LeaveNothingBehind) {
    const TemporaryFolder scratch;
    const Outcome outcome = run({TANGRAM_SMPI_COMMAND,
                                 {"gemm", "--cluster", "2xsirocco", "--size", "1920"},
                                 {"TMPDIR=" + scratch.path().string()}},
                                folder_);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

/// The launcher is ended while its simulation runs: that ends, too, and nothing stays.
TEST_F(SimulatedNodes, EndWithTheirLauncher) {
    for (const char* signal : {"TERM", "KILL"}) {
        const TemporaryFolder scratch;
        const std::string command =
            "export TMPDIR='" + scratch.path().string() +
            "'; '" TANGRAM_SMPI_COMMAND "' gemm --cluster 4xsirocco --size 46080 --tile 1440 --progress always "
            "2> progress & until [ -s progress ] || ! kill -0 $!; do :; done; kill -" +
            signal + " $!; wait $!; until [ -z \"$(ls '" + scratch.path().string() + "')\" ]; do :; done; echo gone";
        const Outcome outcome = run({"sh", {"-c", command}, {}}, folder_);
        EXPECT_EQ(outcome.out, "gone\n") << signal << outcome.err;
    }
}

/// StarPU-MPI may send nothing, so that all wait.
TEST_F(SimulatedNodes, DeadlockIsAFailure) {
    const Outcome outcome = run(
        {TANGRAM_SMPI_COMMAND, {"gemm", "--cluster", "2xsirocco", "--size", "1920"}, {"STARPU_MPI_NDETACHED_SEND=0"}},
        folder_);
    EXPECT_EQ(outcome.exit_code, test::failed);
    EXPECT_THAT(outcome.err, HasSubstr("tangram-smpi: error: the simulated processes wait for each other"));
}

TEST_F(SimulatedNodes, FoldersThatSimgridCannotReadAreNamed) {
    const std::string spaced = folder_.path() / "with space";
    std::filesystem::create_directory(spaced);
    const Outcome outcome =
        run({TANGRAM_SMPI_COMMAND, {"gemm", "--cluster", "2xsirocco"}, {"TMPDIR=" + spaced}}, folder_);
    EXPECT_EQ(outcome.exit_code, test::bad_input);
    EXPECT_THAT(outcome.err, AllOf(StartsWith("tangram-smpi: error: TMPDIR"), HasSubstr("with space")));
}

/// A window may be larger than the depth: there are no more slices.
TEST_F(SimulatedNodes, WindowEndsWithTheDepth) {
    const json report = gemm({"--cluster", "2xsirocco", "--size", "3840", "--window", "1000000"});
    EXPECT_EQ(report["window"], 4);
    EXPECT_EQ(report["network_bytes"], report["network_bytes_planned"]);
}

TEST_F(SimulatedNodes, SaysWhatItIs) {
    EXPECT_THAT(run({TANGRAM_SMPI_COMMAND, {"--version"}, {}}, folder_).out, StartsWith("tangram-smpi "));
    EXPECT_THAT(run({TANGRAM_SMPI_COMMAND, {"gemm", "--help"}, {}}, folder_).out,
                AllOf(HasSubstr("--cluster"), HasSubstr("tangram-smpi gemm --cluster 4xsirocco")));
}

class BadSmpiCommand : public testing::TestWithParam<BadCommand> {};

TEST_P(BadSmpiCommand, GetsOneLine) {
    const TemporaryFolder folder;
    BadCommand command = GetParam();
    if (!command.arguments.empty()) {
        command.arguments.insert(command.arguments.begin(), "gemm");
    }
    test::expect_one_line(TANGRAM_SMPI_COMMAND, command, folder);
}

INSTANTIATE_TEST_SUITE_P(
    Commands, BadSmpiCommand,
    testing::Values(
        BadCommand{"Nothing", {}, test::bad_input, {"gemm"}},
        BadCommand{"NoCluster", {"--size", "960"}, test::bad_input, {"--cluster"}},
        BadCommand{"NoPlatform", {"--cluster", "4"}, test::bad_input, {"4xsirocco"}},
        BadCommand{"UnknownPlatform", {"--cluster", "4xsiroco"}, test::bad_input, {"sirocco"}},
        BadCommand{"TooManyNodes", {"--cluster", "1000xsirocco"}, test::bad_input, {"64"}},
        BadCommand{
            "GpusOfOtherNodes", {"--cluster", "4xsirocco", "--node-gpus", "4,2,1"}, test::bad_input, {"4 nodes"}},
        BadCommand{"MoreGpus", {"--cluster", "2xsirocco", "--node-gpus", "5,4"}, test::bad_input, {"5", "has 4"}},
        BadCommand{"Network", {"--cluster", "2xsirocco", "--network", "gb=1"}, test::bad_input, {"latency_us"}},
        BadCommand{"File", {"--cluster", "2xsirocco", "--a", "a.npy"}, test::bad_input, {"--a"}},
        BadCommand{"Zones", {"--cluster", "2xsirocco", "--nodes", "block-cyclic:2x2"}, test::bad_input, {"2x2"}},
        BadCommand{"Window", {"--cluster", "2xsirocco", "--window", "0"}, test::bad_input, {"--window"}},
        BadCommand{"WindowInWords", {"--cluster", "2xsirocco", "--window", "x"}, test::bad_input, {"auto"}},
        BadCommand{"WindowTooLarge", {"--cluster", "2xsirocco", "--window", "1000001"}, test::bad_input, {"1000000"}},
        BadCommand{"GpusOfStarpu", {"--cluster", "2xsirocco"}, test::bad_input, {"--node-gpus"}, {"STARPU_NCUDA=2"}},
        BadCommand{"SlowdownOfNothing",
                   {"--cluster", "2xsirocco", "--slowdown", "1:0.5:2", "--repeat", "2"},
                   test::bad_input,
                   {"--repeat"}},
        BadCommand{"Slowdown", {"--cluster", "2xsirocco", "--slowdown", "1:0.5"}, test::bad_input, {"3:0.5:1"}},
        BadCommand{
            "SlowdownOfNobody", {"--cluster", "2xsirocco", "--slowdown", "2:0.5:1"}, test::bad_input, {"0 to 1"}},
        BadCommand{"Speedup", {"--cluster", "2xsirocco", "--slowdown", "1:1.5:1"}, test::bad_input, {"less than 1"}},
        BadCommand{"RebalanceWhatIgnoresSpeeds",
                   {"--cluster", "2xsirocco", "--nodes", "block-cyclic:2x1", "--rebalance"},
                   test::bad_input,
                   {"block-cyclic:2x1"}},
        BadCommand{"Size", {"--cluster", "2xsirocco", "--size", "0"}, test::bad_input, {"positive"}},
        // What only a process finds.
        BadCommand{"Policy", {"--cluster", "2xsirocco", "--sched", "gossip"}, test::bad_input, {"gossip"}},
        BadCommand{
            "Slices", {"--cluster", "2xsirocco", "--sched", "3d-nrrp-refined-static"}, test::bad_input, {"slice"}},
        BadCommand{"Tile", {"--cluster", "2xsirocco", "--tile", "100"}, test::unavailable, {"100"}}),
    [](const auto& instance) { return instance.param.name; });

} // namespace
} // namespace tangram::apps
