/// Machines by their parameters: what is understood, and what StarPU is told.

#include "apps/gemm/machines/synthetic_bus_files.hpp"
#include "apps/gemm/machines/synthetic_platform.hpp"

#include "base/error.hpp"
#include "tests/apps/temporary_folder.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace tangram::apps {
namespace {

using testing::ContainsRegex;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(SyntheticPlatform, HasDefaults) {
    const SyntheticPlatform platform = parse_synthetic("synthetic");
    EXPECT_EQ(platform.gpus, 4);
    EXPECT_THAT(platform.gpu_gflops, ElementsAre(1000, 1000, 1000, 1000));
    EXPECT_EQ(platform.cpus, 2);
    EXPECT_EQ(platform.host_gbs, 0);
    EXPECT_EQ(platform.copy_engines, 3);
}

TEST(SyntheticPlatform, TakesKeysInAnyOrder) {
    const SyntheticPlatform platform =
        parse_synthetic("synthetic:link_gbs=24.5,gpus=2,cpu_gflops=1e2,cpus=0,gpu_gflops=7000,p2p_gbs=300,latency_us=0,"
                        "gpu_memory_gb=80,host_gbs=40,float_factor=16,copy_engines=2");
    EXPECT_EQ(platform.gpus, 2);
    EXPECT_THAT(platform.gpu_gflops, ElementsAre(7000, 7000));
    EXPECT_EQ(platform.cpus, 0);
    EXPECT_EQ(platform.cpu_gflops, 100);
    EXPECT_EQ(platform.float_factor, 16);
    EXPECT_EQ(platform.link_gbs, 24.5);
    EXPECT_EQ(platform.host_gbs, 40);
    EXPECT_EQ(platform.p2p_gbs, 300);
    EXPECT_EQ(platform.latency_us, 0);
    EXPECT_EQ(platform.gpu_memory_gb, 80);
    EXPECT_EQ(platform.copy_engines, 2);
}

TEST(SyntheticPlatform, MixesGenerations) {
    EXPECT_THAT(parse_synthetic("synthetic:gpu_gflops=1000x2+500x3").gpu_gflops,
                ElementsAre(1000, 1000, 500, 500, 500));
    EXPECT_EQ(parse_synthetic("synthetic:gpu_gflops=1000x2+500x3").gpus, 5);
    EXPECT_THAT(parse_synthetic("synthetic:gpu_gflops=1+2+3,gpus=3").gpu_gflops, ElementsAre(1, 2, 3));
}

TEST(SyntheticPlatform, OneSpeedIsForAllGpusButAListCountsThem) {
    EXPECT_THAT(parse_synthetic("synthetic:gpu_gflops=7000").gpu_gflops, ElementsAre(7000, 7000, 7000, 7000));
    const SyntheticPlatform one = parse_synthetic("synthetic:gpu_gflops=7000x1");
    EXPECT_EQ(one.gpus, 1);
    EXPECT_THAT(one.gpu_gflops, ElementsAre(7000));
    EXPECT_EQ(parse_synthetic("synthetic:gpu_gflops=7000x1,gpus=1").gpus, 1);
    EXPECT_THAT(parse_synthetic("synthetic:gpu_gflops=7000,gpus=0").gpu_gflops, IsEmpty());
}

TEST(SyntheticPlatform, RefusesWhatItDoesNotUnderstand) {
    for (const char* bad : {"synthetic:",
                            "synthetic:,gpus=1",
                            "synthetic:gpus",
                            "synthetic:gpus=",
                            "synthetic:gpus=1,",
                            "synthetic:gpus=1.5",
                            "synthetic:gpus=-1",
                            "synthetic:gpus=17",
                            "synthetic:gpus=1,gpus=1",
                            "synthetic:GPUS=1",
                            "synthetic:cpus=49",
                            "synthetic:cpus=0,gpus=0",
                            "synthetic:link_gbs=0",
                            "synthetic:link_gbs=nan",
                            "synthetic:link_gbs=inf",
                            "synthetic:host_gbs=-1",
                            "synthetic:copy_engines=0",
                            "synthetic:copy_engines=2.5",
                            "synthetic:gpu_gflops=",
                            "synthetic:gpu_gflops=0",
                            "synthetic:gpu_gflops=1+",
                            "synthetic:gpu_gflops=1x17",
                            "synthetic:gpu_gflops=1x8+2x9",
                            "synthetic:gpu_gflops=1x2,gpus=3",
                            "synthetic:gpu_gflops=1x1,gpus=4",
                            "synthetic:gpu_gflops=1x0",
                            "synthetic:gpu_gflops=1x",
                            "synthetic:gpu_gflops=1x1000000000000"}) {
        EXPECT_THROW(parse_synthetic(bad), InvalidInput) << bad;
    }
}

TEST(SyntheticPlatform, SaysHowManyGpusAListMayHave) {
    for (const std::string list : {"7000x17", "7000x8+3500x9", "1x1000000000000"}) {
        EXPECT_THAT(test::message_of<InvalidInput>([&] { parse_synthetic("synthetic:gpu_gflops=" + list); }),
                    HasSubstr("at most 16 GPUs"));
    }
}

TEST(SyntheticPlatform, SaysWhatToDoWithMoreCores) {
    EXPECT_THAT(test::message_of<InvalidInput>([] { parse_synthetic("synthetic:gpus=1,cpus=64"); }),
                HasSubstr("from 0 to 48; where there are more cores, let one worker be a whole socket"));
}

TEST(SyntheticPlatform, HelpHasEveryKeyWithItsDefaultAndRange) {
    EXPECT_THAT(synthetic_help(), ContainsRegex("gpus=4 .*\\(from 0 to 16\\)\n"));
    EXPECT_THAT(synthetic_help(), ContainsRegex("gpu_gflops=1000 .*\\(from 0.001 to 1e\\+09\\)\n"));
    EXPECT_THAT(synthetic_help(), ContainsRegex("gpu_memory_gb=16 .*\\(from 0.01 to 1e\\+09\\)\n"));
}

TEST(SyntheticPlatform, DocumentationHasEveryKeyAndItsDefault) {
    std::ifstream file(TANGRAM_SIMULATION_PAGE);
    const std::string page{std::istreambuf_iterator<char>(file), {}};
    std::istringstream lines(synthetic_help());
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string key;
        std::string value;
        std::getline(words >> std::ws, key, '=');
        words >> value;
        EXPECT_THAT(page, HasSubstr(fmt::format("| `{}` | {} |", key, value)));
    }
}

TEST(SyntheticPlatform, DescribesItsSpeeds) {
    const PlatformDescription platform =
        describe(parse_synthetic("synthetic:gpu_gflops=1000+500,cpus=3,cpu_gflops=50"));
    EXPECT_EQ(platform.cpu_workers, 3);
    EXPECT_EQ(platform.cuda_devices, 2);
    EXPECT_EQ(platform.opencl_devices, 0);
    ASSERT_TRUE(platform.nominal);
    EXPECT_EQ(platform.nominal->cpu, 50e9);
    EXPECT_THAT(platform.nominal->gpus, ElementsAre(1000e9, 500e9));
}

std::vector<std::vector<double>> numbers(const std::string& matrix) {
    std::vector<std::vector<double>> rows;
    std::istringstream lines(matrix);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('#')) {
            continue;
        }
        std::istringstream words(line);
        rows.emplace_back();
        for (std::string word; words >> word;) {
            rows.back().push_back(std::stod(word));
        }
        EXPECT_TRUE(std::isnan(rows.back().back())) << "StarPU loses the last number of a row";
        rows.back().pop_back();
    }
    EXPECT_TRUE(std::all_of(rows.back().begin(), rows.back().end(), [](double number) { return std::isnan(number); }))
        << "StarPU loses the last row of a file that ends early";
    rows.pop_back();
    return rows;
}

TEST(SyntheticBus, GpusWithoutPeersCopyThroughRam) {
    const BusFiles files = bus_files(parse_synthetic("synthetic:gpus=2,link_gbs=12,latency_us=10"));
    EXPECT_THAT(numbers(files.bandwidth),
                ElementsAre(ElementsAre(0, 12000, 12000), ElementsAre(12000, 0, 6000), ElementsAre(12000, 6000, 0)));
    EXPECT_THAT(numbers(files.latency),
                ElementsAre(ElementsAre(0, 10, 10), ElementsAre(10, 0, 20), ElementsAre(10, 20, 0)));
    EXPECT_THAT(files.platform, HasSubstr(R"(<prop id="memcpy_peer" value="0"/>)"));
    EXPECT_THAT(files.platform, Not(HasSubstr(R"(src="CUDA0" dst="CUDA1")")));
    EXPECT_THAT(files.platform, Not(HasSubstr("Host")));
}

TEST(SyntheticBus, PeersHaveAPortEachWay) {
    const BusFiles files = bus_files(parse_synthetic("synthetic:gpus=2,p2p_gbs=50"));
    EXPECT_EQ(numbers(files.bandwidth)[1][2], 50000);
    EXPECT_EQ(numbers(files.latency)[2][1], 10);
    EXPECT_THAT(files.platform, HasSubstr(R"(<prop id="memcpy_peer" value="1"/>)"));
    EXPECT_THAT(files.platform,
                HasSubstr(R"(<route src="CUDA0" dst="CUDA1" symmetrical="NO"><link_ctn id="CUDA0-out"/>)"
                          R"(<link_ctn id="CUDA1-in"/></route>)"));
}

TEST(SyntheticBus, TheHostLimitsAllLinksToRam) {
    const BusFiles files = bus_files(parse_synthetic("synthetic:gpus=2,link_gbs=12,host_gbs=10,p2p_gbs=50"));
    EXPECT_EQ(numbers(files.bandwidth)[0][1], 10000);
    EXPECT_THAT(files.platform, HasSubstr(R"(<link id="Host" bandwidth="10000000000.000000Bps")"));
    EXPECT_THAT(files.platform, HasSubstr(R"(<route src="RAM" dst="CUDA1" symmetrical="NO"><link_ctn id="RAM-CUDA1"/>)"
                                          R"(<link_ctn id="Host"/></route>)"));
    EXPECT_THAT(files.platform, Not(HasSubstr(R"(<link_ctn id="CUDA1-in"/><link_ctn id="Host"/>)")));
}

} // namespace
} // namespace tangram::apps
