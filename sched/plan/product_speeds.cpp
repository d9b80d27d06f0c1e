#include "sched/plan/product_speeds.hpp"

#include "sched/base/machine.hpp"
#include "sched/plan/balanced_tiles.hpp"
#include "sched/plan/node_load.hpp"

#include <algorithm>
#include <optional>

namespace tangram::sched {

namespace {

/// 0, as if it were not known, where longer ends cost more than they save (simulated): with several nodes if tiles of C
/// also come, up to 8%, and for blocks, whose ends would need more of A and B than there is room for, up to 3 times.
/// Where RAM limits and tiles of C also come, one goes home at the device's part of RAM's bandwidth: that saves 3 to 7%
/// on 8 of 60 nodes with a shared bus (simulated).
double seconds_home(const PlannedProduct& product, std::size_t node, const BlockNumbers& blocks, bool limited) {
    if (!blocks.empty() || product.nodes[node].is_home) {
        return 0;
    }
    if (product.reads_c && product.nodes.size() > 1) {
        return limited ? product.tile_bytes.c / bandwidth_if_all_fetch(product, node) : 0;
    }
    const std::optional<double> to_ram = bandwidth(product.links, product.nodes[node].id, main_memory);
    return to_ram ? product.tile_bytes.c / *to_ram : 0;
}

/// Returns the seconds that it takes to pin RAM for a tile of C on nodes with CUDA devices: 650 microseconds for each
/// MiB, as StarPU simulates it (1.3.10, datawizard/malloc.c). It keeps no such memory for the next tile.
double seconds_to_pin(const PlannedProduct& product) {
    constexpr double mebibyte = 1 << 20;
    constexpr double seconds_of_mebibyte = 650e-6;
    const bool pins = std::any_of(product.nodes.begin(), product.nodes.end(),
                                  [](const MemoryNode& node) { return node.kind == DeviceKind::cuda; });
    return pins ? product.tile_bytes.c / mebibyte * seconds_of_mebibyte : 0;
}

/// Returns the seconds that the node, if it is a CUDA device, waits for memory for a tile while all of them allocate:
/// one at a time, 175 microseconds each, as StarPU simulates it (1.3.10, drivers/cuda/driver_cuda.c).
double seconds_to_allocate(const PlannedProduct& product, std::size_t node) {
    constexpr double seconds = 175e-6;
    const auto is_cuda = [](const MemoryNode& of) { return of.kind == DeviceKind::cuda; };
    return is_cuda(product.nodes[node])
               ? seconds * static_cast<double>(std::count_if(product.nodes.begin(), product.nodes.end(), is_cuda))
               : 0;
}

} // namespace

double bandwidth_if_all_fetch(const PlannedProduct& product, std::size_t node) {
    const auto devices = static_cast<double>(product.nodes.size() - (product.home() ? 1 : 0));
    const double alone = bandwidth_from_ram(product.links, product.nodes[node]);
    return product.nodes[node].is_home ? alone : std::min(alone, product.ram_bandwidth / devices);
}

/// A stolen product is of use when the thief's worker has done those that it holds, or
/// about as long: a home worker holds none, but waits for the tile of C from a device,
/// and the device for its return. Where devices are nearer than RAM, their auxiliary tiles come from each other,
/// and take no room there.
std::vector<NodeSpeed> product_speeds(const PlannedProduct& product, std::size_t window, const BlockNumbers& blocks) {
    constexpr std::size_t pipeline = 2; // tasks that StarPU prepares: STARPU_CUDA_PIPELINE and its OpenCL twin
    const double tile_bytes = std::max(product.tile_bytes.a, product.tile_bytes.b);
    const double to_pin = seconds_to_pin(product);
    const bool through_ram = !devices_are_nearer(product.links);
    const double of_ram = ram_seconds(product);
    std::vector<NodeSpeed> speeds;
    for (std::size_t node = 0; node < product.nodes.size(); ++node) {
        const bool is_home = product.nodes[node].is_home;
        const std::size_t workers = product.nodes[node].workers.size();
        const double rate = product.problem.speeds[node] / product.task_flops;
        const double held = static_cast<double>(window + pipeline + 1) * static_cast<double>(workers);
        const double asking = static_cast<double>(pipeline) * static_cast<double>(workers); // with one place free
        speeds.push_back({.lead_seconds = held / rate,
                          .products_per_second = rate,
                          .workers = workers,
                          .seconds_home = seconds_home(product, node, blocks, of_ram > 0),
                          .tile_seconds = tile_bytes / bandwidth_if_all_fetch(product, node),
                          .bus_seconds = is_home ? 0 : tile_bytes / product.ram_bandwidth,
                          .ram_seconds = of_ram,
                          .peers_are_nearer = !through_ram,
                          .room_seconds = through_ram || is_home ? to_pin : 0,
                          .allocation_seconds = seconds_to_allocate(product, node),
                          .asking_seconds = asking / rate});
    }
    return speeds;
}

} // namespace tangram::sched
