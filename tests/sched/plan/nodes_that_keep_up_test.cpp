#include "sched/plan/nodes_that_keep_up.hpp"

#include "tests/sched/plan/planned_products.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace tangram::sched {
namespace {

/// Of 256 tiles each of RAM's two workers of speed 1 does one in 1/256 of the time of all at speed 1.
TEST(NodesThatKeepUp, DoATileWhileTheOthersDoAll) {
    PlannedProduct product = ram_and_device(1);
    product.links.clear();
    product.rows = product.columns = 16;
    product.nodes[0].workers = {0, 1};
    product.problem.speeds = {2, 255};
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(0, 1));
    product.problem.speeds = {2, 257};
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(1));
    product.problem.speeds = {4, 257};
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(0, 1));
}

/// Of 16 tiles a speed of 19 does one while 302 does all, but not while 306 would.
TEST(NodesThatKeepUp, AreCountedWithoutSlowerOnes) {
    PlannedProduct product = two_devices(4);
    product.links.clear();
    product.problem.speeds = {4, 19, 302};
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(1, 2));
    product.problem.speeds = {19, 4, 302};
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(0, 2));
    product.problem.speeds = {4, 18, 302};
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(2));
}

/// The device does all in 1/3 second, but its 4 + 4 lines of 8 tiles and 16 tiles of C come and go, 8 bytes each.
TEST(NodesThatKeepUp, HaveTimeWhileTheOthersWaitForLinks) {
    PlannedProduct product = ram_and_device(0.25);
    product.depth = 8;
    product.nodes[0].workers = {0, 1, 2, 3, 4, 5, 6, 7}; // 1/2 second for a tile
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(1));
    product.links[0].bandwidth = 1450; // 640 bytes, an eighth of them first, and 8 last: 0.502 seconds
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(0, 1));
    product.links[0].bandwidth = 1470;
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(1));
}

/// A row of 64 tiles is 1 + 64 lines of tiles to read, not 8 + 8.
TEST(NodesThatKeepUp, HaveTimeWhileTheOthersReadARow) {
    PlannedProduct product = ram_and_device(1);
    product.rows = 1;
    product.columns = product.depth = 64;
    product.problem.speeds = {10, 1000}; // a tile takes RAM 1.6 seconds
    product.links[0].bandwidth = 64 * 65 * 8 / 1.2;
    product.reads_c = false;
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(1));
    product.links[0].bandwidth = 64 * 65 * 8 / 1.7;
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(0, 1));
}

/// Without one of three equal nodes' workers two do nine tiles in the time of five, not of four and a half.
TEST(NodesThatKeepUp, HaveTimeWhileTheOthersDoWholeTiles) {
    PlannedProduct product = two_devices(3);
    product.links.clear();
    product.problem.speeds = {2.1, 10, 10}; // of 9 tiles in 0.01 seconds, each at speed 22.1
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(0, 1, 2)) << "a tile takes 4.8 times as long";
    product.problem.speeds = {1.9, 10, 10};
    EXPECT_THAT(nodes_that_keep_up(product), testing::ElementsAre(1, 2)) << "5.3 times";
}

TEST(NodesBehind, HaveTilesThoughTheOthersAreDoneSooner) {
    PlannedProduct product = ram_and_device(0.01);
    product.links.clear();
    product.nodes[1].name = "device";
    product.problem.speeds = {100, 1};
    const partition::Allocation half{"half", 4, 4, 2, {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}};
    EXPECT_THAT(nodes_behind(half, product), testing::ElementsAre("device"));
    const partition::Allocation none{"none", 4, 4, 2, std::vector<std::size_t>(16, 0)};
    EXPECT_THAT(nodes_behind(none, product), testing::IsEmpty());
}

} // namespace
} // namespace tangram::sched
