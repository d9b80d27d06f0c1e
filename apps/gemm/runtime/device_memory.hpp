#pragma once

/// How much of a product a memory node can hold.

#include "apps/gemm/runtime/runtime.hpp"
#include "sched/zones/tile_bytes.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tangram::apps {

/// Bytes that StarPU may fill; infinite at home, where the matrices are, and without a limit.
double device_memory(const MemoryNode& node);

/// How many of `memory` bytes tiles of `tile` bytes fill. StarPU divides a CUDA
/// device's memory for tiles of up to 4 MiB in chunks of 32 MiB, in which they take multiples of 16 KiB
/// (StarPU 1.3, datawizard/malloc.c: CHUNK_SIZE, CHUNK_ALLOC_MAX, CHUNK_ALLOC_MIN): of 61 MiB one chunk.
double filled_by_chunks(double memory, double tile);

/// Of device_memory(), what tiles can fill that are as large as the largest of these; less if others are in chunks
/// and this one is not.
double memory_for_tiles(const MemoryNode& node, const sched::TileBytes& tile);

/// Of a task's tiles, and those of the tasks that StarPU prepares meanwhile.
double bytes_for_tasks(const sched::TileBytes& tile);

/// What StarPU must find on a CUDA device for them: whole chunks. Beside large tiles there may be smaller ones in the
/// last row and column, for which it takes a chunk.
double least_room(const sched::TileBytes& tile);

/// The size in bytes up to which tiles are not to be fetched ahead where memory is short; 0: all may be. It covers
/// tiles in chunks if, of full tiles and those in the last row and column, some are in chunks and others not.
/// StarPU 1.3 may otherwise look for room for a large tile forever, with its own policies as well: evicting a small
/// tile does not free its chunk, and the next small one that is fetched ahead takes the place (simulated: --k 480, or
/// --size 15840, with tiles of 960).
///
/// It covers all tiles, so that nothing is fetched ahead, if the device's `memory` in bytes is less than ten chunks, as
/// plans fill nine tenths early (sched::usable_share), or than twice what StarPU must find for the tasks that it
/// prepares and for the `held` ones in workers' windows. Twice is a margin: some simulated products did not end with
/// half of that.
std::size_t late_tile_limit(const MemoryNode& node, double memory, std::size_t held, const sched::TileBytes& full,
                            const sched::TileBytes& last);

/// What a CUDA device has for tiles, in bytes.
struct DeviceRoom {
    std::string name;
    double found = 0;   ///< what StarPU has taken, and of what is free as much as it may take
    double planned = 0; ///< device_memory()
};

/// Of each CUDA device that can be asked, none in simulation. After allocations that failed, what is found is true of
/// the StarPU only that cmake/build-starpu.sh builds: others go on counting them.
std::vector<DeviceRoom> rooms_on_devices(const std::vector<MemoryNode>& nodes);

/// Whether StarPU finds less than this there, and less than was planned.
bool is_too_little(const DeviceRoom& room, double least);

/// A line on the first CUDA device on which it finds too little.
std::optional<std::string> device_without_room(const std::vector<MemoryNode>& nodes, double least);

/// Of a CUDA device, and of what is free on it, StarPU takes no more than this (FREE_MARGIN in its driver_cuda.c):
/// cuBLAS needs some, too.
inline constexpr double free_margin = 0.9;

} // namespace tangram::apps
