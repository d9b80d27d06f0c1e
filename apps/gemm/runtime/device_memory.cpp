#include "apps/gemm/runtime/device_memory.hpp"

#include "apps/gemm/support/format_bytes.hpp"
#include "cuda/devices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <starpu.h>

namespace tangram::apps {

double device_memory(const MemoryNode& node) {
    const starpu_ssize_t total = starpu_memory_get_total(node.id); // -1: not limited
    return node.is_home || total <= 0 ? std::numeric_limits<double>::infinity() : static_cast<double>(total);
}

namespace {

constexpr double chunk = 32 << 20;
constexpr double largest_in_chunks = chunk / 8;

} // namespace

double filled_by_chunks(double memory, double tile) {
    constexpr double granule = 16 << 10;
    if (tile > largest_in_chunks) {
        return memory;
    }
    const double tiles = std::floor(chunk / (granule * std::ceil(tile / granule)));
    return std::floor(memory / chunk) * tiles * tile;
}

double memory_for_tiles(const MemoryNode& node, const sched::TileBytes& tile) {
    const double memory = device_memory(node);
    return node.kind == DeviceKind::cuda ? filled_by_chunks(memory, std::max({tile.a, tile.b, tile.c})) : memory;
}

double bytes_for_tasks(const sched::TileBytes& tile) {
    constexpr double tasks_at_once = 3; // STARPU_CUDA_PIPELINE and its OpenCL twin: 2 more
    return tasks_at_once * (tile.a + tile.b + tile.c);
}

double least_room(const sched::TileBytes& tile) {
    const double bytes = bytes_for_tasks(tile);
    const bool is_large = std::max({tile.a, tile.b, tile.c}) > largest_in_chunks;
    return is_large ? bytes + chunk : chunk * std::ceil(bytes / chunk);
}

std::size_t late_tile_limit(const MemoryNode& node, double memory, std::size_t held, const sched::TileBytes& full,
                            const sched::TileBytes& last) {
    const double least = std::min({last.a, last.b, last.c});
    const double most = std::max({full.a, full.b, full.c});
    if (node.kind != DeviceKind::cuda || least > largest_in_chunks || most <= largest_in_chunks) {
        return 0;
    }
    const double needed = least_room(full) + static_cast<double>(held) * (full.a + full.b + full.c);
    const bool has_room = memory >= std::max(10 * chunk, 2 * needed);
    return static_cast<std::size_t>(has_room ? largest_in_chunks : most);
}

std::vector<DeviceRoom> rooms_on_devices(const std::vector<MemoryNode>& nodes) {
    std::vector<DeviceRoom> rooms;
    for (const MemoryNode& node : nodes) {
        if (node.kind != DeviceKind::cuda) {
            continue;
        }
        const int device = starpu_worker_get_devid(static_cast<int>(node.workers.front()));
        if (const std::optional<cuda::DeviceMemory> memory = cuda::device_memory(device)) {
            const double planned = device_memory(node);
            const auto left = static_cast<double>(starpu_memory_get_available(node.id));
            const double can_take = std::min(left, free_margin * static_cast<double>(memory->free_bytes));
            rooms.push_back({node.name, planned - left + can_take, planned});
        }
    }
    return rooms;
}

bool is_too_little(const DeviceRoom& room, double least) {
    return room.found < std::min(least, room.planned);
}

std::optional<std::string> device_without_room(const std::vector<MemoryNode>& nodes, double least) {
    for (const DeviceRoom& room : rooms_on_devices(nodes)) {
        if (is_too_little(room, least)) {
            return fmt::format(
                "{} has room for {} of tiles; other processes use the rest. Tasks that need {} may wait for "
                "ever: free some, or leave it out (STARPU_WORKERS_CUDAID, STARPU_NCUDA)",
                room.name, format_bytes(room.found), format_bytes(least));
        }
    }
    return std::nullopt;
}

} // namespace tangram::apps
