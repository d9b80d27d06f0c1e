/// The description of a simulated cluster as SimGrid reads it.

#include "apps/smpi/cluster_xml.hpp"
#include "base/error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace tangram::apps {
namespace {

using testing::HasSubstr;
using testing::Not;

/// As StarPU writes them, with two GPUs; a route on several lines.
constexpr const char* node = R"(<?xml version='1.0'?>
<platform version="4">
 <config id="General">
   <prop id="network/crosstraffic" value="0"></prop>
 </config>
 <AS  id="AS0"  routing="Full">
   <host id="MAIN" speed="1f"/>
   <host id="CUDA0" speed="2f">
     <prop id="memsize" value="10"/>
   </host>
   <host id="CUDA1" speed="2f">
     <prop id="memsize" value="11"/>
   </host>
   <link id="RAM-CUDA0" bandwidth="1Bps" latency="0s"/>
   <route src="RAM" dst="CUDA0" symmetrical="NO"><link_ctn id="RAM-CUDA0"/><link_ctn id="Host"/></route>
   <route src="CUDA1" dst="RAM" symmetrical="NO">
     <link_ctn id="CUDA1-RAM"/>
   </route>
 </AS>
</platform>
)";

TEST(ClusterXml, HasAZoneForEachNodeUnderItsName) {
    const std::string xml = cluster_xml({.nodes = 2, .platform = "test", .gpus = {}, .network = {}}, node);
    EXPECT_THAT(xml, HasSubstr("<AS id=\"StarPU-MPI0\" routing=\"Full\">"));
    EXPECT_THAT(xml, HasSubstr("<AS id=\"StarPU-MPI1\" routing=\"Full\">"));
    EXPECT_THAT(xml, HasSubstr("<prop id=\"memsize\" value=\"11\""));
    EXPECT_THAT(xml, HasSubstr("<host id=\"StarPU-MPI1-CUDA1\" speed=\"2f\">"));
    EXPECT_THAT(xml, HasSubstr("<route src=\"StarPU-MPI0-RAM\" dst=\"StarPU-MPI0-CUDA0\" symmetrical=\"NO\">"));
    EXPECT_THAT(xml, HasSubstr("<link_ctn id=\"StarPU-MPI0-RAM-CUDA0\""));
    EXPECT_THAT(xml, HasSubstr("<link_ctn id=\"StarPU-MPI0-Host\""));
    EXPECT_THAT(xml, Not(HasSubstr("\"CUDA0\"")));
    EXPECT_THAT(xml, Not(HasSubstr("AS0")));
}

TEST(ClusterXml, LeavesOutGpusThatANodeHasNot) {
    const std::string xml = cluster_xml({.nodes = 2, .platform = "test", .gpus = {1, 2}, .network = {}}, node);
    EXPECT_THAT(xml, HasSubstr("\"StarPU-MPI0-CUDA0\""));
    EXPECT_THAT(xml, Not(HasSubstr("\"StarPU-MPI0-CUDA1\"")));
    EXPECT_THAT(xml, Not(HasSubstr("\"StarPU-MPI0-CUDA1-RAM\""))) << "a link of a route that is left out";
    EXPECT_THAT(xml, HasSubstr("\"StarPU-MPI1-CUDA1-RAM\""));
    EXPECT_THROW((void)cluster_xml({.nodes = 1, .platform = "test", .gpus = {3}, .network = {}}, node), InvalidInput);
}

/// From node to node a message takes two links.
TEST(ClusterXml, HasTheNetwork) {
    const Cluster cluster{.nodes = 3, .platform = "test", .gpus = {}, .network = {.gbs = 12.5, .latency_us = 3}};
    const std::string xml = cluster_xml(cluster, node);
    EXPECT_THAT(xml, HasSubstr("radical=\"0-2\""));
    EXPECT_THAT(xml, HasSubstr("bw=\"12500000000Bps\" lat=\"1.5e-06s\""));
    EXPECT_EQ(host_list(cluster), "node0\nnode1\nnode2\n");
}

TEST(ClusterXml, RefusesWhatIsNoPlatform) {
    const Cluster cluster{.nodes = 1, .platform = "test", .gpus = {}, .network = {}};
    for (const char* wrong :
         {"", "no XML", "<platform version=\"4\"></platform>", "<platform><AS id=\"AS0\"/></platform>"}) {
        EXPECT_THROW((void)cluster_xml(cluster, wrong), InvalidInput) << wrong;
    }
}

} // namespace
} // namespace tangram::apps
