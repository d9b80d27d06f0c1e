/// The simulated command on nodes that need not exist.

#include "sched/affinity/affinity_strategy.hpp"
#include "tests/apps/command/simulated_command.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

namespace tangram::apps {
namespace {

using nlohmann::json;
using testing::Each;
using testing::Gt;
using testing::HasSubstr;
using testing::SizeIs;

class SyntheticNodes : public test::SimulatedCommand {
  protected:
    json gemm(const std::string& node, const std::vector<std::string>& options,
              const std::vector<std::string>& environment = {}) {
        std::vector<std::string> words{"gemm", "--platform", "synthetic:" + node};
        words.insert(words.end(), options.begin(), options.end());
        return simulated(words, environment);
    }
};

std::vector<int> tasks(const json& report) {
    std::vector<int> tasks;
    for (const json& node : report["tasks_by_node"]) {
        tasks.push_back(node["tasks"]);
    }
    return tasks;
}

std::uint64_t bytes_from_ram(const json& report) {
    std::uint64_t bytes = 0;
    for (const json& link : report["bytes_by_link"]) {
        bytes += link["from"] == 0 ? link["bytes"].get<std::uint64_t>() : 0;
    }
    return bytes;
}

/// Sides below a tile make all tiles oblong, which are stored otherwise where they are transposed.
TEST_F(SyntheticNodes, TakeTheSameTimeForTransposedTilesOfOneShape) {
    for (const std::vector<std::string>& sides : {std::vector<std::string>{"--m", "500", "--n", "3000", "--k", "3000"},
                                                  {"--m", "3000", "--n", "500", "--k", "3000"},
                                                  {"--m", "3000", "--n", "3000", "--k", "500"}}) {
        std::vector<double> times;
        for (const std::string& transposes : std::vector<std::string>{"nn", "tn", "nt", "tt"}) {
            std::vector<std::string> options = sides;
            options.insert(options.end(), {"--tile", "1000", "--transa", transposes.substr(0, 1), "--transb",
                                           transposes.substr(1), "--sched", "dmda"});
            times.push_back(gemm("gpus=2,cpus=1,gpu_gflops=1000,cpu_gflops=50,link_gbs=10", options)["seconds"]);
        }
        EXPECT_THAT(times, Each(testing::DoubleNear(times.front(), 0.01 * times.front())));
    }
}

/// One GPU of 1000 GFlop/s and links that cost nothing: the time is the work.
TEST_F(SyntheticNodes, TakeTheTimeThatTheirSpeedSays) {
    for (const auto& [precision, factor] : std::vector<std::pair<std::string, double>>{{"double", 1}, {"float", 4}}) {
        for (const int tile : {960, 777}) {
            const json report = gemm("gpus=1,cpus=0,gpu_gflops=1000,link_gbs=1000,float_factor=4",
                                     {"--size", "7680", "--tile", std::to_string(tile), "--precision", precision});
            const double work = 2.0 * 7680 * 7680 * 7680 / (1e12 * factor);
            EXPECT_NEAR(report["seconds_bound"].get<double>(), work, 1e-6 * work);
            EXPECT_NEAR(report["workers"][0]["busy_seconds"].get<double>(), work,
                        0.01 * work); // edge tiles, too; a driver
            // that is busy notices a little late that a kernel has ended
            EXPECT_GE(report["seconds"].get<double>(), work);
            EXPECT_LT(report["seconds"].get<double>(), 1.2 * work); // memory is allocated, tasks are started
            EXPECT_EQ(report["platform"], "synthetic");
        }
    }
}

TEST_F(SyntheticNodes, MayHaveSixteenGpus) {
    for (const int gpus : {8, 16}) {
        const json report = gemm("link_gbs=50,gpus=" + std::to_string(gpus),
                                 {"--size", "15360", "--sched", "nrrp-rounded-effective-steal"});
        EXPECT_THAT(tasks(report), SizeIs(gpus + 1));
        EXPECT_THAT(tasks(report), Each(Gt(0)));
        EXPECT_NEAR(report["seconds_bound"].get<double>(), 2.0 * 15360 * 15360 * 15360 / ((gpus * 1000 + 300) * 1e9),
                    1e-4);
    }
}

TEST_F(SyntheticNodes, OfMixedGenerationsShareTheWorkBySpeed) {
    const json report =
        gemm("gpu_gflops=1000x2+500x2,cpus=0", {"--size", "15360", "--sched", "nrrp-refined-static", "--beta", "1"});
    const std::vector<int> by_gpu = tasks(report);
    ASSERT_THAT(by_gpu, SizeIs(4));
    for (const std::size_t fast : {0U, 1U}) {
        for (const std::size_t slow : {2U, 3U}) {
            EXPECT_NEAR(by_gpu[fast], 2 * by_gpu[slow], 0.1 * by_gpu[fast]);
        }
    }
}

TEST_F(SyntheticNodes, PeersTakeTrafficFromRam) {
    const std::vector<std::string> product{"--size", "15360", "--sched", "nrrp-rounded-static"};
    const json through_ram = gemm("gpus=8,link_gbs=12", product);
    const json peers = gemm("gpus=8,link_gbs=12,p2p_gbs=50", product);
    EXPECT_LT(static_cast<double>(bytes_from_ram(peers)), 0.7 * static_cast<double>(bytes_from_ram(through_ram)));
    for (const json& link : through_ram["bytes_by_link"]) {
        EXPECT_TRUE(link["from"] == 0 || link["to"] == 0) << link;
    }
}

/// Where a GPU has two engines, its copies from other GPUs wait for those from RAM, and so on from GPU to GPU.
TEST_F(SyntheticNodes, WithMoreCopyEnginesTakeFromPeersBesideRam) {
    const std::vector<std::string> product{"--size", "7680", "--no-cpu", "--sched", "nrrp-rounded-static"};
    const std::string waits_for_copies = "gpus=8,gpu_gflops=4000,link_gbs=6,p2p_gbs=12";
    const json two = gemm(waits_for_copies + ",copy_engines=2", product);
    const json three = gemm(waits_for_copies + ",copy_engines=3", product);
    EXPECT_LT(three["seconds"].get<double>(), 0.8 * two["seconds"].get<double>());
}

/// Eight equal GPUs: halves of each side where C costs as much as A and B; where it costs
/// more it is not worth to share its tiles.
TEST_F(SyntheticNodes, ShareTilesOfCWhereTheCFactorSaysSo) {
    const std::vector<std::string> product{"--size", "7680", "--no-cpu", "--sched",
                                           "3d-nrrp-plus-rounded-redux-static"};
    const auto reductions = [&](const char* factor) {
        setenv("TANGRAM_C_FACTOR", factor, 1);
        const json report = gemm("gpus=8", product);
        unsetenv("TANGRAM_C_FACTOR");
        return report["reductions"].get<int>();
    };
    EXPECT_EQ(reductions("1"), 64);
    EXPECT_EQ(reductions("2"), 0);
}

TEST_F(SyntheticNodes, AreAsSlowAsTheirHost) {
    const std::vector<std::string> product{"--size", "7680", "--sched", "nrrp-rounded-static", "--beta", "1"};
    const json limited = gemm("gpus=4,link_gbs=12,host_gbs=6", product);
    EXPECT_GT(limited["seconds"], gemm("gpus=4,link_gbs=12", product)["seconds"]);
    EXPECT_GE(limited["seconds_total"].get<double>(), limited["bytes_total"].get<double>() / 6e9);
}

/// Each of 15 cores takes 3.7 s over a tile of C, the GPU 1.2 s over all of them.
TEST_F(SyntheticNodes, AreWarnedOfWhereAWorkerCannotKeepUp) {
    const test::TemporaryFolder folder;
    const auto errors_with = [&](const std::string& strategy) {
        const std::string node = "synthetic:gpus=1,gpu_gflops=60000,link_gbs=50,gpu_memory_gb=140,cpus=15";
        return test::run({TANGRAM_SIM_COMMAND,
                          {"gemm", "--platform", node, "--size", "32768", "--tile", "3072", "--sched", strategy,
                           "--repeat", "2"},
                          {}},
                         folder)
            .err;
    };
    EXPECT_EQ(errors_with("nrrp-rounded-static"),
              "tangram-sim: warning: a worker of CPU needs longer for one tile of C than the faster nodes for all; the "
              "strategy auto would give it none\n");
    EXPECT_EQ(errors_with("auto"), "");
}

/// The products of one tile follow each other: two of the three GPUs would wait for them.
TEST_F(SyntheticNodes, AreWarnedOfTilesTooFewForTheirDevices) {
    const test::TemporaryFolder folder;
    const auto errors_of = [&](const std::string& node, const char* size, const char* tile,
                               const std::string& strategy) {
        SCOPED_TRACE(strategy);
        const test::Outcome outcome = test::run({TANGRAM_SIM_COMMAND,
                                                 {"gemm", "--platform", "synthetic:" + node, "--size", size, "--tile",
                                                  tile, "--sched", strategy, "--json", "-"},
                                                 {}},
                                                folder);
        EXPECT_EQ(outcome.exit_code, 0);
        const json report = json::parse(outcome.out);
        const std::vector<int> done = tasks(report);
        EXPECT_EQ(std::accumulate(done.begin(), done.end(), 0), report["tasks"]);
        return outcome.err;
    };
    const auto line = [](const std::string& counts) {
        return "tangram-sim: warning: C is " + counts + ", so some are idle; smaller tiles occupy more\n";
    };
    EXPECT_EQ(errors_of("gpus=3", "1920", "4096", "auto"), line("1 tile for 3 devices"));
    EXPECT_EQ(errors_of("gpus=5", "1920", "960", "dmda"), line("4 tiles for 5 devices"));
    EXPECT_EQ(errors_of("gpus=4", "1920", "960", "dmda"), "");
    EXPECT_EQ(errors_of("gpus=0,cpus=3", "1920", "1920", "auto"), line("1 tile for 3 CPU workers"));
    EXPECT_EQ(errors_of("gpus=3", "120", "120", "auto"), "") << "smaller tiles would be slow";
    EXPECT_EQ(errors_of("gpus=3", "1920", "1920", "3d-nrrp-rounded-redux-static"), "") << "nodes add their parts";
    for (const sched::AffinityKind& kind : sched::affinity_kinds()) {
        const bool shares_c = kind.kernel == sched::Kernel::matrix; // each worker has a copy
        EXPECT_EQ(errors_of("gpus=3", "1920", "1920", kind.name), shares_c ? "" : line("1 tile for 3 devices"));
    }
}

TEST_F(SyntheticNodes, WithLittleMemoryStillCompute) {
    const json report = gemm("gpus=2,gpu_memory_gb=0.5", {"--size", "7680", "--beta", "1"}); // a matrix has 0.47 GB
    EXPECT_EQ(report["tasks"], 512);
}

/// Only the corners of A, B and C, of 2.7 MB each, are in chunks of StarPU's. With 3.8 GB the matrices no longer fit a
/// GPU, but its zone does.
TEST_F(SyntheticNodes, WithCornersInChunksFetchOtherTilesAhead) {
    const std::string node = "gpu_gflops=8000+3000,cpus=4,cpu_gflops=80,link_gbs=10,gpu_memory_gb=";
    const std::vector<std::string> product{"--size", "12096", "--tile", "960"};
    EXPECT_LT(gemm(node + "3.8", product)["seconds"].get<double>(),
              1.03 * gemm(node + "16", product)["seconds"].get<double>());
}

/// 83 MB for tiles of 8.4 MB, and a chunk of 34 MB for the last ones. Large tiles that are fetched ahead would take the
/// chunk's place, and the product would not end. So it would be with more memory, and a large window.
TEST_F(SyntheticNodes, WithHardlyRoomForAChunkEnd) {
    const std::string node = "gpu_gflops=8000+8000+8000+3000,cpus=2,cpu_gflops=80,link_gbs=12,gpu_memory_gb=";
    for (const char* strategy : {"effective-dyn", "auto"}) {
        const std::vector<std::string> product{"--size", "7568", "--tile", "1024", "--beta", "1", "--sched", strategy};
        EXPECT_EQ(gemm(node + "0.092", product)["tasks"], 512) << strategy;
        EXPECT_EQ(gemm(node + "0.374", product, {"TANGRAM_WINDOW=64"})["tasks"], 512) << strategy;
    }
}

TEST_F(SyntheticNodes, SameInputSameReport) {
    const std::vector<std::string> product{"--size", "7680", "--sched", "dmda"};
    EXPECT_EQ(gemm("gpus=6,p2p_gbs=30", product), gemm("gpus=6,p2p_gbs=30", product));
}

TEST_F(SyntheticNodes, AreShownByMachine) {
    const json machine =
        simulated({"machine", "--platform", "synthetic:gpu_gflops=2000+500,cpus=3,link_gbs=25,p2p_gbs=80"});
    ASSERT_THAT(machine["nodes"], SizeIs(3));
    EXPECT_EQ(machine["nodes"][0]["workers"], 3);
    EXPECT_NEAR(machine["nodes"][0]["speed"].get<double>(), 450, 1e-3);
    EXPECT_NEAR(machine["nodes"][1]["speed"].get<double>(), 2000, 1e-2);
    EXPECT_NEAR(machine["nodes"][2]["speed"].get<double>(), 500, 1e-3);
    ASSERT_THAT(machine["links"], SizeIs(6));
    for (const json& link : machine["links"]) {
        EXPECT_EQ(link["bytes_per_second"], link["from"] == 0 || link["to"] == 0 ? 25e9 : 80e9) << link;
    }
}

/// A product of tiles takes half a picosecond: with whole picoseconds the bound would be half of the node's speed.
TEST_F(SyntheticNodes, HaveBoundsHoweverFastTheyAre) {
    const json report = simulated(
        {"steady", "--platform", "synthetic:gpus=1,gpu_gflops=1e9,cpus=0,link_gbs=1e9,latency_us=0", "--tile", "64"});
    const double most = 1e18 / (2.0 * 64 * 64 * 64); // jobs per second
    EXPECT_GE(report["throughput_value"].get<double>(), most);
    EXPECT_NEAR(report["throughput_value"].get<double>(), most, 1e-9 * most);
}

TEST_F(SyntheticNodes, AreExplainedByHelp) {
    const test::TemporaryFolder folder;
    const test::Outcome outcome = test::run({TANGRAM_SIM_COMMAND, {"machine", "--help"}, {}}, folder);
    EXPECT_THAT(outcome.out, HasSubstr("synthetic:KEY=VALUE,..."));
    EXPECT_THAT(outcome.out, HasSubstr("p2p_gbs=0"));
    EXPECT_THAT(outcome.out, HasSubstr("number of GPUs (from 0 to 16)\n"));
    EXPECT_THAT(outcome.out, HasSubstr("double, tiles of 320, 640, 960, 1440\n"));
    EXPECT_THAT(outcome.out, HasSubstr("Exit codes"));
}

} // namespace
} // namespace tangram::apps
