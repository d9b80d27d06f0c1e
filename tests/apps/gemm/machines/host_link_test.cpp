#include "apps/gemm/machines/host_link.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

namespace tangram::apps {
namespace {

constexpr double independent = std::numeric_limits<double>::infinity();

MemoryNode node(unsigned id, bool is_home) {
    MemoryNode memory;
    memory.id = id;
    memory.is_home = is_home;
    return memory;
}

/// RAM and two devices with 10 and 12 GB/s from there, 9 and 11 back, and 50 between each other.
TEST(HostLink, IsWhatDevicesShareOrAllOfTheirLinks) {
    const std::vector<MemoryNode> nodes{node(0, true), node(1, false), node(2, false)};
    const std::vector<Link> links{{0, 1, 10e9}, {0, 2, 12e9}, {1, 0, 9e9}, {2, 0, 11e9}, {1, 2, 50e9}, {2, 1, 50e9}};
    EXPECT_EQ(host_bandwidth(nodes, links, 15e9), 15e9);
    EXPECT_EQ(host_bandwidth(nodes, links, independent), 42e9);
    EXPECT_EQ(host_bandwidth({node(0, true)}, {}, independent), 0);
}

TEST(HostLink, IsWrittenIntoStarpusDescription) {
    const std::string before = "<host id=\"RAM\" speed=\"1f\"/>\n   <link id=\"Host\" bandwidth=\"";
    const std::string after = "Bps\" latency=\"0.000000s\"/>\n<link id=\"Share0\" bandwidth=\"3.000000Bps\"/>\n";
    EXPECT_EQ(with_host_bandwidth(before + "12000000000.000000" + after, 15e9), before + "15000000000.000000" + after);
    EXPECT_EQ(with_host_bandwidth(before + "0.000000" + after, 0), before + "1.000000" + after) << "no devices";
    EXPECT_EQ(with_host_bandwidth("1 2\n3 4\n", 15e9), "1 2\n3 4\n");
    EXPECT_EQ(with_host_bandwidth(before, 1), before + "1.000000Bps") << "broken off";
}

} // namespace
} // namespace tangram::apps
