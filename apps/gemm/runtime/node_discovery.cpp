#include "apps/gemm/runtime/node_discovery.hpp"

#include "apps/gemm/kernels/opencl_worker.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <starpu.h>

namespace tangram::apps {

namespace {

DeviceKind kind_of(unsigned worker) {
    switch (starpu_worker_get_type(static_cast<int>(worker))) {
    case STARPU_CPU_WORKER: return DeviceKind::cpu;
    case STARPU_CUDA_WORKER: return DeviceKind::cuda;
    case STARPU_OPENCL_WORKER: return DeviceKind::opencl;
    default: return DeviceKind::other;
    }
}

} // namespace

std::vector<MemoryNode> nodes_with_workers() {
    std::vector<MemoryNode> nodes;
    for (unsigned worker = 0; worker < starpu_worker_get_count(); ++worker) {
        const unsigned id = starpu_worker_get_memory_node(worker);
        const auto known =
            std::find_if(nodes.begin(), nodes.end(), [id](const MemoryNode& node) { return node.id == id; });
        if (known != nodes.end()) {
            known->workers.push_back(worker);
            continue;
        }
        const DeviceKind kind = kind_of(worker);
        const int device = starpu_worker_get_devid(static_cast<int>(worker));
        const bool is_home = id == STARPU_MAIN_RAM;
        nodes.push_back({id,
                         kind,
                         is_home,
                         kind == DeviceKind::opencl && is_emulated_opencl_device(device),
                         is_home ? "CPU" : fmt::format("{} {}", to_string(kind), device),
                         {worker}});
    }
    std::sort(nodes.begin(), nodes.end(), [](const MemoryNode& a, const MemoryNode& b) { return a.id < b.id; });
    return nodes;
}

std::vector<Link> measured_links() {
    constexpr double megabyte = 1e6; // starpu_transfer_bandwidth: MB/s
    std::vector<Link> links;
    for (int bus = 0; bus < starpu_bus_get_count(); ++bus) {
        const auto from = static_cast<unsigned>(starpu_bus_get_src(bus));
        const auto to = static_cast<unsigned>(starpu_bus_get_dst(bus));
        links.push_back({from, to, starpu_transfer_bandwidth(from, to) * megabyte});
    }
    return links;
}

} // namespace tangram::apps
