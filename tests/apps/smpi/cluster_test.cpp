/// The description of a simulated cluster as users write it.

#include "apps/smpi/cluster.hpp"
#include "base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tangram::apps {
namespace {

using testing::ElementsAre;

TEST(ClusterText, IsANumberAndAPlatform) {
    EXPECT_EQ(parse_cluster("4xsirocco").nodes, 4U);
    EXPECT_EQ(parse_cluster("4xsirocco").platform, "sirocco");
    EXPECT_EQ(parse_cluster("12xsynthetic:gpus=8,gpu_gflops=1000x8").platform, "synthetic:gpus=8,gpu_gflops=1000x8");
    for (const char* wrong : {"", "4", "x", "4x", "xsirocco", "0xsirocco", "65xsirocco", "-1xsirocco", "4 xsirocco"}) {
        EXPECT_THROW((void)parse_cluster(wrong), InvalidInput) << wrong;
    }
}

TEST(NetworkText, HasTwoKeys) {
    EXPECT_EQ(parse_network("gbs=25").gbs, 25);
    EXPECT_EQ(parse_network("gbs=25").latency_us, Network{}.latency_us);
    EXPECT_EQ(parse_network("latency_us=0,gbs=1e-3").latency_us, 0);
    EXPECT_EQ(parse_network("latency_us=0,gbs=1e-3").gbs, 1e-3);
    for (const char* wrong :
         {"gbs", "gbs=", "gbs=0", "gbs=-1", "gbs=1,", ",gbs=1", "gbs=1,gbs=2", "latency_us=-1", "gbs=inf", "gbs=nan",
          "gbs=1e-7", "gbs=1e10", "latency_us=1e10", "speed=1", "gbs=1;latency_us=2"}) {
        EXPECT_THROW((void)parse_network(wrong), InvalidInput) << wrong;
    }
}

TEST(GpusText, HasANumberForEachNode) {
    EXPECT_THAT(parse_gpus("4,2,1,0", 4), ElementsAre(4, 2, 1, 0));
    for (const char* wrong : {"4,2,1", "4,2,1,0,0", "4,2,1,-1", "4,2,1,0.5", "4,2,1,x", "4,2,1,65"}) {
        EXPECT_THROW((void)parse_gpus(wrong, 4), InvalidInput) << wrong;
    }
}

TEST(SlowdownText, HasANodeAFactorAndProducts) {
    const Slowdown slowdown = parse_slowdown("3:0.25:7", 4);
    EXPECT_EQ(slowdown.node, 3U);
    EXPECT_EQ(slowdown.factor, 0.25);
    EXPECT_EQ(slowdown.products, 7U);
    for (const char* wrong :
         {"", "3", "3:", "3:0.5", "3:0.5:", "3::1", ":0.5:1", "4:0.5:1", "-1:0.5:1", "3:1:1", "3:0:1", "3:-0.5:1",
          "3:nan:1", "3:1e-4:1", "3:0.5:-1", "3:0.5:1.5", "3:0.5:1:7", "3:0.5:1x"}) {
        EXPECT_THROW((void)parse_slowdown(wrong, 4), InvalidInput) << wrong;
    }
}

} // namespace
} // namespace tangram::apps
