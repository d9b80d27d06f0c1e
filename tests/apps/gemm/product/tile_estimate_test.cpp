/// The estimate behind `--tile auto`, by hand. What it chooses is compared with simulated runs in
/// command_simulated_test.

#include "apps/gemm/product/tile_estimate.hpp"

#include <gtest/gtest.h>

namespace tangram::apps {
namespace {

/// 8 x 8 x 8 on a device of 2 flops per second, tiles of 2: 1024 flops, 16 each task.
TiledEstimate device_alone(double bandwidth) {
    MemoryNode device;
    device.id = 1;
    device.workers = {0};
    return {.product = {8, 8, 8},
            .tile = {2, 2, 2},
            .element_bytes = 8,
            .reads_c = false,
            .nodes = {device},
            .speeds = {2},
            .links = {{0, 1, bandwidth}, {1, 0, bandwidth}}};
}

TiledEstimate with_ram(double bandwidth, double speed) {
    TiledEstimate product = device_alone(bandwidth);
    MemoryNode ram;
    ram.is_home = true;
    ram.workers = {1};
    product.nodes.push_back(ram);
    product.speeds.push_back(speed);
    return product;
}

TEST(TiledEstimate, IsTheWorkIfNothingNeedsToMove) {
    TiledEstimate product = device_alone(1);
    product.links.clear(); // not measured
    EXPECT_DOUBLE_EQ(product.seconds(), 512);
}

/// A tile of 32 bytes takes a second, a task 8: two tiles first, 1/8 second for those that follow, C at the end.
TEST(TiledEstimate, StartsAndEndsWithTransfers) {
    TiledEstimate product = device_alone(32);
    EXPECT_DOUBLE_EQ(product.seconds(), 512 + 2 + 0.125 + 1);
    product.reads_c = true;
    EXPECT_DOUBLE_EQ(product.seconds(), 512 + 3 + 0.125 + 1);
}

/// 2 sqrt(64) 8 elements of 8 bytes, one byte a second; a tile takes 32 seconds.
TEST(TiledEstimate, IsWhatMovesIfLinksAreSlow) {
    EXPECT_DOUBLE_EQ(device_alone(1).seconds(), 1024 + 2 * 32 + 32.0 * 32 / 8 + 32);
}

/// RAM does half: 256 seconds, and the last of two may begin its task of 8 seconds then.
TEST(TiledEstimate, WaitsForTheLastTask) {
    TiledEstimate product = with_ram(1, 2);
    product.links.clear();
    EXPECT_DOUBLE_EQ(product.seconds(), 256 + 4);
}

/// With RAM the work takes 511 seconds and its last task 1600.
TEST(TiledEstimate, LeavesOutWhoIsTooSlow) {
    TiledEstimate product = with_ram(1, 0.01);
    product.links.clear();
    EXPECT_DOUBLE_EQ(product.seconds(), 512);
}

/// One tile of C, two products of 128 flops: the second one waits for the first, whoever else is there.
TEST(TiledEstimate, DoesAWholeTileOfC) {
    TiledEstimate product = with_ram(1, 2);
    product.links.clear();
    product.product = {4, 4, 8};
    product.tile = {4, 4, 4};
    EXPECT_DOUBLE_EQ(product.seconds(), 128);
}

/// 4 x 4 x 4 tasks of 10 microseconds each.
TEST(TiledEstimate, IsAtLeastTheTimeToSubmitAllTasks) {
    TiledEstimate product = device_alone(1);
    product.links.clear();
    product.speeds = {1e12};
    EXPECT_DOUBLE_EQ(product.seconds(), 64 * 10e-6);
}

TEST(TiledEstimate, LargeTilesSuitFastDevicesAndSmallOnesWaitsForLinks) {
    const auto seconds = [](std::int64_t tile, double speed) {
        TiledEstimate product = device_alone(1e10);
        product.product = {8192, 8192, 8192};
        product.tile = {tile, tile, tile};
        product.speeds = {speed};
        return product.seconds();
    };
    EXPECT_LT(seconds(256, 1e12), seconds(2048, 1e12)) << "alike speeds: small tiles start sooner";
    EXPECT_LT(seconds(2048, 5e13), seconds(256, 3e13)) << "where large ones run faster they win";
}

} // namespace
} // namespace tangram::apps
