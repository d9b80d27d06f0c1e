#include "apps/device_memory.hpp"

#include "apps/format_bytes.hpp"
#include "sched/settings.hpp"

#ifdef TANGRAM_HAS_CUDA
#include "cuda/devices.hpp"
#endif

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

bool are_divided_apart(const MemoryNode& node, const sched::TileBytes& full, const sched::TileBytes& last) {
    const double least = std::min({last.a, last.b, last.c});
    const double most = std::max({full.a, full.b, full.c});
    return node.kind == DeviceKind::cuda && least <= largest_in_chunks && most > largest_in_chunks;
}

double most_at_once(const sched::TileBytes& full, const sched::TileBytes& last) {
    const double largest = std::max({full.a, full.b, full.c});
    const bool has_chunks = std::min({last.a, last.b, last.c}) <= largest_in_chunks;
    return has_chunks ? std::max(chunk, largest) : largest;
}

bool is_taken_by_others(double bytes, double left_by_starpu, double free_bytes) {
    constexpr double margin = 0.9; // FREE_MARGIN in StarPU's driver_cuda.c
    return bytes <= left_by_starpu && bytes > margin * free_bytes;
}

std::optional<std::string> device_taken_by_others([[maybe_unused]] const std::vector<MemoryNode>& nodes,
                                                  [[maybe_unused]] double bytes) {
#ifdef TANGRAM_HAS_CUDA
    for (const MemoryNode& node : nodes) {
        if (node.kind != DeviceKind::cuda) {
            continue;
        }
        const auto left = static_cast<double>(starpu_memory_get_available(node.id));
        const int device = starpu_worker_get_devid(static_cast<int>(node.workers.front()));
        const std::optional<cuda::DeviceMemory> memory = cuda::device_memory(device);
        if (memory && is_taken_by_others(bytes, left, static_cast<double>(memory->free_bytes))) {
            return fmt::format("{} has {} free, but StarPU takes {} of it at a time: others took its memory while the "
                               "product ran",
                               node.name, format_bytes(static_cast<double>(memory->free_bytes)), format_bytes(bytes));
        }
    }
#endif
    return std::nullopt;
}

std::vector<double> memory_for_zones(const std::vector<MemoryNode>& nodes, const sched::TileBytes& tile) {
    std::vector<double> memory(nodes.size(), std::numeric_limits<double>::infinity());
    if (sched::order() == sched::Order::zone) {
        std::transform(nodes.begin(), nodes.end(), memory.begin(),
                       [&](const MemoryNode& node) { return memory_for_tiles(node, tile); });
    }
    return memory;
}

} // namespace tangram::apps
