#include "cluster/nodes/node_zones.hpp"

#include "base/error.hpp"
#include "partition/base/costs.hpp"
#include "partition/base/targets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace tangram::nodes {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {

/// So many tiles of C each way.
NodeProblem square(std::int64_t tiles, std::vector<double> speeds) {
    return {.m = 10 * tiles, .n = 10 * tiles, .k = 10 * tiles, .tile = 10, .speeds = std::move(speeds)};
}

double network_bytes(const std::string& name, const NodeProblem& problem) {
    return static_cast<double>(NodePlan(problem, node_zones(name, problem)).network_bytes());
}

std::string refusal(const std::string& name, const NodeProblem& problem) {
    try {
        std::ignore = node_zones(name, problem);
    } catch (const InvalidInput& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST(NodeZones, BlockCyclicDealsTilesOutInTurn) {
    const partition::Allocation zones =
        node_zones("block-cyclic:2x3", {.m = 50, .n = 40, .k = 10, .tile = 10, .speeds = {9, 1, 1, 1, 1, 1}});
    EXPECT_EQ(to_text(zones), "0120\n3453\n0120\n3453\n0120\n");
    EXPECT_EQ(zones.name, "block-cyclic:2x3");
}

TEST(NodeZones, ColumnsAreWholeAndFollowTheSpeeds) {
    EXPECT_EQ(to_text(node_zones("columns", {.m = 20, .n = 80, .k = 10, .tile = 10, .speeds = {4, 2, 1, 1}})),
              "00001123\n00001123\n");
    EXPECT_EQ(to_text(node_zones("columns", {.m = 10, .n = 20, .k = 10, .tile = 10, .speeds = {1, 5, 4}})), "12\n")
        << "fewer columns than processes";
}

TEST(NodeZones, PartitionersFollowTheSpeeds) {
    const NodeProblem problem = square(16, {4, 2, 1, 1});
    EXPECT_THAT(node_zones("nrrp", problem).tile_counts(), ElementsAre(128, 64, 32, 32));
    const NodeProblem uneven = square(11, {5, 3, 1.5, 1, 1});
    EXPECT_LT(partition::max_load_ratio(node_zones("nrrp", uneven).tile_counts(), uneven.speeds), 1.05);
}

TEST(NodeZones, UnequalNodesReceiveLittleMoreThanTheBound) {
    const NodeProblem problem = square(16, {4, 2, 1, 1});
    EXPECT_LE(network_bytes("nrrp", problem), 1.10 * network_bound(problem));
    EXPECT_LE(network_bytes("nrrp", problem), 0.70 * network_bytes("columns", problem));
}

/// With block-cyclic's two times two every process spans half of the rows and of the columns.
TEST(NodeZones, EqualNodesReceiveWhatTheyDoInAProcessGrid) {
    const NodeProblem problem = square(8, {1, 1, 1, 1});
    EXPECT_EQ(network_bytes("nrrp", problem), network_bytes("block-cyclic:2x2", problem));
    EXPECT_EQ(network_bytes("nrrp", problem), network_bound(problem));
}

TEST(NodeZones, SameInputSameZones) {
    const NodeProblem problem = square(13, {3.1, 2.7, 1, 0.6, 0.6});
    EXPECT_EQ(node_zones("nrrp-plus", problem), node_zones("nrrp-plus", problem));
}

TEST(NodeZones, WhatCannotBeIsRefused) {
    const NodeProblem problem = square(4, {1, 1, 1, 1});
    EXPECT_THAT(refusal("hexagons", problem), HasSubstr("block-cyclic:PxQ, columns, column, snrrp, nrrp"));
    EXPECT_THAT(refusal("3d-nrrp", problem), HasSubstr("there are: block-cyclic:PxQ"));
    for (const char* name : {"block-cyclic:", "block-cyclic:4", "block-cyclic:2x", "block-cyclic:x2",
                             "block-cyclic:0x4", "block-cyclic:2x3", "block-cyclic:-2x-2", "block-cyclic:2x2x1"}) {
        EXPECT_THAT(refusal(name, problem), HasSubstr("P times Q is 4")) << name;
    }
    EXPECT_THAT(refusal("exact", square(4, std::vector<double>(100, 1))), HasSubstr("and there are 100"));
    EXPECT_NE(refusal("nrrp", square(0, {1})), "");
}

} // namespace tangram::nodes
