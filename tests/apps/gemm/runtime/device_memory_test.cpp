#include "apps/gemm/runtime/device_memory.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tangram::apps {
namespace {

constexpr double mib = 1 << 20;

TEST(FilledByChunks, SmallTilesTakeWholeChunks) {
    // 320 x 320 doubles, 800 KiB, are 50 granules: 40 of them in a chunk of 2048.
    constexpr double tile = 320 * 320 * 8;
    EXPECT_EQ(filled_by_chunks(32 * mib, tile), 40 * tile);
    EXPECT_EQ(filled_by_chunks(63 * mib, tile), 40 * tile) << "no second chunk";
    EXPECT_EQ(filled_by_chunks(64 * mib, tile), 80 * tile);
    EXPECT_EQ(filled_by_chunks(31 * mib, tile), 0);
}

TEST(FilledByChunks, GranulesAreWholeToo) {
    EXPECT_EQ(filled_by_chunks(32 * mib, 16.0 * 1024 + 8), 1024 * (16.0 * 1024 + 8)) << "two granules for each";
}

TEST(FilledByChunks, LargeTilesTakeMemoryAsTheyAre) {
    EXPECT_EQ(filled_by_chunks(33 * mib, 4 * mib), 32 * mib) << "the largest for chunks";
    EXPECT_EQ(filled_by_chunks(33 * mib, 4 * mib + 8), 33 * mib);
}

TEST(LateTileLimit, IsThatOfTilesInChunksWhereOthersAreNot) {
    MemoryNode gpu;
    gpu.kind = DeviceKind::cuda;
    constexpr double memory = 400 * mib;
    constexpr std::size_t in_chunks = 4 * mib;
    EXPECT_EQ(late_tile_limit(gpu, memory, 0, {4 * mib, 4 * mib, 8 * mib}, {4 * mib, 4 * mib, 8 * mib}), in_chunks);
    EXPECT_EQ(late_tile_limit(gpu, memory, 0, {4 * mib, 4 * mib, 4 * mib}, {1, 1, 1}), 0U);
    EXPECT_EQ(late_tile_limit(gpu, memory, 0, {5 * mib, 5 * mib, 8 * mib}, {5 * mib, 5 * mib, 8 * mib}), 0U);
    EXPECT_EQ(late_tile_limit(gpu, memory, 0, {8 * mib, 8 * mib, 8 * mib}, {8 * mib, 3 * mib, 3 * mib}), in_chunks)
        << "a narrow last column";
    gpu.kind = DeviceKind::opencl;
    EXPECT_EQ(late_tile_limit(gpu, memory, 0, {4 * mib, 4 * mib, 8 * mib}, {4 * mib, 4 * mib, 8 * mib}), 0U);
}

TEST(LateTileLimit, IsThatOfAllTilesWhereNoChunkStaysFree) {
    MemoryNode gpu;
    gpu.kind = DeviceKind::cuda;
    constexpr sched::TileBytes full{8 * mib, 8 * mib, 10 * mib};
    constexpr sched::TileBytes last{8 * mib, 3 * mib, 3 * mib};
    constexpr std::size_t in_chunks = 4 * mib;
    constexpr std::size_t all = 10 * mib;
    constexpr std::size_t all_large = 30 * mib;
    EXPECT_EQ(late_tile_limit(gpu, 320 * mib, 0, full, last), in_chunks);
    EXPECT_EQ(late_tile_limit(gpu, 319 * mib, 0, full, last), all) << "a tenth is less than a chunk";
    constexpr sched::TileBytes large{20 * mib, 20 * mib, 30 * mib}; // 210 MiB for three tasks
    EXPECT_EQ(late_tile_limit(gpu, 484 * mib, 0, large, last), in_chunks);
    EXPECT_EQ(late_tile_limit(gpu, 483 * mib, 0, large, last), all_large) << "three tasks and a chunk are over a half";
    EXPECT_EQ(late_tile_limit(gpu, 763 * mib, 2, large, last), all_large) << "with two more tasks that are held";
    EXPECT_EQ(late_tile_limit(gpu, 764 * mib, 2, large, last), in_chunks);
}

TEST(LeastRoom, IsForThreeTasks) {
    constexpr sched::TileBytes large{5 * mib, 7 * mib, 6 * mib};
    EXPECT_EQ(bytes_for_tasks(large), 54 * mib);
    EXPECT_EQ(least_room(large), 86 * mib) << "a chunk for smaller ones";
}

TEST(LeastRoom, OfSmallTilesIsWholeChunks) {
    EXPECT_EQ(least_room({mib, mib, mib}), 32 * mib);
    EXPECT_EQ(least_room({4 * mib, 4 * mib, 4 * mib}), 64 * mib);
}

TEST(Rooms, AreTooSmallIfOthersTookSome) {
    EXPECT_TRUE(is_too_little({"CUDA 0", 50 * mib, 60 * mib}, 90 * mib));
    EXPECT_FALSE(is_too_little({"CUDA 0", 60 * mib, 60 * mib}, 90 * mib)) << "as planned";
    EXPECT_FALSE(is_too_little({"CUDA 0", 90 * mib, 200 * mib}, 90 * mib));
}

TEST(Rooms, AreOfCudaDevicesOnly) {
    EXPECT_TRUE(rooms_on_devices({MemoryNode{}}).empty());
    EXPECT_EQ(device_without_room({MemoryNode{}}, mib), std::nullopt);
}

TEST(FilledByChunks, NoLimitStaysNone) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    EXPECT_EQ(filled_by_chunks(infinite, mib), infinite);
}

} // namespace
} // namespace tangram::apps
